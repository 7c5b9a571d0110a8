import InspectorKit
import WorkbenchSupport

/// The mistakes that the text of a selector or a condition may contain.
enum SelectorProblem {
  case empty
  case noCompound(String)
  case afterCompound(String, isInside: Bool)
  case noID(String)
  case secondID
  case noProperty(String)
  case noOperator(String)
  case doubledEquals
  case noValue(Comparison.Operator)
  case afterValue(String)
  case unclosedBracket
  case unclosedStored
  case unclosedQuote(UInt8)
  case badEscape
  case openEscape
  case unclosedComment
  // Pseudo-classes.
  case noPseudoClass(String)
  case unknownPseudoClass(String)
  case noParenthesis(String, String)
  case unclosedPseudoClass(String)
  case noEndOfPseudoClass(String, String)
  case noClass(String)
  case noText
  case noDocument
  case noChildPattern(String)
  case tooDeep(Int)
  // Conditions of properties.
  case noCondition(String)
  case noConjunction(String)
  case unclosedParenthesis

  var message: String {
    switch self {
    case .empty: "the selector is empty; write a class, '#id' or '*'"
    case .noCompound(let found): "expected a class, '#id', '*', '[' or ':', found \(found)"
    case .afterCompound(let found, let isInside):
      "expected '[', ':', '#', a space, '>', '+', '~', ',' or \(isInside ? "')'" : "the end"), found \(found)"
    case .noID(let found): "expected an id after '#', found \(found)"
    case .secondID: "an object has only one id; write ',' between two selectors"
    case .noProperty(let found): "expected the name of a property, found \(found)"
    case .noOperator(let found):
      "expected ']' or one of \(Comparison.Operator.list), found \(found)"
    case .doubledEquals: "expected a value, found '='; equality is written '='"
    case .noValue(let comparator):
      "expected a value after '\(comparator.rawValue)', found ']'; write \"\" for the empty text"
    case .afterValue(let found): "expected ']' after the value, found \(found)"
    case .unclosedBracket: "'[' is not closed; end the condition with ']'"
    case .unclosedStored: "'stored(' is not closed; write 'stored(NAME)'"
    case .unclosedQuote(let quote):
      "the quote is not closed; end it with \(quote == UInt8(ascii: "'") ? "\"'\"" : "'\"'")"
    case .badEscape:
      "'\\u' needs four hexadecimal digits, or two such escapes that make a pair; write '\\\\' for a backslash"
    case .openEscape:
      "a backslash keeps the character after it as it is, and there is none; leave it out, or write '\\\\'"
    case .unclosedComment: "the comment is not closed; end it with '*/', or put what it belongs to in quotes"
    case .noPseudoClass(let found): "expected one of \(Self.names) after ':', found \(found)"
    case .unknownPseudoClass(let name):
      "unknown pseudo-class ':\(TerminalText.escaped(name))'\(DidYouMean.suggestion(for: name, among: Selector.pseudoClasses.map(\.name)).map { "; did you mean ':\($0)'?" } ?? "; the pseudo-classes are \(Self.names)")"
    case .noParenthesis(let name, let found):
      "expected '(' after ':\(name)', found \(found); write '\(Self.form(name))'"
    case .unclosedPseudoClass(let name): "':\(name)(' is not closed; end it with ')'"
    case .noEndOfPseudoClass(let name, let found):
      "expected ')' after what ':\(name)' takes, found \(found); write '\(Self.form(name))'"
    case .noClass(let found): "expected a class, found \(found); write ':kind(View)'"
    case .noDocument: "':from' needs the name of a document, such as ':from(card.json#badge)'"
    case .noText: "':text' needs a text to look for; write a part of it"
    case .noChildPattern(let text):
      "'\(TerminalText.escaped(text))' is invalid in ':nth-child()'; write 'odd', 'even', a number, or a formula such as '2n+1'"
    case .tooDeep(let depth): "more than \(depth) nested parentheses; write the selector with fewer"
    case .noCondition(let found):
      "expected '[', '(' or 'not', found \(found); a condition is written as '[isOn=true] and not [mode=1]'"
    case .noConjunction(let found): "expected 'and', 'or' or the end, found \(found)"
    case .unclosedParenthesis: "'(' is not closed; end the group with ')'"
    }
  }

  private static let names = Selector.pseudoClasses.map { ":\($0.name)" }.joined(separator: " ")

  private static func form(_ name: String) -> String { Selector.pseudoClasses.first { $0.name == name }?.form ?? "" }
}

/// An error in a selector, with its offset: a syntax error, or a name that does not exist in the scene.
///
/// ```
/// expected a value after '>', found ']'; write "" for the empty text
///     StarView[pointCount>]
///                         ^
/// ```
public struct SelectorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The whole text of the selector.
  public var selector: String

  /// The offset of the error, in bytes of UTF-8 from the start.
  public var offset: Int

  /// The message: one sentence, with the remedy.
  public var message: String

  /// Creates an error at an offset in a selector, in bytes of UTF-8 from the start.
  public init(selector: String, offset: Int, message: String) {
    self.selector = selector
    self.offset = offset
    self.message = message
  }

  /// The message, followed by the ``excerpt`` on separate lines.
  public var text: String { "\(message)\n\(excerpt)" }

  /// The selector, and a caret below the position of the error. A long selector is cut to the text around that
  /// position.
  public var excerpt: String {
    // Only the shown part is read, since a long selector may have many mistakes.
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

  /// The same as ``text``.
  public var description: String { text }
}
