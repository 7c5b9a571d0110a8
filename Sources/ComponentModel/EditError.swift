package import JSONText

/// Why an edit or a question was refused. Nothing was changed.
public struct EditError: Error, Hashable, Sendable, Refusal {
  package var reason: AnyRefusal

  /// The stable code, such as `unknown.property`.
  public var code: DiagnosticCode { reason.code }

  /// One lower-case sentence with its remedy.
  public var message: String { reason.message }

  /// What was refused object by object, where the edit met several.
  public var diagnostics: [Diagnostic]

  /// The step of an ``EditRequest`` that was refused, counted from 0; nil for another edit.
  public var step: Int?

  /// What of the step the error is about, where that is known.
  public var part: Part?

  /// An error for a reason; the diagnostics are the refusals of single objects.
  package init(_ reason: any Refusal, diagnostics: [Diagnostic] = [], part: Part? = nil) {
    self.reason = AnyRefusal(reason)
    self.diagnostics = diagnostics
    self.part = part
  }

  /// An error for the refusals of objects; nil where there are none.
  package init?(refusals: [Diagnostic], many: SeveralRefusals.Kind = .edits) {
    guard let first = refusals.first else { return nil }
    self.init(SeveralRefusals(first, of: refusals.count, many), diagnostics: refusals)
  }

  /// Whether a plugin that was needed is missing, failed or crashed.
  public var isPluginFailure: Bool { code.isOfPlugin }

  package var suggestion: String? { reason.suggestion }
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
