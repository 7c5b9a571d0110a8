internal import SceneDocument

/// The members by which a document or an object is recognised, all of which it has to have.
struct FormatMarks: Sendable {
  /// The texts of the members by their key paths; nil stands for any value.
  var members: [(path: [String], text: [UInt8]?)] = []

  /// The patterns of the names of documents that have these members; none if any name tells the same.
  var files: [String] = []

  /// The last keys of the key paths.
  var keys: [String] { members.compactMap(\.path.last) }

  /// Returns the members that a value does not have as the format says, each as a sentence, such as `'layers' is missing`.
  func lacks(_ value: TextValue) -> [String] {
    members.compactMap { path, text in
      let key = path.joined(separator: ".")
      guard let found = value.value(at: path) else { return "'\(key)' is missing" }
      guard let text, !text.elementsEqual(found.text) else { return nil }
      return "'\(key)' is not \(String(decoding: text, as: UTF8.self))"
    }
  }

  /// Returns true if a value has the members.
  func fit(_ value: TextValue) -> Bool {
    members.allSatisfy { path, text in
      guard let found = value.value(at: path) else { return false }
      return text.map { $0.elementsEqual(found.text) } ?? true
    }
  }
}
