import Glibc
internal import InspectorKit
import JSONText
package import SceneDocument

/// A writer of objects' stored attributes as rows of a build request. It copies valid values from the document's bytes,
/// and converts colours that are not in the form of six or eight hex digits.
///
/// The writer runs for every object of a scene, so it allocates memory once, and does not retain the data that it
/// reads.
package final class RowWriter {
  private let model: SceneModel
  private let binding: ClassBinding
  private let reader: StoredValueReader

  /// True if the reader resolves colour names with an earlier palette.
  private let isFormer: Bool

  /// The text of each property's stored value in the last examined object; nil if there is no valid value.
  private let slices: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>

  /// The last colour or transformed value that was read for each property, by the property's index. The same text need
  /// not be read again.
  @exclusivity(unchecked) private var colors: [Int: ReadText] = [:]

  /// The buffer in which a row is assembled.
  @exclusivity(unchecked) private var row: UnsafeMutableBufferPointer<UInt8>

  /// True if any object of the scene has bindings.
  private let hasBindings: Bool

  /// The text of the last value that each property got from a setting, by the property's index.
  @exclusivity(unchecked) private var boundTexts: [Int: ReadText] = [:]

  /// The keys of recently examined objects, in their order. Nearly all objects of a class have the same keys in the
  /// same order.
  private let keys: UnsafeMutableBufferPointer<LastKey>
  @exclusivity(unchecked) private var keyCount = 0

  private struct LastKey {
    var raw: UnsafeRawBufferPointer
    var place: Int

    /// The rank of the key among the keys of its property.
    var rank: Int

    /// The canonical form of the key's values, retained by the binding; nil if each value must be read and checked.
    var form: Unmanaged<CanonicalForm>?

    @inline(__always)
    func fits(_ value: UnsafeRawBufferPointer) -> Bool {
      form.map { $0._withUnsafeGuaranteedRef { $0.fits(value) } } ?? false
    }
  }

  /// The findings about an object's stored attributes.
  package struct Findings {
    /// True if every stored value is valid for its property; invalid values are omitted.
    package var isSound = true

    /// True if the object stores keys that the class does not have.
    var hasUnknownKeys = false

    /// True if the object stores values under aliases of properties, or may store former values of options.
    var hasOtherKeys = false

    /// True if the object stores a property whose setter is code of an extension.
    package var callsSetters = false

    /// True if the object has bindings, which may determine the values of properties.
    package var hasBindings = false

    /// True if a required property has no value.
    var lacksRequired = false

    /// True if the class has a frame, and the object stores none.
    var lacksFrame = false

    /// True if a stored property is deprecated or has a condition.
    var storesWatched = false

    /// True if an invalid value, an unknown key, an alias or a binding was found.
    package var isRemarkable: Bool { !isSound || hasUnknownKeys || hasOtherKeys || hasBindings }

    /// True if `check` must examine more than keys and values.
    var isIntricate: Bool { lacksRequired || storesWatched }
  }

  /// A value in the worker's form, with the stored text from which it was read if it is a colour.
  private struct ReadText {
    var raw: [UInt8]
    let text: UnsafeMutableBufferPointer<UInt8>

    /// The rank of the key that stores the text.
    var rank: Int

    init(_ raw: UnsafeRawBufferPointer, _ value: PropertyValue, rank: Int) {
      self.init(value.jsonText, of: Array(raw), rank: rank)
    }

    init(_ json: [UInt8], of raw: [UInt8] = [], rank: Int = 0) {
      (self.raw, self.rank) = (raw, rank)
      text = .allocate(capacity: json.count)
      _ = text.initialize(from: json)
    }
  }

  /// Creates a writer of the rows of a class's objects.
  ///
  /// - Parameter former: a reader that resolves colour names with an earlier palette; nil for the model's own reader.
  package init(_ model: SceneModel, _ binding: ClassBinding, by former: StoredValueReader? = nil) {
    self.model = model
    self.binding = binding
    (reader, isFormer) = (former ?? model.reader, former != nil)
    hasBindings = model.hasBindings
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
    for bound in boundTexts.values { bound.text.deallocate() }
  }

  /// Appends an object's row `[cell,cell…` for the properties that the worker builds, without the closing bracket, and
  /// returns the findings.
  @discardableResult
  package func write(_ node: NodeIndex, to bytes: inout [UInt8]) -> Findings {
    let findings = findings(of: node)
    // The worker does not know the properties that the host adds.
    let slices = slices[..<binding.built.properties.count]
    var room = 1
    for slice in slices { room += 1 + (slice?.count ?? 2) }
    if row.count < room {
      row.deallocate()
      row = .allocate(capacity: 2 * room)
    }
    // The row is assembled in a separate buffer, and appended in one operation.
    guard var end = row.baseAddress else { return findings }
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
    // The bracket replaces the comma before the first cell.
    start[0] = UInt8(ascii: "[")
    bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: max(1, end - start)))
    return findings
  }

  /// Returns the text of a property's stored value in the last examined object; nil if there is no valid value.
  package func slice(at place: Int) -> UnsafeRawBufferPointer? { slices[place] }

  /// Examines the stored attributes of an object without writing a row, and returns the findings.
  package func findings(of node: NodeIndex) -> Findings {
    for place in slices.indices { slices[place] = nil }
    var findings = Findings()
    var number = 0
    var carrying: CarryingKeys?
    model.attributes(of: node).visit { key, raw in
      if number == keyCount || !Self.areSame(key, keys[number].raw) {
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
      } else if !take(raw, at: last.place, rank: last.rank) {
        findings.isSound = false
      } else if !binding.renamedOptions.isEmpty, binding.renamedOptions.contains(last.place) {
        findings.hasOtherKeys = true
      }
      return true
    }
    if hasBindings, model.document.hasBindings(node) { takeBound(node, &findings) }
    for place in binding.setters where slices[place] != nil { findings.callsSetters = true }
    for place in binding.watched where slices[place] != nil { findings.storesWatched = true }
    for place in binding.required where slices[place] == nil || slices[place]?.first == UInt8(ascii: "n") {
      findings.lacksRequired = true
    }
    if let place = binding.framePlace, slices[place] == nil { findings.lacksFrame = true }
    return findings
  }

  /// Replaces the texts of properties with bindings in effect by the values of their settings.
  private func takeBound(_ node: NodeIndex, _ findings: inout Findings) {
    findings.hasBindings = true
    for bound in model.bindings(of: node, binding, by: isFormer ? reader : nil) where bound.isInEffect {
      switch bound.cell {
      case .absent: slices[bound.place] = nil
      case .value(let value):
        let text = value?.jsonText ?? Array("null".utf8)
        let read = ReadText(text)
        boundTexts.updateValue(read, forKey: bound.place)?.text.deallocate()
        slices[bound.place] = UnsafeRawBufferPointer(read.text)
      }
    }
  }

  /// Stores a key as the expected key at the index `number` of the next object's attributes, and returns true. Returns
  /// nil if no property has the key, and false if a different stored key of the object takes precedence.
  private func learn(
    _ raw: UnsafeRawBufferPointer, _ number: Int, of node: NodeIndex, _ carrying: inout CarryingKeys?,
    _ findings: inout Findings
  ) -> Bool? {
    guard let known = binding.key(raw) else { return nil }
    let mayBeShadowed = model.mayBeShadowed(known, binding)
    if mayBeShadowed {
      findings.hasOtherKeys = true
      if model.isShadowed(known, of: node, binding, &carrying) { return false }
    }
    // Such a key is looked up again in each object, since another key of the object may take precedence over it. The
    // keys of an edited object are looked up again because their text is not kept in memory.
    let isLasting = !mayBeShadowed && !model.document.isEdited(node)
    let last = LastKey(
      raw: isLasting ? raw : UnsafeRawBufferPointer(start: nil, count: 0), place: known.place, rank: known.rank,
      form: binding.form(ofKey: raw).map(Unmanaged.passUnretained))
    (keys.baseAddress.map { $0 + number })?.initialize(to: last)
    keyCount = max(keyCount, number + 1)
    return true
  }

  /// Reads and checks a value, and records its text if it is valid. Returns false if it is invalid for the property.
  private func take(_ raw: UnsafeRawBufferPointer, at place: Int, rank: Int) -> Bool {
    // Under a former name, the same text may represent a different value.
    if let last = colors[place], last.rank == rank, last.raw.count == raw.count, last.raw.elementsEqual(raw) {
      slices[place] = UnsafeRawBufferPointer(last.text)
      return true
    }
    do throws(Diagnostic) {
      let cell = try reader.read(raw, as: binding.property(at: place, rank: rank))
      if case .value(let value?) = cell, binding.isRewritten[place] {
        let read = ReadText(raw, value, rank: rank)
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

  /// Returns true if two keys have the same bytes. The comparison may read a few bytes beyond the end of a short key,
  /// which is safe because a document's text is followed by zeros.
  @inline(__always)
  private static func areSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count, let a0 = a.baseAddress, let b0 = b.baseAddress else { return false }
    let count = a.count
    let difference = a0.loadUnaligned(as: UInt64.self) ^ b0.loadUnaligned(as: UInt64.self)
    if count < 8 { return UInt64(littleEndian: difference) << UInt64(64 - 8 * count) == 0 || count == 0 }
    return difference == 0 && memcmp(a0 + 8, b0 + 8, count - 8) == 0
  }
}
