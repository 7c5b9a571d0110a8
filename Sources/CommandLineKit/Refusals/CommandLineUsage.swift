package import JSONText

/// Why a command line is not understood, whatever its command is.
package enum CommandLineUsage: UsageRefusal {
  case notUTF8(shown: String)
  /// The purpose is a noun, such as `script`.
  case inputTwice(purpose: String)
  // Where the outputs of many scenes go.
  case noNameForOutput(noun: String)
  case sameOutput(String, String, path: String, done: String)
  case outputInside(String, of: String, path: String, noun: String, done: String)

  package var message: String {
    switch self {
    case .notUTF8(let word):
      "the argument '\(word)' is not UTF-8; only names of files may have other bytes"
    case .inputTwice(let purpose): "'-' cannot be both the \(purpose) and a scene; give one of them as a file"
    case .noNameForOutput(let noun):
      "'-' has no name that a \(noun) could have; take it alone, and name the \(noun) with '--output'"
    case .sameOutput(let first, let second, let path, let done):
      "'\(first)' and '\(second)' would both be \(done) to '\(path)'; choose different folders"
    case .outputInside(let scene, let other, let path, let noun, let done):
      "'\(scene)' would be \(done) into '\(path)', which is the \(noun) of '\(other)'; choose different folders"
    }
  }
}

/// Why a command line is not understood: words that are missing, too many, or do not go together.
package protocol UsageRefusal: Refusal {}

extension UsageRefusal {
  package var code: DiagnosticCode { .usage }
}
