/// The limits of the texts that the host accepts from a plugin, which may write any amount of text.
package enum PluginText {
  /// The maximum size of one text, in bytes of UTF-8.
  package static let limit = 2000

  /// The maximum number of texts of one kind about one object.
  package static let listLimit = 100

  /// Returns the text; if it exceeds ``limit``, only its beginning and the number of omitted bytes.
  package static func capped(_ text: String) -> String {
    let count = text.utf8.count
    guard count > limit else { return text }
    // The text must not end in the middle of a character.
    let head = Substring(text.utf8.prefix(limit)).unicodeScalars.dropLast()
    return "\(String(head))… (\(count - head.reduce(0) { $0 + UTF8.width($1) }) bytes more)"
  }

  /// Returns the list; if it exceeds ``listLimit``, only its beginning and the number of omitted texts.
  package static func capped(_ texts: [String]) -> [String] {
    guard texts.count > listLimit else { return texts.map(capped) }
    return texts.prefix(listLimit).map(capped) + [rest(texts.count)]
  }

  /// Returns the last line of a truncated list, which reports the number of omitted texts.
  package static func rest(_ count: Int) -> String { "… and \(count - listLimit) more" }
}
