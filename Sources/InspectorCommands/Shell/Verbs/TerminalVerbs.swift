internal import ArgumentParser
internal import CommandLineKit
internal import Workbench

struct ClearVerb: ShellVerb {
  static let row = CommandRow.verb(
    "clear", "", "Clears the screen of a terminal.", "Elsewhere it does nothing.", [.init("clear", "an empty screen")])

  func perform(_ shell: Shell) throws(CommandFailure) -> ExitStatus {
    guard shell.run.context.terminal.isOutputTerminal, !shell.run.isJSON else { return .done }
    // Not to be held back for a pager.
    shell.paged?.release()
    shell.run.context.output.write("\u{1B}[H\u{1B}[2J\u{1B}[3J")
    return .done
  }
}

/// `! COMMAND`. What a person types at the prompt does not come here: it is no line of words, but one for another shell.
struct ProgramVerb: ShellVerb {
  static let row = CommandRow.verb(
    "!", "<command>", "Runs a program with the system's shell.",
    """
    It begins a line, the rest of which 'sh' understands as it stands. It works at the prompt of a terminal only: no script, \
    option, alias or start-up file can run a program.
    """,
    [.init("! ls *.json", "the files beside the scene")])

  @Argument(parsing: .captureForPassthrough, help: "The command line.")
  var words: [String] = []

  func perform(_ shell: Shell) throws(CommandFailure) -> ExitStatus {
    throw .usage("'!' runs a program only at the beginning of a line that is typed at the prompt of a terminal")
  }

  /// What follows the sign in a line that begins with it; nil for any other line.
  static func command(in line: String) -> String? {
    let scalars = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    return scalars.first == "!" ? String(scalars.dropFirst()) : nil
  }
}

extension Shell {
  /// Runs a program that a person typed, and waits for its end.
  func perform(program command: String) {
    run.context.output.flush()
    guard command.contains(where: { !$0.isWhitespace }) else {
      return say("inspector: '!' is followed by a command, as in '! ls'")
    }
    guard let process = SystemShell.start(command, run.context.environment) else {
      return say("inspector: the system's shell, '/bin/sh', cannot be started")
    }
    let end = SystemShell.wait(for: process)
    // A Ctrl-C was meant for the program.
    cancellation.reset()
    switch end {
    case .exited(0): break
    case .exited(let code): say("inspector: the program ended with exit code \(code)")
    case .signal(let number): say("inspector: the program was ended by signal \(number)")
    }
  }
}
