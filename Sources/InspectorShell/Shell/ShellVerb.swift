internal import ArgumentParser
internal import CommandLineKit

/// A command that exists only in a shell.
protocol ShellVerb: ParsableCommand {
  static var row: CommandRow { get }

  /// Executes the command on the shell's scenes.
  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus
}

extension ShellVerb {
  static var configuration: CommandConfiguration { row.configuration }
}

/// The shell-only commands by name.
struct VerbTable {
  /// The commands in the order in which help lists them.
  let all: [any ShellVerb.Type]

  /// Alternative names of commands.
  private static let otherNames = [
    "exit": "quit", "\\q": "quit", "\\?": "help", "\\timing": "timing", "\\pager": "pager", "?": "help",
  ]

  subscript(word: String) -> (any ShellVerb.Type)? {
    let name = word.unicodeScalars.first == "!" ? "!" : Self.otherNames[word] ?? word
    return all.first { $0.row.name == name }
  }

  var words: [String] { all.map { $0.row.name } }
}

extension CommandRow {
  /// Returns a row for a shell-only command.
  ///
  /// - Parameter json: the format of the document that it prints with `--json`.
  static func verb(
    _ name: String, _ arguments: String, _ summary: String, _ discussion: String = "", _ examples: [Example],
    json: String = Shell.generalFormat, takesIDs: Bool = false
  ) -> CommandRow {
    CommandRow(
      name: name, arguments: arguments, summary: summary, discussion: discussion, examples: examples, scenes: .none,
      statuses: [], jsonFormat: json, isShellOnly: true, takesIDs: takesIDs)
  }
}
