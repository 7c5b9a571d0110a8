internal import CommandLineKit
internal import CommandReports
internal import Workbench

extension Shell {
  /// The command line for the system's shell, which follows the `!` at the beginning of a line; nil for any other line.
  static func program(in line: String) -> String? {
    let scalars = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    return scalars.first == "!" ? String(scalars.dropFirst()) : nil
  }

  /// Runs a program that a person typed, and waits for its end.
  func perform(program command: String) {
    run.context.flush()
    guard command.contains(where: { !$0.isWhitespace }) else {
      return say("inspector: '!' is followed by a command, as in '! ls'")
    }
    guard let process = SystemShell.start(command, run.context.environment) else {
      return say("inspector: the system's shell, '/bin/sh', cannot be started")
    }
    let end = SystemShell.wait(for: process)
    // A Ctrl-C was meant for the program.
    job.reset()
    switch end {
    case .exited(0): break
    case .exited(let code): say("inspector: the program ended with exit code \(code)")
    case .signal(let number): say("inspector: the program was ended by signal \(number)")
    }
  }
}
