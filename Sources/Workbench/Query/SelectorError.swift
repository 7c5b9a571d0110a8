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

/// What a selector's text does wrong.
enum SelectorProblem {
  case empty
  case noCompound(String)
  case afterBlank(String)
  case afterCompound(String)
  case noID(String)
  case secondID
  case noProperty(String)
  case noOperator(String)
  case doubledEquals
  case noValue(Comparison.Operator)
  case afterQuoted(String)
  case unclosedBracket
  case unclosedStored
  case unclosedQuote(UInt8)
  case badEscape
  case noCondition(String)
  case noConjunction(String)
  case unclosedParenthesis

  var message: String {
    switch self {
    case .empty: "the selector is empty; write a class, '#id' or '*'"
    case .noCompound(let found): "expected a class, '#id', '*' or '[', found \(found)"
    case .afterBlank(let found):
      "expected ',' or the end after a blank, found \(found); a selector is a class, '#id' or '*' with conditions in brackets, or a list of these with commas"
    case .afterCompound(let found):
      "expected '#', '[', ',' or the end, found \(found); a selector is a class, '#id' or '*' with conditions in brackets, or a list of these with commas"
    case .noID(let found): "expected an id after '#', found \(found)"
    case .secondID: "an object has only one id; write ',' between two selectors"
    case .noProperty(let found): "expected the name of a property, found \(found)"
    case .noOperator(let found):
      "expected ']' or one of \(Comparison.Operator.list), found \(found)"
    case .doubledEquals: "expected a value, found '='; equality is written '='"
    case .noValue(let comparator):
      "expected a value after '\(comparator.rawValue)', found ']'; write \"\" for the empty text"
    case .afterQuoted(let found): "expected ']' after the quoted value, found \(found)"
    case .noCondition(let found):
      "expected '[', '(' or 'not', found \(found); a condition is written as '[isOn=true] and not [mode=1]'"
    case .noConjunction(let found): "expected 'and', 'or' or the end, found \(found)"
    case .unclosedParenthesis: "'(' is not closed; end the group with ')'"
    case .unclosedBracket: "'[' is not closed; end the condition with ']'"
    case .unclosedStored: "'stored(' is not closed; write 'stored(NAME)'"
    case .unclosedQuote(let quote):
      "the quote is not closed; end it with \(quote == UInt8(ascii: "'") ? "\"'\"" : "'\"'")"
    case .badEscape: "the quoted text has an escape that JSON does not know; write '\\\\' for a backslash"
    }
  }
}
