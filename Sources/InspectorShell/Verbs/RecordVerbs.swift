internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import Workbench

struct RecordVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "record", "[<file>|off]", "Records every successful command in a file from now on.",
    "The file is a script for '--script'. Without an argument the command prints the file's name.",
    [.init("record session.txt", "from now on"), .init("record off", "stops recording")])

  @Argument(help: "The file, or 'off'.", completion: .file())
  var file: String?

  func run(in shell: Shell) throws(Diagnostic) {
    guard let file else {
      return shell.print(shell.recording.map { "recording to \(TerminalText.escaped($0))" } ?? "not recording")
    }
    guard file != "off" else {
      shell.recording = nil
      return
    }
    let path = try shell.newFile(file)
    try Shell.append("", toScript: path)
    shell.recording = path
  }
}

struct SaveScriptVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "save-script", "<file>", "Writes the successful commands of this session to a file.",
    "The file is a script for '--script'; it leaves out commands that failed.",
    [.init("save-script session.txt", "all commands so far")])

  @Argument(help: "The file.", completion: .file())
  var file: String

  func run(in shell: Shell) throws(Diagnostic) {
    let path = try shell.newFile(file)
    try Shell.append(shell.doneCommands.map { "\($0)\n" }.joined(), toScript: path)
    shell.printSummary("\(TerminalText.escaped(path)): \(pluralised(shell.doneCommands.count, "command"))")
  }
}

struct SavePatchVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "save-patch", "<file>", "Writes the unsaved changes as an edit script.",
    """
    'inspector edit --script FILE' makes the same changes in a scene that is still as this one was before the changes. \
    The script states the values that it expects to find: if anything that it touches differs, nothing is changed, and \
    the differences are reported. In a scratch, the script holds the changes made in the scratch. Steps have the \
    numbers that 'history' shows.
    """,
    [
      .init("save-patch fix.json", "what 'diff' shows"),
      .init("save-patch fix.json --since 3", "the steps after step 3"),
      .init("save-patch fix.json --step 3", "step 3 alone"),
    ])

  @Argument(help: "The file.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("Write only the steps after this one; 0 means all.", valueName: "number"))
  var since: Int?

  @Option(help: ArgumentHelp("Write only this step.", valueName: "number"))
  var step: Int?

  func run(in shell: Shell) throws(Diagnostic) {
    guard since == nil || step == nil else { throw Diagnostic(ShellUsage.differentPartsOfHistory) }
    let path = try shell.newFile(file)
    let scene = try shell.current()
    let range: SceneSession.PatchRange = since.map { .since($0) } ?? step.map { .step($0) } ?? .unsaved
    let patch = try shell.edit(scene) { session throws(Diagnostic) in
      if let scratch = scene.scratch { return try scratch.patch(range) }
      return try session.patch(range)
    }
    guard !patch.steps.isEmpty else {
      return shell.printSummary("\(TerminalText.escaped(scene.path)): no unsaved changes")
    }
    try Shell.append(EditScript.text(of: patch.steps), toScript: path)
    shell.printSummary("\(TerminalText.escaped(path)): \(pluralised(patch.changes, "step"))")
    if !patch.isExact { shell.say("the script gives the same objects and values, but in another layout") }
  }
}

extension Shell {
  /// Returns the path of a file that a command will create; throws an error if the file exists.
  func newFile(_ path: String) throws(Diagnostic) -> String {
    let path = expanded(path)
    guard !OutputPaths.isThere(path) else { throw Diagnostic(ReportUsage.isThere(path)) }
    return path
  }
}
