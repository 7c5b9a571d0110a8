internal import JSONText

/// The files of a person's own, where the XDG base directory specification puts them.
package struct ShellFiles {
  private let environment: [String: String]

  package init(_ environment: [String: String]) { self.environment = environment }

  /// Commands that an interactive shell begins with.
  package var startUp: String? { UserFolder.config.path(environment).map { "\($0)/inspector/shellrc" } }

  /// The lines that were typed.
  package var history: String? { UserFolder.state.path(environment).map { "\($0)/inspector/history" } }

  /// A path as typed, `~/` being the person's own folder.
  package func expanded(_ path: String) -> String {
    guard path == "~" || path.begins(with: "~/"), let home = UserFolder.home(environment) else { return path }
    return home + String(Substring(path.utf8.dropFirst()))
  }
}
