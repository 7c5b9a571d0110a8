internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Writes an object's stored attributes as a row of a build request, copying the document's own bytes where they are
/// right as they stand.
struct RowWriter {
  private let model: SceneModel
  private let plan: ClassPlan
  private var slices: [UnsafeRawBufferPointer?]
  private var resolved: [(place: Int, value: PropertyValue)] = []

  init(_ model: SceneModel, _ plan: ClassPlan) {
    self.model = model
    self.plan = plan
    slices = Array(repeating: nil, count: plan.definition.properties.count)
  }

  /// Appends `[cell,cell…` without the closing bracket. `isSound` is false where a stored value was refused and left
  /// out.
  mutating func write(_ node: NodeIndex, to bytes: inout [UInt8], isSound: inout Bool) {
    for place in slices.indices { slices[place] = nil }
    resolved.removeAll(keepingCapacity: true)
    collect(node, isSound: &isSound)
    bytes.append(UInt8(ascii: "["))
    for place in slices.indices {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      if let slice = slices[place] {
        bytes.append(contentsOf: slice)
      } else if !resolved.isEmpty, let value = resolved.first(where: { $0.place == place })?.value {
        value.appendJSON(to: &bytes)
      } else {
        bytes.append(UInt8(ascii: "["))
        bytes.append(UInt8(ascii: "]"))
      }
    }
  }

  private mutating func collect(_ node: NodeIndex, isSound: inout Bool) {
    var (slices, resolved, sound) = (self.slices, self.resolved, true)
    self.slices = []
    var present = plan.hasAliases ? model.presentNames(node, plan) : []
    model.document.forEachAttribute(of: node) { key, raw in
      guard let key = plan.key(key) else { return true }
      // The present name wins over a former one.
      if key.isAlias, !present.insert(key.place).inserted { return true }
      let place = key.place
      let property = plan.definition.properties[place]
      if Self.isPlain(raw, property.type), !plan.isChecked[place] {
        slices[place] = raw
        return true
      }
      do throws(ValueProblem) {
        let cell = try model.reader.read(raw, as: property)
        if case .value(.color(let color)?) = cell {
          resolved.append((place, .color(color)))
        } else {
          slices[place] = raw
        }
      } catch {
        sound = false
      }
      return true
    }
    self.slices = slices
    self.resolved = resolved
    isSound = sound
  }

  /// Whether valid JSON of this first byte is certainly a value of the type. Numbers with a fraction, an exponent or
  /// many digits, and all objects, are looked at properly.
  private static func isPlain(_ raw: UnsafeRawBufferPointer, _ type: PropertyType) -> Bool {
    let first = raw[0]
    switch type {
    case .bool: return first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
    case .string: return first == UInt8(ascii: "\"")
    case .int: return raw.count < 18 && raw.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- UInt8(ascii: "0") < 10 }
    case .double:
      return raw.count < 200 && (first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10)
        && !raw.contains { $0 | 0x20 == UInt8(ascii: "e") }
    case .color:
      guard first == UInt8(ascii: "\""), raw.count == 9 || raw.count == 11, raw[1] == UInt8(ascii: "#") else {
        return false
      }
      return raw[2..<(raw.count - 1)].allSatisfy { isHexDigit($0) }
    case .point, .size, .rect: return false
    }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
  }
}
