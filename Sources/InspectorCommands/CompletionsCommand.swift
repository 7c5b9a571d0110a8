internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText

struct CompletionsCommand: InspectorCommand {
  static let row = CommandRow(
    name: "completions",
    arguments: "bash|zsh|fish",
    summary: "Prints a completion script for a system shell.",
    discussion: """
      The script completes commands, options and their values, and file names. 'make install' puts it where each shell \
      looks for it. To install it by hand, write it to '~/.local/share/bash-completion/completions/inspector', to \
      '_inspector' in a folder of zsh's '$fpath', or to '~/.config/fish/completions/inspector.fish'.
      """,
    examples: [.init("completions bash", "for bash"), .init("completions fish", "for fish")],
    scenes: .none, offer: .program, statuses: [.done, .usage, .cannotWrite], jsonFormat: "inspector-completions/1")

  @Argument(help: "The shell: bash, zsh or fish.")
  var shell: ShellKind

  @OptionGroup var global: GlobalOptions

  enum ShellKind: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    var parserShell: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let script = Self.script(for: shell.parserShell)
    guard run.isJSON else {
      run.print(script)
      return .done
    }
    let document: JSON = [
      "format": "inspector-completions/1", "shell": .string(shell.rawValue), "script": .string(script),
    ]
    run.print(document.text())
    return .done
  }

  /// Returns the parser's completion script without the completions of the parser's own `help`. The script defines
  /// these last. They would replace the completions of the program's `help`, which completes topics.
  private static func script(for shell: CompletionShell) -> String {
    var script = Root.completionScript(for: shell)
    let found = script.ranges(of: "_inspector_help() {\n")
    if found.count > 1, let last = found.last, let end = script[last.upperBound...].firstRange(of: "\n}\n") {
      script.removeSubrange(last.lowerBound..<end.upperBound)
    }
    return script.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("Show subcommand help information.") }.joined(separator: "\n")
  }
}
