package import JSONText
package import SceneDocument

/// The reason for a refused edit or query. Nothing was changed.
public struct EditError: Error, Hashable, Sendable, Refusal {
  package var reason: AnyRefusal

  /// The stable code, such as `unknown.property`.
  public var code: DiagnosticCode { reason.code }

  /// One lower-case sentence with its remedy.
  public var message: String { reason.message }

  /// The refusals of single objects, if the edit concerned several.
  public var diagnostics: [Diagnostic]

  /// The step of an ``EditRequest`` that was refused, counted from 0; nil for an edit without steps.
  public var step: Int?

  /// The part of the step that the error is about; nil if unknown.
  public var part: Part?

  /// Creates an error for a reason; the diagnostics are the refusals of single objects.
  package init(_ reason: any Refusal, diagnostics: [Diagnostic] = [], part: Part? = nil) {
    self.reason = AnyRefusal(reason)
    self.diagnostics = diagnostics
    self.part = part
  }

  /// Creates an error for the refusals of objects; returns nil if there are none.
  package init?(refusals: [Diagnostic], many: SeveralRefusals.Kind = .edits) {
    guard let first = refusals.first else { return nil }
    self.init(SeveralRefusals(first, of: refusals.count, many), diagnostics: refusals)
  }

  /// True if a required plugin is missing, failed or crashed.
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

extension InspectorJob {
  /// A control that ends a save when the work is cancelled.
  package var saveControl: SaveControl { SaveControl(isCancelled: { self.isCancelled }, commit: commit) }

  /// Throws `cancelled` if the work is cancelled.
  package func check() throws(EditError) {
    if isCancelled { throw .cancelled }
  }
}

extension EditError {
  package static let cancelled = EditError(CancelledRefusal())

  /// Runs a document operation and rethrows its error as an ``EditError``.
  package static func wrapping<R>(_ body: () throws(SceneError) -> R) throws(EditError) -> R {
    do throws(SceneError) { return try body() } catch { throw EditError(error) }
  }
}

/// Several simultaneous refusals of one kind, of which the first is shown.
package struct SeveralRefusals: Refusal {
  /// The kind of the refusals, in the words that follow their number.
  package enum Kind: String {
    case edits = "edits are refused"
    case changes = "changes are refused"
    case expectations = "expectations do not hold"
  }

  private let count: Int
  private let kind: Kind
  private let first: AnyRefusal

  /// - Parameter count: the number of refusals, including the first.
  package init(_ first: any Refusal, of count: Int, _ kind: Kind) {
    (self.first, self.count, self.kind) = (AnyRefusal(first), count, kind)
  }

  package var code: DiagnosticCode { first.code }

  package var message: String {
    count == 1 ? first.message : "\(count) \(kind.rawValue); the first: \(first.message)"
  }
}
