internal import JSONText

/// A fault in a baseline, which makes the whole baseline unusable.
enum BaselineProblem: Refusal {
  case format
  /// The file does not exist.
  case missing
  /// A finding, counted from 1, that lacks a scene, a code or a count.
  case finding(number: Int)

  var code: DiagnosticCode { if case .missing = self { .ioOpen } else { .baselineFormat } }

  var message: String {
    switch self {
    case .format:
      "this is not a baseline, an object with the format '\(Baseline.format)' and a list of 'findings'; write one with '--write-baseline'"
    case .missing: "no such file; check the path, or add '--write-baseline' to write the current findings into it"
    case .finding(let number):
      "finding \(number) needs texts for 'scene' and 'code', and a 'count' of at least 1; write the baseline again with '--write-baseline'"
    }
  }
}
