package import ArgumentParser
internal import InspectorKit
internal import JSONText
internal import Selectors
internal import WorkbenchSupport

/// The error for words that the parser of a command does not understand.
package enum OptionUsage: CommandRefusal {
  /// An unknown option, and the known one most likely meant; commands that take selectors have ids with `#` before
  /// them.
  case unknown(String, nearest: String?, takesSelectors: Bool)
  /// An unknown option that was also tried as an id, which no object has.
  case unknownAndNoID(String, nearest: String?)
  /// The parser's own sentence, in our style.
  case misread(String)
  /// Any of these errors with the text for people, which ends with the command's usage.
  indirect case explained(OptionUsage, report: String)

  package var message: String {
    switch self {
    case .unknown(let word, nil, takesSelectors: true):
      "unknown option '\(word)'; an id is written like '\(Selector.text(ofID: word))'"
    case .unknown(let word, let nearest, _): "unknown option '\(word)'\(DidYouMean.suffix(nearest))"
    case .unknownAndNoID(let word, nil):
      "unknown option '\(word)', and no object has that id; write '--' before ids that begin with a dash"
    case .misread(let sentence): sentence
    case .explained(let error, _): error.message
    case .unknownAndNoID(let word, let nearest):
      "unknown option '\(word)', and no object has that id ('--' stands before ids that begin with a dash)\(DidYouMean.suffix(nearest))"
    }
  }

  package var suggestion: String? {
    switch self {
    case .unknown(_, let name, _), .unknownAndNoID(_, let name): name
    case .misread: nil
    case .explained(let error, _): error.suggestion
    }
  }

  package var report: String? {
    if case .explained(_, let report) = self { report } else { nil }
  }
}

extension OptionUsage {
  /// Creates the error for words that the parser of a command does not understand.
  ///
  /// - Parameter reason: the error in the words; `nil` to use the parser's own sentence.
  package init(_ error: any Error, _ command: any ParsableCommand.Type, as reason: OptionUsage? = nil) {
    let lines = command.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    let usage = lines.drop { !$0.hasPrefix("Usage: ") }.filter { !$0.isEmpty }
    let reason = reason ?? .misread(Self.worded(command.message(for: error)))
    self = .explained(
      reason,
      report: reason.text + usage.map { "\n\($0.hasPrefix("Usage: ") ? "usage: \($0.dropFirst(7))" : $0)" }.joined())
  }

  /// Returns the error for an option that a command does not have; `nil` if the parser prints a text for it, as for
  /// `--version`.
  ///
  /// - Parameter parse: makes the parser refuse the option, since the parser knows the usage of the command.
  package func explained(
    by command: any ParsableCommand.Type, _ parse: () throws -> any ParsableCommand
  ) -> OptionUsage? {
    do {
      _ = try parse()
      return self
    } catch {
      return command.exitCode(for: error) == .success ? nil : OptionUsage(error, command, as: self)
    }
  }

  /// Returns the error with its text as a shell prints it, without the program's name and the scene.
  package func inShell(_ row: CommandRow) -> OptionUsage {
    .explained(self, report: row.shellText(report ?? text))
  }

  private var text: String { "inspector: \(TerminalText.escapedLines(message))" }

  /// Returns a message of the argument parser in the program's style: a lower-case start, and no final full stop.
  private static func worded(_ message: String) -> String {
    var text = message.replacing(". Did you mean", with: "; did you mean")
      .replacing(". Please provide one of", with: "; write")
    if text.hasSuffix(".") { text.removeLast() }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
