internal import JSONText

/// How a shell deals with what goes wrong and with what is left.
struct ShellOptions {
  /// Whether a person types, who can be asked questions and sees what was typed.
  var isInteractive = false

  /// Whether the first command that fails ends a script.
  var stopsOnError = true

  /// Whether all commands are one transaction, whose scenes are saved at the end or not at all.
  var isSingleTransaction = false
}

/// The files of a person's own, where the XDG base directory specification puts them.
struct ShellFiles {
  private let environment: [String: String]

  init(_ environment: [String: String]) { self.environment = environment }

  /// Commands that an interactive shell begins with.
  var startUp: String? { UserFolder.config.path(environment).map { "\($0)/inspector/shellrc" } }

  /// The lines that were typed.
  var history: String? { UserFolder.state.path(environment).map { "\($0)/inspector/history" } }

  /// A path as typed, `~/` being the person's own folder.
  func expanded(_ path: String) -> String {
    guard path == "~" || path.begins(with: "~/"), let home = UserFolder.home(environment) else { return path }
    return home + String(Substring(path.utf8.dropFirst()))
  }
}
