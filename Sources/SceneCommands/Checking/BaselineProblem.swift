internal import JSONText

/// A fault in a baseline, which then suppresses no finding.
enum BaselineProblem: Refusal {
  case format
  /// A finding, counted from 1, without a scene, a code or a count.
  case finding(number: Int)

  var code: DiagnosticCode { .baselineFormat }

  var message: String {
    switch self {
    case .format:
      "this is not a baseline, an object with the format '\(Baseline.format)' and a list of 'findings'; write one with '--write-baseline'"
    case .finding(let number):
      "finding \(number) needs texts for 'scene' and 'code', and a 'count' of at least 1; write the baseline again with '--write-baseline'"
    }
  }
}
