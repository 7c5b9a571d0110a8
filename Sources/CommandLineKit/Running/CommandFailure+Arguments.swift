package import ArgumentParser

extension CommandFailure {
  /// An option that a command does not have; nil where the parser answers it with a text, as `--version`.
  ///
  /// - Parameter parse: has the parser refuse it, which knows how the command is used.
  package static func unknown(
    _ option: OptionUsage, in command: any ParsableCommand.Type, _ parse: () throws -> any ParsableCommand
  ) -> CommandFailure? {
    do {
      _ = try parse()
      return .usage(option)
    } catch {
      return command.exitCode(for: error) == .success ? nil : misread(error, command, as: option)
    }
  }

  /// Words that the parser of a command does not understand.
  ///
  /// - Parameter reason: what is wrong with them; nil where the parser's own sentence says it.
  package static func misread(
    _ error: any Error, _ command: any ParsableCommand.Type, as reason: OptionUsage? = nil
  ) -> CommandFailure {
    let lines = command.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    var failure = reason.map(usage) ?? usage(stated: worded(command.message(for: error)))
    let usage = lines.drop { !$0.hasPrefix("Usage: ") }.filter { !$0.isEmpty }
    failure.text += usage.map { "\n\($0.hasPrefix("Usage: ") ? "usage: \($0.dropFirst(7))" : $0)" }.joined()
    return failure
  }

  /// The parser's sentences in the manner of ours.
  private static func worded(_ message: String) -> String {
    var text = message.replacing(". Did you mean", with: "; did you mean")
      .replacing(". Please provide one of", with: "; write")
    if text.hasSuffix(".") { text.removeLast() }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
