package import JSONText

/// A JSON object that is written member by member. It can quote the stored text of a scene verbatim, whereas a tree
/// would lose the digits of its numbers.
package struct JSONLine {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  package init() {}

  package mutating func add(_ key: String, _ value: JSON) { add(key, raw: value.text()) }

  /// Adds a member whose value is already JSON text.
  package mutating func add(_ key: String, raw text: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    JSONString.append(key, quotedTo: &bytes)
    bytes.append(UInt8(ascii: ":"))
    bytes += Array(text.utf8)
  }

  /// Adds a list whose elements are already JSON text.
  package mutating func add(_ key: String, list: [String]) { add(key, raw: "[\(list.joined(separator: ","))]") }

  package var text: String { String(decoding: bytes, as: UTF8.self) + "}" }

  /// Returns JSON text in one line, as `--ndjson` requires of each record; text stored in a scene may have line breaks
  /// between tokens.
  package static func unbroken(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }
}

extension FileName {
  /// Returns the JSON members that name a file: the displayed path and, only if its bytes are not UTF-8, those bytes in
  /// base64.
  ///
  /// ```swift
  /// FileName.members("scene", path)  // "scene": "\\xff.json", "sceneBytes": "/y5qc29u"
  /// ```
  package static func members(_ key: String, _ path: String) -> [(String, JSON)] {
    let shown = (key, JSON.string(shown(path)))
    return plain(path) != nil ? [shown] : [shown, ("\(key)Bytes", .string(bytes(of: path).base64))]
  }
}

extension JSON {
  /// Creates an object with these members.
  package init(members: [(String, JSON)]) { self = .object(members.map { Member($0.0, $0.1) }) }
}

extension JSONLine {
  /// Adds the JSON members that name a file; see ``FileName/members(_:_:)``.
  package mutating func add(_ key: String, path: String) {
    for (key, value) in FileName.members(key, path) { add(key, value) }
  }
}
