/// A reference of a scene to a member of one of its objects, as constraints have it: `#badge.top`.
package struct ObjectReference: Hashable {
  /// The id of the object; the scene may have none with it.
  package var id: String

  /// The member of the object that is meant, such as `top`.
  package var member: String

  /// Reads a reference; nil where a text is none. An id may have dots, a member has none.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "#"), let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    id = String(Substring(bytes[bytes.index(after: bytes.startIndex)..<dot]))
    member = String(Substring(bytes[bytes.index(after: dot)...]))
    if id.isEmpty { return nil }
  }

  /// The reference as scenes have it.
  package var text: String { "#\(id).\(member)" }
}
