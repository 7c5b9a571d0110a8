/// The limits on strings from a plugin, which might send any amount of text.
package enum PluginText {
  /// The maximum size of one string, in bytes of UTF-8. A longer string is cut or refused, depending on its use.
  package static let limit = 2000

  /// The maximum number of strings of one kind about one object, such as warnings; further strings are only counted.
  package static let listLimit = 100

  /// Returns the text unchanged if it does not exceed ``limit``; otherwise its beginning and the number of omitted
  /// bytes.
  package static func capped(_ text: String) -> String {
    let count = text.utf8.count
    guard count > limit else { return text }
    // The beginning must not end in the middle of a character.
    let head = Substring(text.utf8.prefix(limit)).unicodeScalars.dropLast()
    return "\(String(head))… (\(count - head.reduce(0) { $0 + UTF8.width($1) }) bytes more)"
  }

  /// Returns the list with each string capped. If the list exceeds ``listLimit``, returns only its beginning and a last
  /// string with the number of omitted strings.
  package static func capped(_ texts: [String]) -> [String] {
    guard texts.count > listLimit else { return texts.map(capped) }
    return texts.prefix(listLimit).map(capped) + [rest(texts.count)]
  }

  /// Returns the last string of a truncated list, with the number of omitted strings; `count` is the length of the
  /// whole list.
  package static func rest(_ count: Int) -> String { "… and \(count - listLimit) more" }
}
