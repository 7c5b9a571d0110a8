package import JSONText

/// Several refusals of one kind at once, of which the first is shown.
package struct SeveralRefusals: Refusal {
  /// What there may be several of, in the words that follow their number.
  package enum Kind: String {
    case edits = "edits are refused"
    case changes = "changes are refused"
    case expectations = "expectations do not hold"
  }

  private let count: Int
  private let kind: Kind
  private let first: AnyRefusal

  /// - Parameter count: how many there are with the first.
  package init(_ first: any Refusal, of count: Int, _ kind: Kind) {
    (self.first, self.count, self.kind) = (AnyRefusal(first), count, kind)
  }

  package var code: DiagnosticCode { first.code }

  package var message: String {
    count == 1 ? first.message : "\(count) \(kind.rawValue); the first: \(first.message)"
  }
}
