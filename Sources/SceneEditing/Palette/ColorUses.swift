internal import InspectorKit
package import JSONText
package import SceneDocument

/// An attribute that names a colour instead of writing it. A scene may have a million of them.
package struct ColorUse {
  private let number: UInt32
  fileprivate let keyNumber: UInt32
  private let placeNumber: Int32

  /// Whether the property's present name is stored too and wins.
  let isShadowed: Bool

  fileprivate init(_ node: NodeIndex, keyNumber: UInt32, place: Int, isShadowed: Bool) {
    number = UInt32(node)
    self.keyNumber = keyNumber
    placeNumber = Int32(place)
    self.isShadowed = isShadowed
  }

  package var node: NodeIndex { NodeIndex(number) }

  /// The property's place in its class.
  package var place: Int { Int(placeNumber) }
}

/// Where a scene uses a colour's name.
package struct ColorUses {
  /// Attributes of the type Color.
  package private(set) var known: [ColorUse] = []

  private var keys: [String] = []
  private var keyNumbers: [ExactText: UInt32] = [:]

  /// Attributes that hold the name and of which nobody knows the type, as a plugin is missing.
  package var unclear: [(node: NodeIndex, key: String)] = []

  package var isEmpty: Bool { known.isEmpty && unclear.isEmpty }

  /// One of them, where there is any.
  package var first: (node: NodeIndex, key: String)? { known.first.map { ($0.node, key(of: $0)) } ?? unclear.first }

  /// The key as it is stored, which may be a former name of the property.
  package func key(of use: ColorUse) -> String { keys[Int(use.keyNumber)] }

  fileprivate mutating func add(_ node: NodeIndex, key: String, place: Int, isShadowed: Bool) {
    let number = keyNumbers[ExactText(key)] ?? UInt32(keys.count)
    if number == keys.count {
      keys.append(key)
      keyNumbers[ExactText(key)] = number
    }
    known.append(ColorUse(node, keyNumber: number, place: place, isShadowed: isShadowed))
  }
}

extension SceneModel {
  /// The uses of some names, in the order of the document. Names are compared as they are: no case is folded.
  package func colorUses(of names: Set<ExactText>) -> [ExactText: ColorUses] {
    var uses: [ExactText: ColorUses] = [:]
    guard !names.isEmpty else { return uses }
    for node in 0..<document.objectCount {
      let binding = binding(of: node)
      if let binding, !binding.types.contains(.color) { continue }
      var present: Set<Int>?
      document.forEachAttribute(of: node) { rawKey, raw in
        guard let name = Self.name(raw), names.contains(name) else { return true }
        guard let binding else {
          uses[name, default: ColorUses()].unclear.append((node, JSONString.decode(rawKey)))
          return true
        }
        guard let key = binding.key(rawKey), binding.types[key.place] == .color else { return true }
        let isShadowed = key.isAlias && isHidden(key, of: node, binding, &present)
        uses[name, default: ColorUses()].add(node, key: key.name, place: key.place, isShadowed: isShadowed)
        return true
      }
    }
    return uses
  }

  /// The contents of a JSON string that may be a name.
  private static func name(_ raw: UnsafeRawBufferPointer) -> ExactText? {
    guard raw.count > 2, raw[0] == UInt8(ascii: "\""), raw[1] != UInt8(ascii: "#") else { return nil }
    return ExactText(JSONString.decode(UnsafeRawBufferPointer(rebasing: raw[1..<raw.count - 1])))
  }
}
