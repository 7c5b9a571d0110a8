/// A reference from a scene's constraint to a member of an object, such as `#badge.top`.
package struct ObjectReference: Hashable {
  /// The id of the object; the scene may have no such object.
  package var id: String

  /// The referenced member of the object, such as `top`.
  package var member: String

  /// Parses a reference such as `#badge.top`; nil if the text is not a reference. An id may contain dots; a member may
  /// not.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "#"), let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    id = String(Substring(bytes[bytes.index(after: bytes.startIndex)..<dot]))
    member = String(Substring(bytes[bytes.index(after: dot)...]))
    if id.isEmpty { return nil }
  }

  /// The reference as written in scenes.
  package var text: String { "#\(id).\(member)" }
}
