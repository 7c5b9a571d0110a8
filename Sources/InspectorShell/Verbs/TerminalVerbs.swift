internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct ClearVerb: ShellVerb {
  static let row = CommandRow.verb(
    "clear", "", "Clears the screen of a terminal.", "Without a terminal it does nothing.",
    [.init("clear", "an empty screen")])

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    guard shell.run.context.terminal.isOutputTerminal, !shell.run.isJSON else { return .done }
    // A pager must not hold this back.
    shell.paged?.release()
    shell.run.context.write("\u{1B}[H\u{1B}[2J\u{1B}[3J")
    return .done
  }
}

/// The row of `! COMMAND` in help. The prompt runs the program itself, because the line is for another shell and is
/// not split into words.
struct ProgramVerb: ShellVerb {
  static let row = CommandRow.verb(
    "!", "<command>", "Runs a program with the system's shell.",
    """
    'sh' reads the rest of the line as it is. The command works only at the prompt of a terminal: no script, option, \
    alias or start-up file can run a program.
    """,
    [.init("! ls *.json", "the files beside the scene")])

  @Argument(parsing: .captureForPassthrough, help: "The command line.")
  var words: [String] = []

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    throw Diagnostic(ShellUsage.programInScript)
  }
}
