/// The user's editor, from `$VISUAL` or `$EDITOR`, or else `vi`.
package struct UserEditor {
  /// The editor's command line, which the system's shell interprets.
  package let command: String

  package init(_ environment: [String: String]) {
    command = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
  }

  /// Runs the editor on a file until it ends, and returns the way in which it ended; nil if the system's shell cannot be
  /// started.
  package func edit(_ path: String, _ context: CommandContext) -> ChildProgram.End? {
    var environment = context.environment
    // The path is passed in a variable, since a folder's name may contain any character.
    environment["INSPECTOR_TEXT"] = path
    context.showHeldOutput()
    context.flush()
    // The trap lets the system's shell survive a Ctrl-C that was intended for the editor.
    guard let process = ChildProgram.start("trap : INT; \(command) \"$INSPECTOR_TEXT\"", environment) else {
      return nil
    }
    let end = ChildProgram.wait(for: process)
    // A Ctrl-C during the program was intended for the program, not for the command.
    context.job.reset()
    return end
  }
}
