import CommandLineKit
import CommandReports
import Testing

@testable import InspectorCommands

/// Tests of the options that Tab offers in a shell.
@Suite struct ShellOptionTests {
  /// Checks that the offered options are those that the command declares, without the shell's own and those in help
  /// texts.
  @Test(
    arguments: [
      (
        "render",
        "--scale --background --selected --grid --only --format --diff --overlay --exit-code --outlines --watch --break-links --json --quiet --color --attach-debugger --help"
      ),
      (
        "find",
        "--text --columns --sort --group --arranged --related --limit --count --authored --allow-empty --csv --csv=safe --csv-safe --format --ndjson --json --quiet --color --attach-debugger --help"
      ), ("get", "--stored --json --quiet --color --attach-debugger --help"),
    ])
  func areThoseThatACommandDeclares(name: String, options: String) throws {
    let command = try #require(CommandTable.program.first { $0.row.name == name })
    #expect(command.row.shellOptions(of: command).joined(separator: " ") == options)
  }
}
