/// An error of a JSON text: its offset, the text found there, and the expected text.
///
/// Offsets count bytes from 0; the layer that knows the file converts them to a line and a column. For `[1,]`:
/// `JSONSyntaxError(offset: 3, kind: .syntax, found: "']'", expected: "a value", remedy: "remove the ',' before it")`.
package struct JSONSyntaxError: Refusal {
  /// The kind of the error, which determines its diagnostic code.
  package enum Kind: Hashable, Sendable {
    /// The text breaks the grammar of RFC 8259.
    case syntax
    /// The bytes are not UTF-8, or an escape is half of a surrogate pair.
    case utf8
    /// An object has the same key twice; `firstOffset` is the offset of the first key's opening quote.
    case duplicateKey(firstOffset: Int)
    /// The text exceeds a limit, such as the maximum depth.
    case limit
  }

  package var offset: Int
  package var kind: Kind
  package var found: String
  package var expected: String

  /// The advice that ends the message; empty if `expected` is enough.
  package var remedy = ""
}

extension JSONSyntaxError: CustomStringConvertible {
  /// The message without a position, such as `expected a value, found ']'; remove the ',' before it`.
  package var description: String {
    let sentence = expected.isEmpty ? found : "expected \(expected), found \(found)"
    return remedy.isEmpty ? sentence : "\(sentence); \(remedy)"
  }

  package var message: String { description }

  /// The stable diagnostic code: `json.syntax`, `json.utf8`, `json.duplicate-key` or `json.limit`.
  package var code: DiagnosticCode {
    switch kind {
    case .syntax: .jsonSyntax
    case .utf8: .jsonUTF8
    case .duplicateKey: .jsonDuplicateKey
    case .limit: .jsonLimit
    }
  }
}
