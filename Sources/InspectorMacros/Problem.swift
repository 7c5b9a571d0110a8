import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A mistake in the source, with its location and, in some cases, a correction.
struct Problem {
  let words: Words
  let node: Syntax
  let fix: Fix?

  init(_ words: Words, at node: some SyntaxProtocol, fix: Fix? = nil) {
    self.words = words
    self.node = Syntax(node)
    self.fix = fix
  }

  /// The sentence that the compiler prints after `error:`.
  struct Words: DiagnosticMessage, Hashable {
    let message: String
    let diagnosticID: MessageID
    let severity = DiagnosticSeverity.error

    /// Creates a message. `id` is stable, while `message` may change.
    init(_ id: String, _ message: String) {
      self.message = message
      diagnosticID = MessageID(domain: "InspectorMacros", id: id)
    }
  }

  /// A correction that an editor offers.
  enum Fix {
    /// Replaces `let` with `var`.
    case makeVariable(TokenSyntax)
    case remove(DeclModifierSyntax)

    var fixIt: FixIt {
      switch self {
      case .makeVariable(let keyword):
        let variable = keyword.with(\.tokenKind, .keyword(.var))
        return .replace(message: FixWords("make it a 'var'"), oldNode: keyword, newNode: variable)
      case .remove(let modifier):
        let change = FixIt.Change.replaceText(
          range: modifier.position..<modifier.endPosition, with: "", in: modifier.root)
        return FixIt(message: FixWords("remove '\(modifier.name.text)'"), changes: [change])
      }
    }
  }

  private struct FixWords: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "InspectorMacros", id: message) }
    init(_ message: String) { self.message = message }
  }
}

extension MacroExpansionContext {
  /// Reports problems as errors of the compiler; returns true if there are none.
  func report(_ problems: [Problem]) -> Bool {
    for problem in problems {
      diagnose(Diagnostic(node: problem.node, message: problem.words, fixIts: problem.fix.map { [$0.fixIt] } ?? []))
    }
    return problems.isEmpty
  }

  func report(_ words: Problem.Words, at node: some SyntaxProtocol) {
    _ = report([Problem(words, at: node)])
  }
}
