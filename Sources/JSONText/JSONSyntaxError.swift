/// An error of a JSON text: its offset, the text found there, and the expected text.
///
/// Offsets count bytes from 0; the layer that knows the file turns them into line and column. For `[1,]`:
/// `JSONSyntaxError(offset: 3, kind: .syntax, found: "']'", expected: "a value", remedy: "remove the ',' before it")`.
package struct JSONSyntaxError: Refusal {
  /// The kind of rule that was broken.
  package enum Kind: Hashable, Sendable {
    /// The grammar of RFC 8259.
    case syntax
    /// The bytes are not UTF-8, or an escape is half of a surrogate pair.
    case utf8
    /// A duplicate key in one object; `firstOffset` is the opening quote of the first.
    case duplicateKey(firstOffset: Int)
    /// A limit of the settings, such as the depth, was exceeded.
    case limit
  }

  package var offset: Int
  package var kind: Kind
  package var found: String
  package var expected: String

  /// The remedy; empty if `expected` is enough.
  package var remedy = ""
}

extension JSONSyntaxError: CustomStringConvertible {
  /// The message without a place: `expected a value, found ']'; remove the ',' before it`.
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
