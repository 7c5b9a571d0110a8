package import JSONText

/// The errors of usage that are common to all commands.
package enum CommandLineUsage: UsageRefusal {
  case notUTF8(shown: String)
  /// The standard input, `-`, has two uses: as a scene, and for a purpose such as `script`.
  case inputTwice(purpose: String)
  // The outputs of many scenes.
  case noNameForOutput(noun: String)
  case sameOutput(String, String, path: String, done: String)
  case outputInside(String, of: String, path: String, noun: String, done: String)

  package var message: String {
    switch self {
    case .notUTF8(let word):
      "the argument '\(word)' is not UTF-8; only file names may have other bytes"
    case .inputTwice(let purpose): "'-' cannot be both the \(purpose) and a scene; give one of them as a file"
    case .noNameForOutput(let noun):
      "'-' gives a \(noun) no name; use it alone, and name the \(noun) with '--output'"
    case .sameOutput(let first, let second, let path, let done):
      "'\(first)' and '\(second)' would both be \(done) to '\(path)'; choose different folders"
    case .outputInside(let scene, let other, let path, let noun, let done):
      "'\(scene)' would be \(done) into '\(path)', which is the \(noun) of '\(other)'; choose different folders"
    }
  }
}

/// An error of usage in a command line: missing words, too many words, or words that do not go together.
package protocol UsageRefusal: Refusal {}

extension UsageRefusal {
  package var code: DiagnosticCode { .usage }
}
