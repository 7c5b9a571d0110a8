/// Why a selector cannot be read, or means nothing in a scene, and at which character.
///
/// ```
/// expected a value after '>', found ']'; write "" for the empty text
///     StarView[pointCount>]
///                         ^
/// ```
public struct SelectorError: Error, Hashable, Sendable {
  /// The whole selector.
  public var selector: String

  /// Where the problem lies, in bytes of UTF-8 from the start.
  public var offset: Int

  /// One sentence, with the remedy.
  public var message: String

  public init(selector: String, offset: Int, message: String) {
    self.selector = selector
    self.offset = offset
    self.message = message
  }

  /// The sentence, the selector, and a caret below the character.
  public var text: String { "\(message)\n\(excerpt)" }

  /// The selector and a caret below the character; of a long selector only what stands around it.
  public var excerpt: String {
    let bytes = Array(selector.utf8)
    let place = min(max(offset, 0), bytes.count)
    let before = Array(String(decoding: bytes[..<place], as: UTF8.self).unicodeScalars)
    let after = Array(String(decoding: bytes[place...], as: UTF8.self).unicodeScalars)
    let left = before.count > 60 ? "…" + Self.shown(before.suffix(60)) : Self.shown(before)
    let right = after.count > 40 ? Self.shown(after.prefix(40)) + "…" : Self.shown(after)
    return "    \(left)\(right)\n    \(String(repeating: " ", count: TerminalText.width(left)))^"
  }

  private static func shown(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    TerminalText.escaped(scalars.reduce(into: "") { $0.unicodeScalars.append($1) })
  }
}

extension SelectorError: CustomStringConvertible {
  public var description: String { text }
}
