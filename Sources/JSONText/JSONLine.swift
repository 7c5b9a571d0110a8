/// A writer of one JSON object, member by member. Unlike a `JSON` tree, the writer can copy a value's text from a scene
/// verbatim, with all digits of its numbers.
package struct JSONLine {
  private var bytes: [UInt8] = []
  private let isSpaced: Bool

  /// Creates an object without members.
  ///
  /// - Parameter isSpaced: true to put blanks between tokens, as in files that people read.
  package init(isSpaced: Bool = false) { self.isSpaced = isSpaced }

  package var isEmpty: Bool { bytes.isEmpty }

  package mutating func add(_ key: String, _ value: JSON) { add(key, raw: value.text()) }

  /// Adds a member whose value is already JSON text.
  package mutating func add(_ key: String, raw text: String) {
    if !isEmpty { bytes += Array((isSpaced ? ", " : ",").utf8) }
    JSONString.append(key, quotedTo: &bytes)
    bytes += Array((isSpaced ? ": " : ":").utf8)
    bytes += Array(text.utf8)
  }

  /// Adds a member whose value is an array; the given elements are already JSON text.
  package mutating func add(_ key: String, list: [String]) {
    add(key, raw: "[\(list.joined(separator: isSpaced ? ", " : ","))]")
  }

  package var text: String {
    let members = String(decoding: bytes, as: UTF8.self)
    return isSpaced && !isEmpty ? "{ \(members) }" : "{\(members)}"
  }

  /// Returns JSON text with its line breaks replaced by blanks, since `--ndjson` requires one line for each record.
  package static func unbroken(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }
}
