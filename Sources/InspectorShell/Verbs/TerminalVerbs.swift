internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct ClearVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "clear", "", "Clears the screen of a terminal.", "Without a terminal it does nothing.",
    [.init("clear", "an empty screen")])

  func run(in shell: Shell) throws(Diagnostic) {
    guard shell.run.context.terminal.isOutputTerminal, !shell.run.isJSON else { return }
    // The pager must not hold the escape codes back.
    shell.paged?.release()
    shell.run.context.write("\u{1B}[H\u{1B}[2J\u{1B}[3J")
  }
}

/// The command `! COMMAND`, listed in the command table for help and for the error in scripts. The prompt itself runs
/// the program, because the line must reach the system's shell without being split into words.
struct ProgramVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "!", "<command>", "Runs a program with the system's shell.",
    """
    'sh' reads the rest of the line as it is. The command works only at the prompt of a terminal: no script, option, \
    alias or start-up file can run a program.
    """,
    [.init("! ls *.json", "the JSON files in the current folder")])

  @Argument(parsing: .captureForPassthrough, help: "The command line.")
  var words: [String] = []

  func run(in shell: Shell) throws(Diagnostic) {
    throw Diagnostic(ShellUsage.programInScript)
  }
}
