package import JSONText

/// An object of a JSON document, written member by member, so that what a scene stores can be quoted as it is written: a
/// tree would lose the digits of its numbers.
package struct JSONLine {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  package init() {}

  package mutating func add(_ key: String, _ value: JSON) { add(key, raw: value.text()) }

  /// Adds a member whose value is JSON text already.
  package mutating func add(_ key: String, raw text: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    JSONString.append(key, quotedTo: &bytes)
    bytes.append(UInt8(ascii: ":"))
    bytes += Array(text.utf8)
  }

  /// Adds a list, its elements being JSON text already.
  package mutating func add(_ key: String, list: [String]) { add(key, raw: "[\(list.joined(separator: ","))]") }

  package var text: String { String(decoding: bytes, as: UTF8.self) + "}" }

  /// JSON text in one line, as each record of `--ndjson` is: what a scene stores may have line breaks between its parts.
  package static func unbroken(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }
}

extension FileName {
  /// The members of a JSON object that name a file: the path as it is shown and, exactly where its bytes are not UTF-8, those
  /// in base64.
  ///
  /// ```swift
  /// FileName.members("scene", path)  // "scene": "\\xff.json", "sceneBytes": "/y5qc29u"
  /// ```
  package static func members(_ key: String, _ path: String) -> [(String, JSON)] {
    let shown = (key, JSON.string(shown(path)))
    return plain(path) != nil ? [shown] : [shown, ("\(key)Bytes", .string(Base64.text(bytes(of: path))))]
  }
}

extension JSON {
  /// An object with these members.
  package init(members: [(String, JSON)]) { self = .object(members.map { Member($0.0, $0.1) }) }
}

extension JSONLine {
  /// Adds the members that name a file; see ``FileName/members(_:_:)``.
  package mutating func add(_ key: String, path: String) {
    for (key, value) in FileName.members(key, path) { add(key, value) }
  }
}
