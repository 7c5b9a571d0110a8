package import ArgumentParser
package import CommandLineKit
package import CommandReports
internal import Workbench

package struct ShellCommand: InspectorCommand {
  package static let row = CommandRow(
    name: "shell",
    arguments: "[<scene> ...]",
    summary: "Opens a shell in which to explore, edit and save scenes, with undo.",
    discussion: """
      At a terminal it shows a prompt with completion (Tab), history (arrow keys, Ctrl-R) and help ('help'). It has \
      the commands of the program, without their scene argument, and some of its own. Edits stay in memory until \
      'save'.

      Commands can also come from '--command', a file or standard input. Such a script ends at the first command \
      that fails, and unsaved changes at its end are an error: files are written only by commands that save. With \
      '--single-transaction' all commands form one step, and their changes are saved at the end if every command \
      succeeds.
      """,
    examples: [
      .init("shell card.json", "a prompt"),
      .init("shell card.json -c 'set #badge pointCount=7' -c save", "commands, one after another"),
      .init("shell card.json --script fix.txt --single-transaction", "all commands, or none"),
    ],
    scenes: .many, offer: .program,
    statuses: [
      .done, .findings, .usage, .badDocument, .noInput, .noPlugin, .cannotCreate, .cannotWrite, .changedUnderneath,
      .interrupted,
    ],
    jsonFormat: "")

  @Argument(help: ArgumentHelp("The scenes to open.", valueName: "scene"), completion: .file())
  var scenes: [String] = []

  @Option(
    name: [.short, .long], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run this command and exit; may be repeated.", valueName: "line"), completion: .file())
  var command: [String] = []

  @Option(
    help: ArgumentHelp("Run the commands of a file and exit; '-' is standard input.", valueName: "file"),
    completion: .file())
  var script: String?

  @Flag(inversion: .prefixedNo, help: "Stop a script at the first command that fails.")
  var stopOnError = true

  @Flag(help: "Run a script as one transaction, and save at its end if every command succeeds.")
  var singleTransaction = false

  @Flag(name: [.customShort("X"), .customLong("no-start-up")], help: "Do not read the start-up file or ~/.editrc.")
  var noStartUp = false

  @Flag(name: .customLong("no-pager"), help: "Do not use a pager, as after 'pager off'.")
  var noPager = false

  @OptionGroup package var global: GlobalOptions

  package init() {}

  package func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard command.isEmpty || script == nil else { throw Diagnostic(ShellUsage.commandAndScript) }
    let terminal = run.context.terminal
    let isTyped = command.isEmpty && script == nil && terminal.isInputTerminal && terminal.isOutputTerminal
    if singleTransaction, !stopOnError { throw Diagnostic(ShellUsage.transactionGoesOn) }
    if isTyped, singleTransaction { throw Diagnostic(ShellUsage.transactionAtPrompt) }
    run.context.signals.begin(isTyped ? .prompt : .script)
    let shell = Shell(
      run, isInteractive: isTyped, stopsOnError: stopOnError, isSingleTransaction: singleTransaction)
    shell.isPaging = !noPager
    // `open` may ask the user whether to create a missing scene, so the prompt must exist before.
    let prompt = isTyped ? ShellPrompt(shell, readsOwnFiles: !noStartUp) : nil
    guard !isTyped || prompt != nil else { throw Diagnostic(ShellRefusal.noMemoryForPrompt) }
    for scene in scenes {
      do throws(Diagnostic) {
        try shell.open(scene)
      } catch {
        guard isTyped, error.isCancelled else { throw error }
        // The prompt, which reports and resets interrupts, has not started yet.
        shell.say("\rcancelled: open \(TerminalText.escaped(scene)); nothing was changed")
        shell.job.reset()
      }
    }
    if let first = shell.scenes.first { shell.use(first) }
    if let prompt { return prompt.perform() }
    for input in try inputs(run) where !shell.hasFailed { shell.perform(input) }
    return shell.endScript()
  }

  /// Returns a function that returns the whole input on the first call, and the end of the input on later calls.
  private static func once(_ read: @escaping () -> [UInt8]?) -> () -> [UInt8]? {
    var isRead = false
    return {
      defer { isRead = true }
      return isRead ? [] : read()
    }
  }

  /// Returns the inputs of a script: each `--command`, the file of `--script`, or the standard input. Throws if the
  /// file cannot be read.
  private func inputs(_ run: CommandRun) throws(Diagnostic) -> [any ShellInput] {
    if !command.isEmpty { return command.map { TextInput($0, name: "--command") } }
    guard let script, script != "-" else {
      return [TextInput(name: "standard input", run.context.readPart ?? Self.once(run.context.readInput))]
    }
    return [TextInput(try run.text(ofScript: script), name: script)]
  }
}
