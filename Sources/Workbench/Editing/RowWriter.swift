internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Writes an object's stored attributes as a row of a build request, copying the document's own bytes where they are
/// right as they stand.
struct RowWriter {
  private let model: SceneModel
  private let plan: ClassPlan
  private let reader: StoredValueReader
  private var slices: [UnsafeRawBufferPointer?]
  private var resolved: [(place: Int, value: PropertyValue)] = []

  /// The keys of the last object with their places, in their order: nearly all objects of a class have the same.
  private var lastKeys: [(raw: UnsafeRawBufferPointer, place: Int)] = []

  /// What was noticed about an object while its row was written.
  struct Findings {
    /// Whether every stored value can be the property's; others are left out.
    var isSound = true

    /// Whether there are keys that the class does not have.
    var hasUnknownKeys = false
  }

  /// - Parameter former: a reader of before a change of the palette, where colours are meant as they were then.
  init(_ model: SceneModel, _ plan: ClassPlan, by former: StoredValueReader? = nil) {
    self.model = model
    self.plan = plan
    reader = former ?? model.reader
    slices = Array(repeating: nil, count: plan.definition.properties.count)
  }

  /// Appends `[cell,cell…` without the closing bracket.
  @discardableResult
  mutating func write(_ node: NodeIndex, to bytes: inout [UInt8]) -> Findings {
    for place in slices.indices { slices[place] = nil }
    if !resolved.isEmpty { resolved.removeAll(keepingCapacity: true) }
    let findings = collect(node)
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
    return findings
  }

  private mutating func collect(_ node: NodeIndex) -> Findings {
    var (slices, resolved, findings) = (self.slices, self.resolved, Findings())
    self.slices = []
    var keys = lastKeys
    lastKeys = []
    var number = 0
    var present = plan.hasAliases ? model.presentNames(node, plan) : []
    model.document.forEachAttribute(of: node) { key, raw in
      let place: Int
      if number < keys.count, Self.areSame(key, keys[number].raw) {
        place = keys[number].place
        number += 1
      } else {
        guard let known = plan.key(key) else {
          findings.hasUnknownKeys = true
          return true
        }
        // The present name wins over a former one.
        if known.isAlias, !present.insert(known.place).inserted { return true }
        place = known.place
        if !known.isAlias {
          if number < keys.count { keys[number] = (key, place) } else { keys.append((key, place)) }
          number += 1
        }
      }
      let type = plan.types[place]
      if !plan.isChecked[place], PlainValue.fits(raw, type) {
        slices[place] = raw
        return true
      }
      do throws(ValueProblem) {
        let cell = try reader.read(raw, as: plan.definition.properties[place])
        if case .value(.color(let color)?) = cell {
          resolved.append((place, .color(color)))
        } else {
          slices[place] = raw
        }
      } catch {
        findings.isSound = false
      }
      return true
    }
    self.slices = slices
    self.resolved = resolved
    lastKeys = keys
    return findings
  }

  @inline(__always)
  private static func areSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count, let first = a.baseAddress, let second = b.baseAddress else { return false }
    return memcmp(first, second, a.count) == 0
  }
}

/// Tells values that are certainly right from those that must be looked at properly, by a glance at valid JSON.
enum PlainValue {
  /// Whether a value is of the type beyond doubt: no number near the limits, no name of a colour, no unusual key.
  static func fits(_ raw: UnsafeRawBufferPointer, _ type: PropertyType) -> Bool {
    let first = raw[0]
    switch type {
    case .bool: return first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
    case .string: return first == UInt8(ascii: "\"")
    case .int: return raw.count < 18 && isWholeNumber(raw)
    case .double: return isNumber(raw)
    case .color: return isHexColor(raw)
    case .point: return hasNumbers(raw, ["x", "y"])
    case .size: return hasNumbers(raw, ["width", "height"])
    case .rect: return hasNumbers(raw, ["x", "y", "width", "height"])
    }
  }

  private static func isWholeNumber(_ raw: UnsafeRawBufferPointer) -> Bool {
    for byte in raw where byte &- UInt8(ascii: "0") >= 10 && byte != UInt8(ascii: "-") { return false }
    return true
  }

  /// A number without an exponent and with fewer digits than the range of a double has.
  private static func isNumber(_ raw: UnsafeRawBufferPointer) -> Bool {
    guard raw.count < 200, raw[0] == UInt8(ascii: "-") || raw[0] &- UInt8(ascii: "0") < 10 else { return false }
    for byte in raw where byte | 0x20 == UInt8(ascii: "e") { return false }
    return true
  }

  private static func isHexColor(_ raw: UnsafeRawBufferPointer) -> Bool {
    guard raw.count == 9 || raw.count == 11, raw[0] == UInt8(ascii: "\""), raw[1] == UInt8(ascii: "#") else {
      return false
    }
    for place in 2..<(raw.count - 1) {
      let byte = raw[place]
      guard byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6 else { return false }
    }
    return true
  }

  /// An object with just these members, in this order, all plain numbers.
  private static func hasNumbers(_ raw: UnsafeRawBufferPointer, _ names: [StaticString]) -> Bool {
    var count = 0
    var isPlain = raw[0] == UInt8(ascii: "{")
    SceneDocument.forEachMember(ofValue: raw) { key, value in
      isPlain = count < names.count && equals(key, names[count]) && isNumber(value)
      count += 1
      return isPlain
    }
    return isPlain && count == names.count
  }

  private static func equals(_ key: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
    guard key.count == name.utf8CodeUnitCount else { return false }
    for place in 0..<key.count where key[place] != name.utf8Start[place] { return false }
    return true
  }
}
