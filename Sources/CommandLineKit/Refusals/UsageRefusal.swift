package import JSONText

/// Why a command line is not understood: words that are missing, too many, or do not go together.
package protocol UsageRefusal: Refusal {}

extension UsageRefusal {
  package var code: DiagnosticCode { .usage }
}
