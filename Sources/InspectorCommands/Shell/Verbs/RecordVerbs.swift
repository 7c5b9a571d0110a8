internal import ArgumentParser
internal import Glibc
internal import Workbench

struct RecordVerb: ShellVerb {
  static let row = CommandRow.verb(
    "record", "[<file>|off]", "Writes every command that is done to a file from now on.",
    "The file is a script for '--script'. Without a word it says which file that is.",
    [.init("record session.txt", "from now on"), .init("record off", "no longer")])

  @Argument(help: "The file, or 'off'.")
  var file: String?

  func perform(_ shell: Shell) throws(CommandFailure) -> ExitStatus {
    guard let file else {
      shell.print(shell.recording.map { "recording to \(TerminalText.escaped($0))" } ?? "not recording")
      return .done
    }
    guard file != "off" else {
      shell.recording = nil
      return .done
    }
    let path = shell.files.expanded(file)
    guard access(path, F_OK) != 0 else { throw .refused("io.exists", "'\(path)' is there already; name another file") }
    try ScriptFile.append("", to: path)
    shell.recording = path
    return .done
  }
}

struct SaveScriptVerb: ShellVerb {
  static let row = CommandRow.verb(
    "save-script", "<file>", "Writes the commands of this session that were done to a file.",
    "The file is a script for '--script'; commands that failed are not in it.",
    [.init("save-script session.txt", "all commands so far")])

  @Argument(help: "The file.")
  var file: String

  func perform(_ shell: Shell) throws(CommandFailure) -> ExitStatus {
    let path = shell.files.expanded(file)
    guard access(path, F_OK) != 0 else { throw .refused("io.exists", "'\(path)' is there already; name another file") }
    try ScriptFile.append(shell.doneCommands.map { "\($0)\n" }.joined(), to: path)
    shell.print("\(TerminalText.escaped(path)): \(Counted(shell.doneCommands.count, "command"))")
    return .done
  }
}

/// Scripts that a shell writes.
enum ScriptFile {
  static func append(_ text: String, to path: String) throws(CommandFailure) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    let sink = DescriptorSink(descriptor)
    let code = descriptor < 0 ? errno : 0
    if descriptor >= 0 {
      sink.write(text)
      sink.flush()
      close(descriptor)
    }
    let failure = code != 0 ? code : sink.failure
    guard failure == 0 else {
      throw CommandFailure(
        status: code != 0 ? .cannotCreate : .cannotWrite, code: "io.write", message: SystemWords.text(failure),
        text: "\(TerminalText.escaped(path)): cannot be written: \(SystemWords.text(failure))")
    }
  }
}
