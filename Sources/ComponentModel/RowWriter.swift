import Glibc
package import InspectorKit
import JSONText
package import SceneDocument

/// Writes an object's stored attributes as a row of a build request, copying the document's own bytes where they are
/// right as they stand.
///
/// It runs for every object of a scene: its memory is its own, made once, and what it looks at is not retained.
package final class RowWriter {
  private let model: SceneModel
  private let binding: ClassBinding
  private let reader: StoredValueReader

  /// For each property the bytes stored for it.
  private let slices: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>

  /// For each property the last colour of it that was stored by its name or by its components, as the worker reads it.
  @exclusivity(unchecked) private var colors: [Int: ReadColor] = [:]

  /// Where a row is put together.
  @exclusivity(unchecked) private var row: UnsafeMutableBufferPointer<UInt8>

  /// The keys of the last object in their order: nearly all objects of a class have the same.
  private let keys: UnsafeMutableBufferPointer<LastKey>
  @exclusivity(unchecked) private var keyCount = 0

  private struct LastKey {
    var raw: UnsafeRawBufferPointer
    var place: Int

    /// Held by the binding.
    var form: Unmanaged<CanonicalForm>?

    @inline(__always)
    func fits(_ value: UnsafeRawBufferPointer) -> Bool {
      form.map { $0._withUnsafeGuaranteedRef { $0.fits(value) } } ?? false
    }
  }

  /// What was noticed about an object while its row was written.
  package struct Findings {
    /// Whether every stored value can be the property's; others are left out.
    package var isSound = true

    /// Whether there are keys that the class does not have.
    var hasUnknownKeys = false

    /// Whether there are keys that are other names of properties.
    var hasOtherKeys = false

    /// Whether a property is stored whose setter is an extension's code.
    package var callsSetters = false

    /// Whether a required property has no value.
    var lacksRequired = false

    /// Whether a property is stored that is deprecated, or has a condition.
    var storesWatched = false

    /// Whether anything was noticed of keys and values.
    package var isRemarkable: Bool { !isSound || hasUnknownKeys || hasOtherKeys }

    /// Whether `check` has more to look at than keys and values.
    var isIntricate: Bool { lacksRequired || storesWatched }
  }

  /// A colour, and the text that was read as it.
  private struct ReadColor {
    var raw: [UInt8]
    let text: UnsafeMutableBufferPointer<UInt8>

    init(_ raw: UnsafeRawBufferPointer, _ color: PropertyValue) {
      self.raw = Array(raw)
      var json: [UInt8] = []
      color.appendJSON(to: &json)
      text = .allocate(capacity: json.count)
      _ = text.initialize(from: json)
    }
  }

  /// - Parameter former: a reader of before a change of the palette, where colours are meant as they were then.
  package init(_ model: SceneModel, _ binding: ClassBinding, by former: StoredValueReader? = nil) {
    self.model = model
    self.binding = binding
    reader = former ?? model.reader
    slices = .allocate(capacity: binding.definition.properties.count)
    slices.initialize(repeating: nil)
    keys = .allocate(capacity: binding.definition.properties.count)
    row = .allocate(capacity: 256)
  }

  deinit {
    slices.deallocate()
    keys.deallocate()
    row.deallocate()
    for color in colors.values { color.text.deallocate() }
  }

  /// Appends `[cell,cell…`, of the properties that the worker builds, without the closing bracket.
  @discardableResult
  package func write(_ node: NodeIndex, to bytes: inout [UInt8]) -> Findings {
    let findings = findings(of: node)
    writeSlices(to: &bytes)
    return findings
  }

  /// Puts a row together apart, and appends it in one go.
  private func writeSlices(to bytes: inout [UInt8]) {
    // What only the host knows is no business of the worker's.
    let slices = slices[..<binding.built.properties.count]
    var room = 1
    for slice in slices { room += 1 + (slice?.count ?? 2) }
    if row.count < room {
      row.deallocate()
      row = .allocate(capacity: 2 * room)
    }
    guard var end = row.baseAddress else { return }
    let start = end
    for slice in slices {
      end[0] = UInt8(ascii: ",")
      if let slice, let source = slice.baseAddress {
        memcpy(end + 1, source, slice.count)
        end += 1 + slice.count
      } else {
        end[1] = UInt8(ascii: "[")
        end[2] = UInt8(ascii: "]")
        end += 3
      }
    }
    // What stands before the first cell is the bracket.
    start[0] = UInt8(ascii: "[")
    bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: max(1, end - start)))
  }

  /// The text of a property's stored value, of the object that was looked at last.
  package func slice(at place: Int) -> UnsafeRawBufferPointer? { slices[place] }

  /// Looks at the stored attributes and writes nothing.
  package func findings(of node: NodeIndex) -> Findings {
    for place in slices.indices { slices[place] = nil }
    var findings = Findings()
    var number = 0
    var carrying: CarryingKeys?
    model.document.forEachAttribute(of: node) { key, raw in
      if number == keyCount || !RawKey.areSame(key, keys[number].raw) {
        guard let known = learn(key, number, of: node, &carrying, &findings) else {
          findings.hasUnknownKeys = true
          return true
        }
        guard known else { return true }
      }
      let last = keys[number]
      number += 1
      if last.fits(raw) {
        slices[last.place] = raw
      } else if !take(raw, at: last.place) {
        findings.isSound = false
      }
      return true
    }
    for place in binding.setters where slices[place] != nil { findings.callsSetters = true }
    for place in binding.watched where slices[place] != nil { findings.storesWatched = true }
    for place in binding.required where slices[place] == nil || slices[place]?.first == UInt8(ascii: "n") {
      findings.lacksRequired = true
    }
    return findings
  }

  /// Makes a key the one that is expected as the `number`th of an object; nil where no property has it, false where
  /// another key carries its property.
  private func learn(
    _ raw: UnsafeRawBufferPointer, _ number: Int, of node: NodeIndex, _ carrying: inout CarryingKeys?,
    _ findings: inout Findings
  ) -> Bool? {
    guard let known = binding.key(raw) else { return nil }
    if known.isAlias {
      findings.hasOtherKeys = true
      if model.isShadowed(known, of: node, binding, &carrying) { return false }
    }
    // Whether another name carries the property depends on the object, so it is looked up in each. So are the keys
    // of an edited object, whose text does not last.
    let isLasting = !known.isAlias && !model.document.isEdited(node)
    let last = LastKey(
      raw: isLasting ? raw : UnsafeRawBufferPointer(start: nil, count: 0), place: known.place,
      form: binding.form(ofKey: raw).map(Unmanaged.passUnretained))
    (keys.baseAddress.map { $0 + number })?.initialize(to: last)
    keyCount = max(keyCount, number + 1)
    return true
  }

  /// Looks at a value properly; false where it cannot be the property's.
  private func take(_ raw: UnsafeRawBufferPointer, at place: Int) -> Bool {
    if let last = colors[place], last.raw.count == raw.count, last.raw.elementsEqual(raw) {
      slices[place] = UnsafeRawBufferPointer(last.text)
      return true
    }
    do throws(Diagnostic) {
      let cell = try reader.read(raw, as: binding.definition.properties[place])
      if case .value(let color?) = cell, case .color = color {
        let read = ReadColor(raw, color)
        colors.updateValue(read, forKey: place)?.text.deallocate()
        slices[place] = UnsafeRawBufferPointer(read.text)
      } else {
        slices[place] = raw
      }
      return true
    } catch {
      return false
    }
  }
}

/// Keys as the document has them.
private enum RawKey {
  /// Whether two keys are written alike. Documents end with more zeros than are read beyond a key here.
  @inline(__always)
  static func areSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count, let a0 = a.baseAddress, let b0 = b.baseAddress else { return false }
    let count = a.count
    let difference = a0.loadUnaligned(as: UInt64.self) ^ b0.loadUnaligned(as: UInt64.self)
    if count < 8 { return UInt64(littleEndian: difference) << UInt64(64 - 8 * count) == 0 || count == 0 }
    return difference == 0 && memcmp(a0 + 8, b0 + 8, count - 8) == 0
  }
}

/// What a component's hooks may read of its parent: a cell for each name in `readsParent`.
package struct ParentCells: Hashable {
  package var cells: [StoredCell]

  /// The cells of an object at the top of a scene.
  package static func none(_ count: Int) -> ParentCells { ParentCells(cells: Array(repeating: .absent, count: count)) }

  /// Appends `,cell,cell…` to a row.
  package func append(to bytes: inout [UInt8]) {
    for cell in cells {
      bytes.append(UInt8(ascii: ","))
      switch cell {
      case .absent: bytes += Array("[]".utf8)
      case .value(nil): bytes += Array("null".utf8)
      case .value(let value?):
        bytes += Array("{\"\(value.type.rawValue)\":".utf8)
        value.appendJSON(to: &bytes)
        bytes.append(UInt8(ascii: "}"))
      }
    }
  }
}
