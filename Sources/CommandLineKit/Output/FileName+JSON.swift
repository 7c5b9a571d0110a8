package import JSONText

extension FileName {
  /// Returns the JSON members for a file name: the displayed path and, only if the path is not UTF-8, its bytes in
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
  /// Creates an object from pairs of a key and a value, in the given order.
  package init(members: [(String, JSON)]) { self = .object(members.map { Member($0.0, $0.1) }) }
}

extension JSONLine {
  /// Adds the JSON members for a file name; see ``FileName/members(_:_:)``.
  package mutating func add(_ key: String, path: String) {
    for (key, value) in FileName.members(key, path) { add(key, value) }
  }
}
