/// A JSON object that is written member by member. It can quote the stored text of a scene verbatim, whereas a tree
/// would lose the digits of its numbers.
package struct JSONLine {
  private var bytes: [UInt8] = []
  private let isSpaced: Bool

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

  /// Adds a list whose elements are already JSON text.
  package mutating func add(_ key: String, list: [String]) {
    add(key, raw: "[\(list.joined(separator: isSpaced ? ", " : ","))]")
  }

  package var text: String {
    let members = String(decoding: bytes, as: UTF8.self)
    return isSpaced && !isEmpty ? "{ \(members) }" : "{\(members)}"
  }

  /// Returns JSON text in one line, as `--ndjson` requires of each record; text stored in a scene may have line breaks
  /// between tokens.
  package static func unbroken(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }
}
