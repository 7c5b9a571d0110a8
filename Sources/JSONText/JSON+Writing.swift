extension JSON {
  /// Returns the tree as JSON text, compact or indented by two spaces per level. Equal trees have equal texts.
  ///
  /// A double is written as the shortest text that is read back as the same double (`0.1`, `5`), or as `null` if it is
  /// not finite.
  package func text(pretty: Bool = false) -> String {
    var bytes: [UInt8] = []
    append(to: &bytes, depth: pretty ? 0 : nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text of the tree.
  ///
  /// - Parameter depth: the number of enclosing arrays and objects; nil for compact text.
  private func append(to bytes: inout [UInt8], depth: Int?) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .int(let value): bytes += String(value).utf8
    case .double(let value): JSONNumber.append(value, to: &bytes)
    case .string(let value): JSONString.append(value, quotedTo: &bytes)
    case .array(let elements):
      Self.append("[", elements, "]", to: &bytes, depth) { element, bytes in
        element.append(to: &bytes, depth: depth.map { $0 + 1 })
      }
    case .object(let members):
      Self.append("{", members, "}", to: &bytes, depth) { member, bytes in
        JSONString.append(member.key, quotedTo: &bytes)
        bytes += (depth == nil ? ":" : ": ").utf8
        member.value.append(to: &bytes, depth: depth.map { $0 + 1 })
      }
    }
  }

  private static func append<Part>(
    _ start: Unicode.Scalar, _ parts: [Part], _ end: Unicode.Scalar, to bytes: inout [UInt8], _ depth: Int?,
    _ append: (Part, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: start))
    for (place, part) in parts.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      if let depth { breakLine(depth + 1, in: &bytes) }
      append(part, &bytes)
    }
    if let depth { breakLine(depth, in: &bytes) }
    bytes.append(UInt8(ascii: end))
  }

  private static func breakLine(_ depth: Int, in bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }
}
