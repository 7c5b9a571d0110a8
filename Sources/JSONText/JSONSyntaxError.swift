/// Says where a JSON text stops being one, what stands there, and what was expected instead.
///
/// Offsets count bytes from 0; the layer that knows the file turns them into line and column. For `[1,]`:
/// `JSONSyntaxError(offset: 3, kind: .syntax, found: "']'", expected: "a value", remedy: "remove the ',' before it")`.
package struct JSONSyntaxError: Refusal {
  /// What sort of rule was broken.
  package enum Kind: Hashable, Sendable {
    /// The grammar of RFC 8259.
    case syntax
    /// The bytes are not UTF-8, or an escape is half of a surrogate pair.
    case utf8
    /// A key stands twice in one object; `firstOffset` is the opening quote of the first.
    case duplicateKey(firstOffset: Int)
    /// A setting's limit, such as the depth, was passed.
    case limit
  }

  package var offset: Int
  package var kind: Kind
  package var found: String
  package var expected: String

  /// What to do about it; empty where `expected` says it all.
  package var remedy: String

  package init(offset: Int, kind: Kind, found: String, expected: String, remedy: String = "") {
    self.offset = offset
    self.kind = kind
    self.found = found
    self.expected = expected
    self.remedy = remedy
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// The sentence without a place: `expected a value, found ']'; remove the ',' before it`.
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
