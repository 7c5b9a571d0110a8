internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// An attribute that names a colour instead of writing it.
struct ColorUse {
  var node: NodeIndex

  /// The key as it is stored, which may be a former name of the property.
  var key: String

  /// The property's place in its class.
  var place: Int

  /// Whether the property's present name is stored too and wins.
  var isShadowed: Bool
}

/// Where a scene uses a colour's name.
struct ColorUses {
  /// Attributes of the type Color.
  var known: [ColorUse] = []

  /// Attributes that hold the name and of which nobody knows the type, as a plugin is missing.
  var unclear: [(node: NodeIndex, key: String)] = []

  var isEmpty: Bool { known.isEmpty && unclear.isEmpty }
}

extension SceneModel {
  /// The uses of some names, in the order of the document. Names are compared as they are: no case is folded.
  func colorUses(of names: Set<String>) -> [String: ColorUses] {
    var uses: [String: ColorUses] = [:]
    guard !names.isEmpty else { return uses }
    for node in 0..<document.objectCount {
      let plan = classPlan(of: node)
      if let plan, !plan.types.contains(.color) { continue }
      var present: Set<Int>?
      document.forEachAttribute(of: node) { rawKey, raw in
        guard let name = Self.name(raw), names.contains(name) else { return true }
        guard let plan else {
          uses[name, default: ColorUses()].unclear.append((node, JSONString.decode(rawKey)))
          return true
        }
        guard let key = plan.key(rawKey), plan.types[key.place] == .color else { return true }
        if key.isAlias, present == nil { present = presentNames(node, plan) }
        let isShadowed = key.isAlias && present?.contains(key.place) == true
        uses[name, default: ColorUses()].known.append(
          ColorUse(node: node, key: key.name, place: key.place, isShadowed: isShadowed))
        return true
      }
    }
    return uses
  }

  /// The contents of a JSON string that may be a name.
  private static func name(_ raw: UnsafeRawBufferPointer) -> String? {
    guard raw.count > 2, raw[0] == UInt8(ascii: "\""), raw[1] != UInt8(ascii: "#") else { return nil }
    return JSONString.decode(UnsafeRawBufferPointer(rebasing: raw[1..<raw.count - 1]))
  }
}
