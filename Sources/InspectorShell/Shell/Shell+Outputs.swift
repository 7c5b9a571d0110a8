internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Workbench

// Commands whose output is written to a file or a program: `COMMAND > FILE`, `COMMAND >> FILE` and `COMMAND | PROGRAM`.
extension Shell {
  /// Runs a command and sends its output to a file or a program. Anywhere but at a prompt, files and programs other than
  /// `pager` are refused.
  func dispatch(_ words: [String], to output: ShellLine.Output) throws(Diagnostic) -> ExitStatus {
    switch output {
    case .program("pager") where !words.isEmpty:
      if openScripts == 0 { paged?.want() }
      return dispatch(words)
    case .program(let line):
      guard isAtPrompt else { throw Diagnostic(ShellUsage.programForOutput) }
      guard !words.isEmpty, !line.isEmpty else { throw Diagnostic(ShellUsage.otherProgram) }
      return try dispatch(words, through: line)
    case .file(let names, let appends):
      guard isAtPrompt else { throw Diagnostic(ShellUsage.fileForOutput(sign: appends ? ">>" : ">")) }
      guard !words.isEmpty, names.count == 1, !names[0].isEmpty else {
        throw Diagnostic(ShellUsage.otherFile(sign: appends ? ">>" : ">"))
      }
      let isKnown = scene.map { $0.session.hasClass(named: names[0]) || $0.document.node(typed: names[0]) != nil }
      guard isKnown != true else { throw Diagnostic(ShellUsage.redirectedSelector(names[0])) }
      return try dispatch(words, intoFile: expanded(names[0]), appends: appends)
    }
  }

  /// Runs a command, pipes its output into a command line of the system's shell, and waits until this command line
  /// ends.
  private func dispatch(_ words: [String], through line: String) throws(Diagnostic) -> ExitStatus {
    context.flush()
    guard let program = Pager(line, context.environment, waits: true, under: job) else {
      throw Diagnostic(ShellRefusal.noSystemShell)
    }
    let status = dispatch(words, into: program)
    report(program.end(), of: line)
    return status
  }

  /// Runs a command, and writes its output to a file. A command that fails and prints nothing leaves the file
  /// unchanged.
  private func dispatch(_ words: [String], intoFile path: String, appends: Bool) throws(Diagnostic) -> ExitStatus {
    // A file that cannot be written is refused before the command changes anything.
    try Diagnostic.ofFile(path) { () throws(SceneError) in try Self.checkOutput(path, appends: appends) }
    let held = ByteSpool()
    let status = dispatch(words, into: held)
    guard held.count > 0 || status == .done else { return status }
    do throws(Diagnostic) {
      if appends {
        try Shell.append(to: path) { sink in _ = held.forEachPiece { sink.write($0) } }
      } else {
        try Diagnostic.ofFile(path) { () throws(SceneError) in
          try AtomicFile.write(to: path, as: .output) { take throws(SceneError) in
            if try !held.forEachPiece(take) { throw SceneError(SaveRefusal.spoolLost, file: path) }
          }
        }
      }
    } catch {
      // The command has run, so its output is not lost.
      _ = held.forEachPiece { context.output.write($0) }
      say("the command took effect, and its output is above: it cannot be written to '\(TerminalText.escaped(path))'")
      throw error
    }
    say("\(TerminalText.escaped(path)): \(appends ? "appended" : "written")")
    return status
  }

  /// Throws an error if a file clearly cannot be written, for example because it is a folder or its folder is missing.
  private static func checkOutput(_ path: String, appends: Bool) throws(SceneError) {
    if let status = FileIdentity.status(path) {
      let kind = status.st_mode & S_IFMT
      if kind == S_IFDIR { throw SceneError(SaveRefusal.isFolder, file: path) }
      if kind == S_IFREG, status.st_nlink > 1, !appends {
        throw SceneError(SaveRefusal.hasLinks(Int(status.st_nlink)), file: path)
      }
    } else {
      let parent = path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
      if FileIdentity.status(parent) == nil {
        throw SceneError(SaveRefusal.cannotCreate(in: parent, errno: ENOENT), file: path)
      }
    }
    try AtomicFile.checkTarget(path, as: .output)
  }

  /// Runs a command with a sink in place of the terminal, without colours or a limit on line width.
  private func dispatch(_ words: [String], into sink: any TextSink) -> ExitStatus {
    let (output, isTerminal) = (context.output, context.terminal.isOutputTerminal)
    context.output = sink
    context.terminal.isOutputTerminal = false
    defer {
      context.output = output
      context.terminal.isOutputTerminal = isTerminal
    }
    return dispatch(words)
  }
}
