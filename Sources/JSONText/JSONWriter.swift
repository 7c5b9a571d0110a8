/// Writes the trees that json-c would change (keys with U+0000) or could not hold (great depth), in json-c's layout.
enum JSONWriter {
  static func text(_ tree: JSON, pretty: Bool) -> String {
    var bytes: [UInt8] = []
    // What is still to be written, the next at the end: no recursion, whatever the depth.
    var pending = [Piece.value(tree, depth: 0)]
    while let piece = pending.popLast() {
      switch piece {
      case .text(let text): bytes += Array(text.utf8)
      case .key(let key):
        JSONString.append(key, quotedTo: &bytes)
        bytes += Array((pretty ? ": " : ":").utf8)
      case .value(let value, let depth): write(value, depth, pretty, to: &bytes, pending: &pending)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private enum Piece {
    case text(String)
    case key(String)
    case value(JSON, depth: Int)
  }

  private static func write(
    _ value: JSON, _ depth: Int, _ pretty: Bool, to bytes: inout [UInt8], pending: inout [Piece]
  ) {
    func lineBreak(_ depth: Int) -> String { pretty ? "\n" + String(repeating: " ", count: 2 * depth) : "" }
    switch value {
    case .null: bytes += Array("null".utf8)
    case .bool(let value): bytes += Array((value ? "true" : "false").utf8)
    case .int(let value): bytes += Array(String(value).utf8)
    case .double(let value): bytes += Array(JSONNumber.text(value).utf8)
    case .string(let value): JSONString.append(value, quotedTo: &bytes)
    case .array(let elements) where elements.isEmpty: bytes += Array("[\(lineBreak(depth))]".utf8)
    case .object(let members) where members.isEmpty: bytes += Array("{\(lineBreak(depth))}".utf8)
    case .array(let elements):
      pending.append(.text(lineBreak(depth) + "]"))
      for (index, element) in elements.enumerated().reversed() {
        pending.append(.value(element, depth: depth + 1))
        pending.append(.text((index == 0 ? "[" : ",") + lineBreak(depth + 1)))
      }
    case .object(let members):
      pending.append(.text(lineBreak(depth) + "}"))
      for (index, member) in members.enumerated().reversed() {
        pending.append(.value(member.value, depth: depth + 1))
        pending.append(.key(member.key))
        pending.append(.text((index == 0 ? "{" : ",") + lineBreak(depth + 1)))
      }
    }
  }
}
