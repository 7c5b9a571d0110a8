internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import InspectorShell
internal import JSONText

/// The command that writes the pages of the `man` manual. `make install` uses the command, and help does not list it.
struct ManualCommand: InspectorCommand {
  static let row = CommandRow(
    name: "manual",
    arguments: "<folder>",
    summary: "Writes the manual, one page per command.",
    discussion: "The folder must exist. 'man -l FILE' shows a page.",
    examples: [.init("manual .", "'inspector.1', 'inspector-set.1' and the others")],
    scenes: .none, offer: .program, statuses: [.done, .usage, .cannotCreate, .cannotWrite],
    jsonFormat: "inspector-manual/1",
    isHidden: true)

  @Argument(help: "The folder.", completion: .directory)
  var folder: String

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let commands = CommandTable.program.filter { !$0.row.isHidden }
    let program = ManualPage(program: Root.configuration, commands.map { $0.row })
    let pages =
      [program]
      + commands.map { command in
        ManualPage(
          command.inProgram, command.row,
          verbs: command == ShellCommand.self ? CommandTable.shellCommands.map { $0.row } : [])
      }
    for page in pages {
      let path = "\(folder)/\(page.file)"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw Diagnostic(CommandLineRefusal.cannotCreate(path, errno: errno)) }
      let sink = DescriptorSink(descriptor)
      sink.write(page.text)
      sink.flush()
      close(descriptor)
      guard sink.failure == 0 else { throw Diagnostic(CommandLineRefusal.cannotWrite(path, errno: sink.failure)) }
    }
    if run.isJSON {
      let document: JSON = ["format": "inspector-manual/1", "pages": .array(pages.map { .string($0.file) })]
      run.print(document.text())
    } else {
      for page in pages { run.print(page.file) }
    }
    return .done
  }
}
