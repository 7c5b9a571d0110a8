internal import SceneDocument

/// The members that a document or an object must have to be recognised.
struct FormatMarks: Sendable {
  /// The key paths and JSON texts of the members. A nil text matches any value.
  var members: [(path: [String], text: [UInt8]?)] = []

  /// The file name patterns of documents with these members; empty if the file name does not matter.
  var files: [String] = []

  /// The last key of each member's key path.
  var keys: [String] { members.compactMap(\.path.last) }

  /// Returns a sentence for each member that is missing or has a different text, such as `'layers' is missing`.
  func lacks(_ value: TextValue) -> [String] {
    members.compactMap { path, text in
      let key = path.joined(separator: ".")
      guard let found = value.value(at: path) else { return "'\(key)' is missing" }
      guard let text, !text.elementsEqual(found.text) else { return nil }
      return "'\(key)' is not \(String(decoding: text, as: UTF8.self))"
    }
  }

  /// Returns true if a value has all members with the required texts.
  func fit(_ value: TextValue) -> Bool {
    members.allSatisfy { path, text in
      guard let found = value.value(at: path) else { return false }
      return text.map { $0.elementsEqual(found.text) } ?? true
    }
  }
}
