package import JSONText
package import SceneDocument

extension Diagnostic {
  package static let cancelled = Diagnostic(CancelledRefusal())

  /// Creates an error from the refusals of several objects; nil if there are none. The message shows the first refusal
  /// and the number of refusals, and the details list all refusals.
  package init?(refusals: [Diagnostic], many: SeveralRefusals.Kind = .edits) {
    guard let first = refusals.first else { return nil }
    self.init(SeveralRefusals(first, of: refusals.count, many), details: refusals)
  }

  /// Runs a document operation, and rethrows its error as a ``Diagnostic``.
  package static func wrapping<R>(_ body: () throws(SceneError) -> R) throws(Diagnostic) -> R {
    do throws(SceneError) { return try body() } catch { throw Diagnostic(error) }
  }
}

extension InspectorJob {
  /// The save control that stops a save when the job is cancelled.
  package var saveControl: SaveControl { SaveControl(isCancelled: { self.isCancelled }, commit: commit) }

  /// Throws the error `cancelled` if the job is cancelled.
  package func check() throws(Diagnostic) {
    if isCancelled { throw .cancelled }
  }
}

/// Several refusals of one kind, combined into a message that shows the first.
package struct SeveralRefusals: Refusal {
  /// The kind of the refusals. The raw value is the text that follows their number in the message.
  package enum Kind: String {
    case edits = "edits are refused"
    case changes = "changes are refused"
    case expectations = "expectations do not hold"
  }

  private let count: Int
  private let kind: Kind
  private let first: AnyRefusal

  /// Creates a refusal whose message shows the first of several refusals and their number.
  ///
  /// - Parameter count: the number of refusals, including the first.
  package init(_ first: any Refusal, of count: Int, _ kind: Kind) {
    (self.first, self.count, self.kind) = (AnyRefusal(first), count, kind)
  }

  package var code: DiagnosticCode { first.code }

  package var message: String {
    count == 1 ? first.message : "\(count) \(kind.rawValue); the first: \(first.message)"
  }
}
