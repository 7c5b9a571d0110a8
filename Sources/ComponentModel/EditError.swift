package import JSONText
package import SceneDocument

extension Diagnostic {
  /// Creates an error for the refusals of objects; returns nil if there are none.
  package init?(refusals: [Diagnostic], many: SeveralRefusals.Kind = .edits) {
    guard let first = refusals.first else { return nil }
    self.init(SeveralRefusals(first, of: refusals.count, many), details: refusals)
  }
}

extension InspectorJob {
  /// A control that ends a save when the work is cancelled.
  package var saveControl: SaveControl { SaveControl(isCancelled: { self.isCancelled }, commit: commit) }

  /// Throws `cancelled` if the work is cancelled.
  package func check() throws(Diagnostic) {
    if isCancelled { throw .cancelled }
  }
}

extension Diagnostic {
  package static let cancelled = Diagnostic(CancelledRefusal())

  /// Runs a document operation and rethrows its error as an ``Diagnostic``.
  package static func wrapping<R>(_ body: () throws(SceneError) -> R) throws(Diagnostic) -> R {
    do throws(SceneError) { return try body() } catch { throw Diagnostic(error) }
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
