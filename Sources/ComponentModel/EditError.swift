package import JSONText
package import SceneDocument

/// Why an edit or a question was refused. Nothing was changed.
public struct EditError: Error, Hashable, Sendable {
  /// The stable code, such as `unknown.property`.
  public var code: DiagnosticCode

  /// One lower-case sentence with its remedy.
  public var message: String

  /// What was refused object by object, where the edit met several.
  public var diagnostics: [Diagnostic]

  /// The step of an ``EditRequest`` that was refused, counted from 0; nil for another edit.
  public var step: Int?

  /// What of the step the error is about, where that is known.
  public var part: Part?

  /// Whether the message ends with a name that was probably meant.
  package var hasSuggestion = false

  /// An error with the code and the sentence of a refusal.
  ///
  /// - Parameter hint: the question whether another name was meant, which ends the message; empty where there is none.
  package init(_ refusal: Refusal, hint: String = "", part: Part? = nil) {
    self.init(code: refusal.code, message: refusal.message + hint, part: part)
    hasSuggestion = !hint.isEmpty
  }

  /// An error with a stable code and a sentence; the diagnostics are the refusals of single objects.
  public init(code: DiagnosticCode, message: String, diagnostics: [Diagnostic] = [], part: Part? = nil) {
    self.code = code
    self.message = message
    self.diagnostics = diagnostics
    self.part = part
  }

  /// Makes an error of the refusals of objects: it has the first one's code and words, and says how many there are.
  package init(refusals: [Diagnostic], many: Many = .edits) {
    let first = refusals.first
    let message = first?.message ?? ""
    self.init(
      code: first?.code ?? .editValue, message: Self.first(of: refusals.count, many, message), diagnostics: refusals)
  }

  package static func first(of count: Int, _ many: Many, _ message: String) -> String {
    count == 1 ? message : "\(count) \(many.rawValue); the first: \(message)"
  }

  /// What there may be several of, in the words that follow their number.
  package enum Many: String {
    case edits = "edits are refused"
    case changes = "changes are refused"
    case expectations = "expectations do not hold"
  }

  /// Whether a plugin that was needed is missing, failed or crashed.
  public var isPluginFailure: Bool { code.isOfPlugin }

  package init(_ failure: PluginFailure, diagnostics: [Diagnostic] = []) {
    self.init(code: failure.code, message: failure.message, diagnostics: diagnostics)
  }

  package init(_ problem: ValueProblem, part: Part? = nil) {
    self.init(code: problem.code, message: problem.message, part: part)
  }

  /// An error of the document, which is about no place in its text that people know.
  package init(_ error: SceneError, part: Part? = nil) {
    self.init(code: error.code, message: error.message, part: part)
  }

  /// Does what a document may refuse.
  package static func wrapping<R>(_ body: () throws(SceneError) -> R) throws(EditError) -> R {
    do throws(SceneError) { return try body() } catch { throw EditError(error) }
  }

  /// An error about the object that a finding is about.
  package init(_ finding: Diagnostic, diagnostics: [Diagnostic] = []) {
    self.init(code: finding.code, message: finding.message, diagnostics: diagnostics)
  }
}

extension EditError {
  /// A part of the step of an edit that an error may be about.
  public enum Part: Hashable, Sendable {
    case selector
    case assignment(Int)
    case action
    /// One of the objects to insert, and an offset in its text.
    case object(Int, offset: Int)
    case parent
    case sibling
    case index
    /// The id, class, name or property that is given.
    case name
    /// The property that is to be renamed.
    case oldName
    case stored(Int)
    case absent(Int)
    case effective(Int)
    case count
    case parentOfExpected
    case nameOfExpected
    case indexOfExpected
    /// The list of all that is stored, or one of its values.
    case attributes
    case attribute(Int)
    case children
    case color(Int)
  }
}
