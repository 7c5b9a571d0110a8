internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

/// A command that exists only in a shell.
protocol ShellVerb: InspectorCommand {
  /// Runs the command in a shell, and returns its exit status.
  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus
}

/// A shell-only command that either throws an error or ends with ``ExitStatus/done``.
protocol SimpleVerb: ShellVerb {
  /// Runs the command in a shell; throws an error if the command fails.
  func run(in shell: Shell) throws(Diagnostic)
}

extension SimpleVerb {
  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    try run(in: shell)
    return .done
  }
}

extension ShellVerb {
  /// The default values of the options. A shell-only command does not declare these options, and runs with the options
  /// of the shell.
  var global: GlobalOptions { (try? GlobalOptions.parse([])) ?? GlobalOptions() }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard let shell = run.workspace as? Shell else { throw Diagnostic(ReportUsage.noSceneIsOpen) }
    return try perform(shell)
  }
}

extension Shell {
  /// The names of commands, keyed by their alternative names.
  private static let otherNames = [
    "exit": "quit", "q": "quit", "\\q": "quit", "h": "help", "\\?": "help", "\\timing": "timing", "\\pager": "pager",
    "?": "help",
  ]

  /// Returns the shell-only command with a name or an alternative name; nil if no such command has the name. Every word
  /// that begins with `!` names the command `!`.
  func verb(_ word: String) -> (any InspectorCommand.Type)? {
    let name = word.unicodeScalars.first == "!" ? "!" : Self.otherNames[word] ?? word
    return verbs.first { $0.row.name == name }
  }

  /// Returns the command with a name: a shell-only command, which may have alternative names, or a command of the
  /// program; nil if no command has the name.
  func command(named name: String) -> (any InspectorCommand.Type)? {
    verb(name) ?? commands.first { $0.row.isNamed(name) }
  }
}

extension CommandRow {
  /// Returns a row for a shell-only command.
  ///
  /// - Parameter json: the format of the document that the command prints with `--json`.
  static func verb(
    _ name: String, _ arguments: String, _ summary: String, _ discussion: String = "", _ examples: [Example],
    json: String = Shell.generalFormat, takesIDs: Bool = false
  ) -> CommandRow {
    CommandRow(
      name: name, arguments: arguments, summary: summary, discussion: discussion, examples: examples, scenes: .none,
      offer: .shell, statuses: [], jsonFormat: json, takesIDs: takesIDs)
  }
}
