internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import Workbench

struct RecordVerb: ShellVerb {
  static let row = CommandRow.verb(
    "record", "[<file>|off]", "Writes every command that is done to a file from now on.",
    "The file is a script for '--script'. Without a word it shows which file that is.",
    [.init("record session.txt", "from now on"), .init("record off", "no longer")])

  @Argument(help: "The file, or 'off'.", completion: .file())
  var file: String?

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    guard let file else {
      shell.print(shell.recording.map { "recording to \(TerminalText.escaped($0))" } ?? "not recording")
      return .done
    }
    guard file != "off" else {
      shell.recording = nil
      return .done
    }
    let path = try shell.newFile(file)
    try Shell.append("", toScript: path)
    shell.recording = path
    return .done
  }
}

struct SaveScriptVerb: ShellVerb {
  static let row = CommandRow.verb(
    "save-script", "<file>", "Writes the commands of this session that were done to a file.",
    "The file is a script for '--script'; commands that failed are not in it.",
    [.init("save-script session.txt", "all commands so far")])

  @Argument(help: "The file.", completion: .file())
  var file: String

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    let path = try shell.newFile(file)
    try Shell.append(shell.doneCommands.map { "\($0)\n" }.joined(), toScript: path)
    shell.print("\(TerminalText.escaped(path)): \(pluralised(shell.doneCommands.count, "command"))")
    return .done
  }
}

struct SavePatchVerb: ShellVerb {
  static let row = CommandRow.verb(
    "save-patch", "<file>", "Writes an edit script of what is changed and not saved.",
    """
    'inspector edit --script FILE' makes the same changes in a scene that is what this one was. The script expects what they \
    were made on: where something that they touch is another, nothing is changed, and what differs is reported. In a \
    scratch it is what the scratch changed; the numbers of steps are those of 'history'.
    """,
    [
      .init("save-patch fix.json", "what 'diff' shows"),
      .init("save-patch fix.json --since 3", "the steps after the third one"),
      .init("save-patch fix.json --step 3", "the third one alone"),
    ])

  @Argument(help: "The file.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("The steps after this one; 0 for all.", valueName: "number"))
  var since: Int?

  @Option(help: ArgumentHelp("This step alone.", valueName: "number"))
  var step: Int?

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    guard since == nil || step == nil else {
      throw Diagnostic(ShellUsage.differentPartsOfHistory)
    }
    let path = try shell.newFile(file)
    let scene = try shell.current()
    let range: SceneSession.PatchRange = since.map { .since($0) } ?? step.map { .step($0) } ?? .unsaved
    let patch = try shell.edit(scene) { session throws(Diagnostic) in
      if let scratch = scene.scratch { return try scratch.patch(range) }
      return try session.patch(range)
    }
    guard !patch.steps.isEmpty else {
      shell.print("\(TerminalText.escaped(scene.path)): nothing is changed")
      return .done
    }
    try Shell.append(EditScript.text(of: patch.steps), toScript: path)
    shell.print("\(TerminalText.escaped(path)): \(pluralised(patch.changes, "step"))")
    if !patch.isExact { shell.say("the same objects and values come of it, laid out in another way") }
    return .done
  }
}

extension Shell {
  /// Returns the path of a file that a command creates.
  func newFile(_ path: String) throws(Diagnostic) -> String {
    let path = files.expanded(path)
    guard !OutputPaths.isThere(path) else { throw Diagnostic(ReportUsage.isThere(path)) }
    return path
  }
}
