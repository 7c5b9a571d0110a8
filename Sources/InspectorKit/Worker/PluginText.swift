/// The limits of what the host takes of a plugin's texts: nobody reads more, and a plugin may write without end.
package enum PluginText {
  /// How many bytes of UTF-8 of one text are kept at most.
  package static let limit = 2000

  /// How many texts of one kind about one object are kept at most.
  package static let listLimit = 100

  /// The text, or its beginning and how much is left out.
  package static func capped(_ text: String) -> String {
    let count = text.utf8.count
    guard count > limit else { return text }
    // Not in the middle of a character.
    let head = Substring(text.utf8.prefix(limit)).unicodeScalars.dropLast()
    return "\(String(head))… (\(count - head.reduce(0) { $0 + UTF8.width($1) }) bytes more)"
  }

  /// The list, or its beginning and how many are left out.
  package static func capped(_ texts: [String]) -> [String] {
    guard texts.count > listLimit else { return texts.map(capped) }
    return texts.prefix(listLimit).map(capped) + [rest(texts.count)]
  }

  /// The last line of a list of so many texts that is cut.
  package static func rest(_ count: Int) -> String { "… and \(count - listLimit) more" }
}
