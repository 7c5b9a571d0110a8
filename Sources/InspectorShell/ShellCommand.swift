package import ArgumentParser
package import CommandLineKit
package import CommandReports
internal import Workbench

package struct ShellCommand: InspectorCommand {
  package static let row = CommandRow(
    name: "shell",
    arguments: "[<scene> ...]",
    summary: "Opens scenes to look around, edit, undo and save.",
    discussion: """
      On a terminal it is a prompt with completion (Tab), history (arrow keys, Ctrl-R) and help ('help'). Commands are those \
      of the program with the scene left out, and more. Edits are in memory until 'save'.

      Commands can also be given by '--command', from a file, or on the standard input. Then the first one that fails ends \
      the script, and a scene that is changed and not saved in the end is an error: nothing is written that nobody asked for. \
      With '--single-transaction' all commands are one step, and what they changed is saved at the end where each of them passed.
      """,
    examples: [
      .init("shell card.json", "a prompt"),
      .init("shell card.json -c 'set #badge pointCount=7' -c save", "commands, one after the other"),
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
    help: ArgumentHelp("Run this and end; may be repeated.", valueName: "line"), completion: .file())
  var command: [String] = []

  @Option(
    help: ArgumentHelp("Run the commands of a file and end; '-' is the standard input.", valueName: "file"),
    completion: .file())
  var script: String?

  @Flag(inversion: .prefixedNo, help: "Whether the first command that fails ends a script.")
  var stopOnError = true

  @Flag(help: "Make all commands of a script and save at its end, or none.")
  var singleTransaction = false

  @Flag(name: [.customShort("X"), .customLong("no-start-up")], help: "Leave out the start-up file, and ~/.editrc.")
  var noStartUp = false

  @Flag(name: .customLong("no-pager"), help: "Leave out the pager, as 'pager off' does.")
  var noPager = false

  @OptionGroup package var global: GlobalOptions

  package init() {}

  package func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard command.isEmpty || script == nil else {
      throw Diagnostic(ShellUsage.commandAndScript)
    }
    let terminal = run.context.terminal
    let isTyped = command.isEmpty && script == nil && terminal.isInputTerminal && terminal.isOutputTerminal
    if singleTransaction, !stopOnError {
      throw Diagnostic(ShellUsage.transactionGoesOn)
    }
    if isTyped, singleTransaction {
      throw Diagnostic(ShellUsage.transactionAtPrompt)
    }
    run.context.signals.begin(isTyped ? .prompt : .script)
    let shell = Shell(
      run,
      isInteractive: isTyped, stopsOnError: stopOnError, isSingleTransaction: singleTransaction)
    shell.isPaging = !noPager
    // `open` may ask a person whether to create a missing scene, so the prompt exists first.
    let prompt = isTyped ? ShellPrompt(shell, readsOwnFiles: !noStartUp) : nil
    guard !isTyped || prompt != nil else { throw Diagnostic(ShellRefusal.noMemoryForPrompt) }
    for scene in scenes {
      do throws(Diagnostic) {
        try shell.open(scene)
      } catch {
        guard isTyped, error.isCancelled else { throw error }
        // The prompt has not started yet, so the interrupt is reported and reset here.
        shell.say("\rcancelled: open \(TerminalText.escaped(scene)); nothing was changed")
        shell.job.reset()
      }
    }
    if let first = shell.scenes.first { shell.use(first) }
    if let prompt { return prompt.perform() }
    for input in try inputs(run) where !shell.hasFailed { shell.perform(input) }
    return shell.endScript()
  }

  /// Returns a reader that yields the whole input as one chunk.
  private static func once(_ read: @escaping () -> [UInt8]?) -> () -> [UInt8]? {
    var isRead = false
    return {
      defer { isRead = true }
      return isRead ? [] : read()
    }
  }

  private func inputs(_ run: CommandRun) throws(Diagnostic) -> [any ShellInput] {
    if !command.isEmpty { return command.map { TextInput($0, name: "--command") } }
    guard let script, script != "-" else {
      return [TextInput(name: "standard input", run.context.readPart ?? Self.once(run.context.readInput))]
    }
    return [TextInput(try run.text(ofScript: script), name: script)]
  }
}
