import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `#color`, which checks the text of a colour at compile time.
///
/// `#color("#F80")` becomes `InspectorKit.Color(rgba: 0xFF8800FF)`.
struct ColorMacro: ExpressionMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    // Something to compile, so that the compiler reports no second error.
    let none: ExprSyntax = "InspectorKit.Color(rgba: 0)"
    guard let argument = node.arguments.first?.expression, let text = argument.literalText else {
      context.report(.colorIsNoLiteral, at: node)
      return none
    }
    guard let digits = hexDigits(text) else {
      context.report(.badColor(text), at: argument)
      return none
    }
    return "InspectorKit.Color(rgba: 0x\(raw: digits))"
  }

  /// Returns the eight hex digits of a colour such as `#F80` or `#FF8800`; nil if the text has a different form.
  private static func hexDigits(_ text: String) -> String? {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    switch digits.count {
    case 3: return digits.map { "\($0)\($0)" }.joined() + "FF"
    case 4: return digits.map { "\($0)\($0)" }.joined()
    case 6: return digits + "FF"
    case 8: return String(digits)
    default: return nil
    }
  }
}
