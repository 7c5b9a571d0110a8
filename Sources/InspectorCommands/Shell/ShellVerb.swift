internal import ArgumentParser
internal import CommandLineKit

/// A command that makes sense in a shell only.
protocol ShellVerb: ParsableCommand {
  static var row: CommandRow { get }

  /// Does the work on the shell's scenes.
  func perform(_ shell: Shell) throws(CommandFailure) -> ExitStatus
}

extension ShellVerb {
  static var configuration: CommandConfiguration { row.configuration }
}

/// All commands that make sense in a shell only, a row each.
enum ShellTable {
  /// In the order in which help lists them.
  static let all: [any ShellVerb.Type] = [
    OpenVerb.self, CloseVerb.self, ScenesVerb.self, UseVerb.self,
    CdVerb.self, LsVerb.self, PwdVerb.self, SelectVerb.self,
    IncreaseVerb.self, DecreaseVerb.self,
    AddVerb.self, RemoveVerb.self, DuplicateVerb.self, MoveVerb.self, RenameVerb.self, NameVerb.self, SetClassVerb.self,
    UndoVerb.self, RedoVerb.self, HistoryVerb.self, BeginVerb.self, CommitVerb.self, RollbackVerb.self,
    ScratchVerb.self, DiffVerb.self, RefreshVerb.self, DiscardVerb.self, TakeInVerb.self,
    SaveVerb.self, RevertVerb.self, RecoverVerb.self, QuitVerb.self,
    WatchVerb.self, UnwatchVerb.self, WatchesVerb.self, TraceVerb.self,
    SourceVerb.self, RecordVerb.self, SaveScriptVerb.self, SavePatchVerb.self, AliasVerb.self, UnaliasVerb.self,
    TimingVerb.self, PagerVerb.self, ClearVerb.self, ProgramVerb.self,
    HelpVerb.self,
  ]

  /// What else a command is called.
  private static let otherNames = [
    "exit": "quit", "\\q": "quit", "\\?": "help", "\\timing": "timing", "\\pager": "pager", "?": "help",
  ]

  static func verb(_ word: String) -> (any ShellVerb.Type)? {
    if word.unicodeScalars.first == "!" { return ProgramVerb.self }
    let name = otherNames[word] ?? word
    return all.first { $0.row.name == name }
  }

  static var words: [String] { all.map { $0.row.name } }
}

extension CommandRow {
  /// A row of a command that makes sense in a shell only.
  ///
  /// - Parameter json: the document that it prints with `--json`.
  static func verb(
    _ name: String, _ arguments: String, _ summary: String, _ discussion: String = "", _ examples: [Example],
    json: String = Shell.generalFormat, takesIDs: Bool = false
  ) -> CommandRow {
    CommandRow(
      name: name, arguments: arguments, summary: summary, discussion: discussion, examples: examples, scenes: .none,
      statuses: [], jsonFormat: json, isShellOnly: true, takesIDs: takesIDs)
  }
}
