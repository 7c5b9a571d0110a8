package import JSONText

extension FileName {
  /// The members of a JSON object that name a file: the path as it is shown and, exactly where its bytes are not UTF-8, those
  /// in base64.
  ///
  /// ```swift
  /// FileName.members("scene", path)  // "scene": "\\xff.json", "sceneBytes": "/y5qc29u"
  /// ```
  package static func members(_ key: String, _ path: String) -> [(String, JSON)] {
    let shown = (key, JSON.string(shown(path)))
    return plain(path) != nil ? [shown] : [shown, ("\(key)Bytes", .string(base64(bytes(of: path))))]
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)

  /// Base64 as in RFC 4648, section 4.
  private static func base64(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 { text.append(place <= part.count ? digits[bits >> (18 - 6 * place) & 63] : "=") }
    }
    return String(text)
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
