package import ArgumentParser
internal import InspectorKit
internal import JSONText
internal import Selectors
internal import WorkbenchSupport

/// The error for words that the parser of a command does not understand.
package enum OptionUsage: CommandRefusal {
  /// An unknown option, and the most similar known option, if any. If no known option is similar and the command reads
  /// selectors, the message may explain how to write a selector.
  case unknown(String, nearest: String?, takesSelectors: Bool)
  /// An unknown option of a command that accepts ids, if no object has the word as its id either.
  case unknownAndNoID(String, nearest: String?)
  /// The argument parser's message for an error, adapted to the program's style.
  case misread(String)
  /// One of the errors above, with the lines for the standard error, which end with the command's usage.
  indirect case explained(OptionUsage, report: String)

  package var message: String {
    switch self {
    case .unknown(let word, nil, takesSelectors: true) where Self.selecting.contains(word.parts(between: "=")[0]):
      "unknown option '\(word)'; a selector is written without an option: a class as 'StarView', an id as '#badge'"
    case .unknown(let word, nil, takesSelectors: true) where !word.begins(with: "--"):
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

  /// The options that a user may type instead of a selector, because other programs have them.
  private static let selecting: Set = [
    "--class", "--id", "--name", "--object", "--select", "--selector", "--type", "--where",
  ]

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
  /// - Parameter reason: the error to report; `nil` to use the parser's message.
  package init(_ error: any Error, _ command: any ParsableCommand.Type, as reason: OptionUsage? = nil) {
    let lines = command.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    let usage = lines.drop { !$0.hasPrefix("Usage: ") }.filter { !$0.isEmpty }
    let reason = reason ?? .misread(Self.worded(command.message(for: error)))
    self = .explained(
      reason,
      report: reason.text + usage.map { "\n\($0.hasPrefix("Usage: ") ? "usage: \($0.dropFirst(7))" : $0)" }.joined())
  }

  /// Returns the error with the command's usage, or the error unchanged if the parser accepts the words; `nil` if the
  /// words request a text, such as the version.
  ///
  /// - Parameter parse: parses the words; an error that it throws determines the command whose usage is added.
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

  /// Returns the error in the form for a shell, without the program's name or the scene.
  package func inShell(_ row: CommandRow) -> OptionUsage {
    .explained(self, report: row.shellText(report ?? text))
  }

  private var text: String { "inspector: \(TerminalText.escapedLines(message))" }

  /// Returns a message of the argument parser in the program's style: with a lower-case start and without a final full
  /// stop.
  private static func worded(_ message: String) -> String {
    var text = message.replacing(". Did you mean", with: "; did you mean")
      .replacing(". Please provide one of", with: "; write")
    if text.hasSuffix(".") { text.removeLast() }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
