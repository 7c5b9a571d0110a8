internal import InspectorKit
package import JSONText
package import SceneDocument

/// An attribute whose value is the name of a palette colour. The struct is kept small, since a scene may have a million
/// of these attributes.
package struct ColorUse {
  private let number: UInt32
  fileprivate let keyNumber: UInt32
  private let placeNumber: Int32

  /// True if the attribute is ignored, because another key provides the property's value.
  let isShadowed: Bool

  fileprivate init(_ node: NodeIndex, keyNumber: UInt32, place: Int, isShadowed: Bool) {
    number = UInt32(node.number)
    self.keyNumber = keyNumber
    placeNumber = Int32(place)
    self.isShadowed = isShadowed
  }

  package var node: NodeIndex { NodeIndex(number) }

  /// The property's index in its class.
  package var place: Int { Int(placeNumber) }
}

/// The attributes of a scene that use a colour's name.
package struct ColorUses {
  /// The Color attributes whose value is the name.
  package private(set) var known: [ColorUse] = []

  private var keys: [String] = []
  private var keyNumbers: [ExactText: UInt32] = [:]

  /// The number of the last added key, which most uses share.
  private var latestKey: UInt32 = 0

  /// The attributes of unknown type whose value is the name. The plugin of their class, or of an extension that adds
  /// them to the class, is missing.
  package var unclear: [(node: NodeIndex, key: String)] = []

  /// The runtime attributes of type Color whose value is the name.
  package var runtime: [(node: NodeIndex, key: String)] = []

  /// The Color properties that are bound to settings whose value is the name.
  package var bound: [(node: NodeIndex, property: String, setting: String)] = []

  /// The number of Color attributes and Color runtime attributes whose value is the name.
  package var count: Int { known.count + runtime.count }

  package var isEmpty: Bool { known.isEmpty && unclear.isEmpty && runtime.isEmpty && bound.isEmpty }

  /// The first Color attribute that uses the name, or else the first attribute of unknown type, or else the first
  /// runtime attribute; nil if there is none.
  package var first: (node: NodeIndex, key: String)? {
    known.first.map { ($0.node, key(of: $0)) } ?? unclear.first ?? runtime.first
  }

  /// Returns true if one of the objects with these numbers uses the name.
  package func isUsed(in nodes: Range<NodeIndex>) -> Bool {
    known.contains { nodes.contains($0.node) } || (unclear + runtime).contains { nodes.contains($0.node) }
      || bound.contains { nodes.contains($0.node) }
  }

  /// Removes the uses that only templates of a document store.
  mutating func removeInherited(in document: SceneDocument) {
    known = known.filter { document.writes(key(of: $0), of: $0.node) }
    unclear = unclear.filter { document.writes($0.key, of: $0.node) }
    runtime = runtime.filter { document.writesRuntimeAttributes(of: $0.node) }
  }

  /// Returns the stored key of an attribute, which may be a former name of the property.
  package func key(of use: ColorUse) -> String { keys[Int(use.keyNumber)] }

  mutating func add(_ node: NodeIndex, key: String, place: Int, isShadowed: Bool) {
    if keys.isEmpty || !keys[Int(latestKey)].isExactly(key) {
      latestKey = keyNumbers[ExactText(key)] ?? UInt32(keys.count)
      if latestKey == keys.count {
        keys.append(key)
        keyNumbers[ExactText(key)] = latestKey
      }
    }
    known.append(ColorUse(node, keyNumber: latestKey, place: place, isShadowed: isShadowed))
  }
}

extension SceneModel {
  /// Returns the uses of each name, in document order, keyed by name. Names without uses have no entry. Names are
  /// compared exactly, without case folding.
  package func colorUses(of names: Set<ExactText>) -> [ExactText: ColorUses] {
    guard !names.isEmpty else { return [:] }
    var strings = NameStrings(names)
    let bindings = document.classNames.indices.map { classID -> ClassBinding? in
      if case .known(let binding) = meaning(ofClass: classID) { binding } else { nil }
    }
    var uses = [ColorUses](repeating: ColorUses(), count: strings.names.count)
    for node in document.objects {
      let binding = bindings[document.classID(node)]
      var carrying: CarryingKeys?
      attributes(of: node).visit { rawKey, raw in
        guard let number = strings.number(of: raw) else { return true }
        guard let binding, let key = binding.key(rawKey) else {
          uses[number].unclear.append((node, JSONString.decode(rawKey)))
          return true
        }
        guard binding.takesPaletteNames(key) else { return true }
        let isHidden = isShadowed(key, of: node, binding, &carrying)
        uses[number].add(node, key: key.name, place: key.place, isShadowed: isHidden)
        return true
      }
      visitRuntimeAttributes(of: node, .color) { keyPath, raw in
        if let number = raw.withUnsafeBytes({ strings.number(of: $0) }) { uses[number].runtime.append((node, keyPath)) }
      }
      guard let binding, document.hasBindings(node) else { continue }
      for bound in self.bindings(of: node, binding) where bound.isInEffect && binding.types[bound.place] == .color {
        guard case .string(let text)? = bound.setting?.value,
          let number = JSONString.quoted(text).withUnsafeBytes({ strings.number(of: $0) })
        else { continue }
        uses[number].bound.append((node, binding.definition.properties[bound.place].name, bound.key))
      }
    }
    return Dictionary(uniqueKeysWithValues: zip(strings.names, uses)).filter { !$0.value.isEmpty }
  }
}

/// A search for colour names in the JSON texts of string values.
private struct NameStrings {
  let names: [ExactText]
  private let numbers: [ExactText: Int]

  /// A bit for each length of a name, to reject other strings without escapes quickly. The last bit represents all
  /// longer lengths.
  private let lengths: UInt64

  init(_ names: Set<ExactText>) {
    self.names = Array(names)
    numbers = Dictionary(uniqueKeysWithValues: self.names.enumerated().map { ($1, $0) })
    lengths = names.reduce(0) { $0 | Self.bit(ofLength: $1.text.utf8.count) }
  }

  /// The JSON text that was found last, and the index of its name; nil before the first. Many consecutive objects use
  /// the same colour.
  private var latest: (text: [UInt8], number: Int)?

  private static func bit(ofLength count: Int) -> UInt64 { 1 << UInt64(min(count, 63)) }

  /// Returns the index in `names` of the name in a JSON string; nil for any other value.
  mutating func number(of raw: UnsafeRawBufferPointer) -> Int? {
    guard raw.count > 2, raw[0] == UInt8(ascii: "\""), raw[1] != UInt8(ascii: "#") else { return nil }
    let text = UnsafeRawBufferPointer(rebasing: raw[1..<raw.count - 1])
    guard lengths & Self.bit(ofLength: text.count) != 0 || text.contains(UInt8(ascii: "\\")) else { return nil }
    if let latest, latest.text.count == text.count, latest.text.elementsEqual(text) { return latest.number }
    guard let number = numbers[ExactText(JSONString.decode(text))] else { return nil }
    latest = (Array(text), number)
    return number
  }
}
