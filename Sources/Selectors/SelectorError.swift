internal import WorkbenchSupport

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

  /// An error at a place of a selector, in bytes of UTF-8 from the start.
  public init(selector: String, offset: Int, message: String) {
    self.selector = selector
    self.offset = offset
    self.message = message
  }

  /// The sentence, the selector, and a caret below the character.
  public var text: String { "\(message)\n\(excerpt)" }

  /// The selector and a caret below the character; of a long selector only what stands around it.
  public var excerpt: String {
    // No more than what is shown is looked at: a selector of many parts may have a mistake in each.
    let place = selector.utf8.index(selector.startIndex, offsetBy: min(max(offset, 0), selector.utf8.count))
    let (before, after) = (selector.unicodeScalars[..<place], selector.unicodeScalars[place...])
    let (near, next) = (before.suffix(60), after.prefix(40))
    let left = (near.startIndex > before.startIndex ? "…" : "") + Self.shown(near)
    let right = Self.shown(next) + (next.endIndex < after.endIndex ? "…" : "")
    return "    \(left)\(right)\n    \(String(repeating: " ", count: TerminalText.width(left)))^"
  }

  private static func shown(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    TerminalText.escaped(scalars.reduce(into: "") { $0.unicodeScalars.append($1) })
  }
}

extension SelectorError: CustomStringConvertible {
  /// The error as text, which is ``text``.
  public var description: String { text }
}
