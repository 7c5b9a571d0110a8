import CommandLineKit
import CommandReports
import LineEditing
import Workbench

/// A shell: its open scenes, their current objects, and the commands that act on them.
final class Shell {
  let context: CommandContext

  /// The options of the shell's commands, including `--json` while a command that prints JSON runs.
  var global: GlobalOptions { didSet { tracing?.isBesideDocument = global.json } }

  /// The commands that both the program and the shell offer.
  let commands: [any InspectorCommand.Type]

  /// The shell-only commands.
  let verbs: [any InspectorCommand.Type]

  /// The commands that were parsed before.
  let parsedCommands = ParsedCommands()

  /// True if a user types the commands, sees the input and can answer questions.
  let isInteractive: Bool

  /// True if the first command that fails ends a script.
  let stopsOnError: Bool

  /// True if all commands form one transaction, whose scenes are all saved at the end or not at all.
  let isSingleTransaction: Bool

  /// The open scenes, in the order in which they were opened.
  private(set) var scenes: [OpenScene] = []

  /// The current scene, on which commands act; nil if no scene is open.
  private(set) var scene: OpenScene?

  /// The command line of each alias, by the alias's name.
  var aliases: [String: String] = [:]

  /// True if the duration of each command is printed.
  var isTiming = false

  /// The printer of component lifecycles; nil while tracing is off.
  var tracing: ShellTrace? { didSet { tracing?.isBesideDocument = global.json } }

  /// The preview, drawn after each command that changes the scene; nil while previews are off.
  var preview: ShellPreview?

  /// The standard output at a prompt, which shows long output in a pager; nil without a prompt.
  var paged: PagedOutput?

  /// True if output that does not fit the screen is shown in the pager.
  var isPaging = true { didSet { paged?.isOn = isPaging } }

  /// True if the shell reads no further command.
  private(set) var isEnding = false

  /// The running command as typed.
  private(set) var command = ""

  /// True if the running command, or the script or alias that contains it, was typed at a prompt.
  private var isTyped = false

  /// The objects that the running command acts on, as text and as a selector, if the command refers to them by `.` or
  /// `@` or names no objects; nil if the command names its objects.
  var usedTarget: (words: String, selector: Selector)?

  /// Asks the user a question and returns the first word of the answer; nil without a user, at the end of the input,
  /// and after Ctrl-C.
  var ask: (_ question: String) -> String? = { _ in nil }

  /// The lines for the member `messages` of the JSON document that the running command prints.
  var messages: [String] = []

  /// The commands that succeeded, as typed, except those about scripts.
  private(set) var doneCommands: [String] = []

  /// The equivalent of the last command for scripts; nil if the command itself works in scripts.
  var recordedText: String?

  /// The file to which successful commands are recorded; nil while recording is off.
  var recording: String?

  /// The notices from other threads that the prompt has not printed yet.
  let notices = ShellNotices()

  /// Makes the prompt print the notices at once; does nothing without a prompt.
  var wake: @Sendable () -> Void = {}

  /// The watcher of plugin files; nil without a prompt.
  var watcher: PluginWatcher?

  /// True if the journal of a scene was damaged. A script then ends with exit status 1.
  var hasDamagedJournal = false

  /// The aliases being expanded, which are not expanded again within themselves.
  var expanding: Set<String> = []

  /// The running background edits and the most recently ended ones.
  var jobs: [ShellJob] = []

  /// The number of the last job; 0 before the first.
  var lastJob = 0

  /// The number of nested scripts that `source` is running.
  var openScripts = 0
  private var common = CommonStatus()

  /// The terminal's sink for a command's progress; nil without a prompt.
  var terminalErrors: (any TextSink)?

  /// The job whose cancellation ends the running command.
  let job: InspectorJob

  /// True if the cancellation of the running command was reported. Of nested commands, only the innermost reports a
  /// cancellation.
  private(set) var hasReportedCancelled = false

  /// Creates a shell without scenes.
  init(_ run: CommandRun, isInteractive: Bool, stopsOnError: Bool, isSingleTransaction: Bool) {
    context = run.context
    global = run.global
    commands = run.commands.filter { $0.row.offer == .everywhere }
    verbs = run.commands.filter { $0.row.offer == .shell }
    (self.isInteractive, self.stopsOnError) = (isInteractive, stopsOnError)
    self.isSingleTransaction = isSingleTransaction
    run.context.showsPluginOutput = true
    run.context.fixedLibrary = run.library
    job = run.job
    // A shell's command acts on one scene, so a cancellation ends the whole command.
    run.context.isInterrupted = { false }
  }

  /// The environment in which a command runs.
  var run: CommandRun { run(global) }

  /// Returns the environment in which a command with the given options runs.
  func run(_ global: GlobalOptions) -> CommandRun {
    CommandRun(context: context, global: global, commands: commands, workspace: self)
  }

  /// The common exit status of the commands that failed; ``ExitStatus/done`` if none did.
  var status: ExitStatus { common.status }

  /// Adds the exit status of a command to ``status``; success has no effect.
  func note(_ status: ExitStatus) { if status != .done { common.add(status) } }

  func end() { isEnding = true }

  // MARK: running

  /// Runs the commands of an input to its end, to `quit`, or to a command whose failure ends the input.
  func perform(_ input: any ShellInput) {
    var reader = ShellReader(input)
    while !isEnding {
      switch reader.next(self) {
      case .end:
        if job.isCancelled, openScripts == 0 {
          note(.interrupted)
          say("inspector: interrupted")
        }
        return
      case .interrupted: continue
      case .refused(let error, let line):
        say(place(line, of: input) + error.message)
        printDocument(Diagnostic(error), of: [])
        note(.usage)
        return
      case .program(let command): perform(program: command)
      case .commands(let commands, let line):
        guard perform(commands, line: line, of: input) else { return }
      }
    }
  }

  /// Runs the commands of an input as a part of a command such as `source`, and returns their common exit status, which
  /// is not added to the shell's own ``status``.
  func performAll(_ input: any ShellInput) -> ExitStatus {
    let outer = common
    common = CommonStatus()
    perform(input)
    defer { common = outer }
    return common.status
  }

  /// Runs the commands of one entry; returns false if a failure ends the input.
  private func perform(_ commands: [ShellLine.Command], line: Int, of input: any ShellInput) -> Bool {
    for command in commands where !isEnding {
      guard !job.isCancelled else {
        note(.interrupted)
        reportCancelled(command)
        printDocument(.interrupted, of: command.words)
        return input.name == nil || stop(at: command, line, of: input)
      }
      let status = perform(command, isTyped: input.name == nil)
      guard status != .done else { continue }
      note(status)
      // The user meant the rest of the line to run only after this command.
      guard input.name != nil else { return true }
      guard stopsOnError || status == .interrupted else { continue }
      return stop(at: command, line, of: input)
    }
    return true
  }

  /// Reports the command at which an input ends; returns false.
  private func stop(at command: ShellLine.Command, _ line: Int, of input: any ShellInput) -> Bool {
    say("\(place(line, of: input))stopped at '\(TerminalText.escaped(command.text))'")
    return false
  }

  /// Returns the start of a message about a line of an input, such as `fix.txt:3: `.
  private func place(_ line: Int, of input: any ShellInput) -> String {
    input.name.map { "\(TerminalText.escaped($0)):\(line): " } ?? "inspector: "
  }

  /// True if the running command itself was typed at a prompt, rather than run by a script or an alias.
  var isAtPrompt: Bool { isTyped && expanding.isEmpty && openScripts == 0 }

  /// Runs one command and returns its exit status. Afterwards reports a cancellation, the changes of watched lists and
  /// the time, and draws the preview.
  private func perform(_ command: ShellLine.Command, isTyped: Bool) -> ExitStatus {
    let start = ContinuousClock.now
    if !job.isCancelled { hasReportedCancelled = false }
    if expanding.isEmpty, openScripts == 0 { self.command = command.text }
    let wasTyped = self.isTyped
    self.isTyped = isTyped
    defer { self.isTyped = wasTyped }
    usedTarget = nil
    if isTyped { paged?.begin() }
    let status = showingProgress { dispatch(command) }
    paged?.end()
    if status == .interrupted, !hasReportedCancelled { reportCancelled(command) }
    if !isJSON(command.words) {
      reportWatches()
      drawPreview()
    }
    run.context.flush()
    if status == .done, expanding.isEmpty, openScripts == 0 { record(command) }
    if isTiming { say("time: \(Self.milliseconds(ContinuousClock.now - start)) ms") }
    return status
  }

  /// Shows a command's progress until the command writes output, which a pager may show.
  private func showingProgress(_ body: () -> ExitStatus) -> ExitStatus {
    guard let terminalErrors, run.context.progress == nil, !context.isQuiet else { return body() }
    run.context.progress = Progress(run.context, errors: terminalErrors, endsWithOutput: true)
    defer {
      run.context.progress?.end()
      run.context.progress = nil
    }
    return body()
  }

  /// Reports that a command was cancelled and changed nothing.
  func reportCancelled(_ command: ShellLine.Command) {
    hasReportedCancelled = true
    // The terminal has already printed '^C'.
    let start = isInteractive ? "\r" : ""
    say("\(start)cancelled: \(TerminalText.escaped(command.text)); nothing was changed")
  }

  /// The commands that recordings leave out: commands about scripts, and the commands that end the shell.
  private static let unrecorded = ["record", "save-script", "save-patch", "quit", "exit", "q", "\\q"]

  /// Adds a command that succeeded to the list for `save-script`, and to the recording if a recording is in progress.
  private func record(_ command: ShellLine.Command) {
    defer { recordedText = nil }
    guard let word = command.words.first, !Self.unrecorded.contains(word) else { return }
    let text = recordedText ?? (word == "editor" ? "" : command.text)
    guard !text.isEmpty else { return }
    doneCommands.append(text)
    guard let recording else { return }
    do throws(Diagnostic) {
      try Shell.append(text + "\n", toScript: recording)
    } catch {
      self.recording = nil
      _ = report(error)
    }
  }

  /// Formats a duration in milliseconds with three decimal places.
  private static func milliseconds(_ duration: Duration) -> String {
    let (seconds, rest) = duration.components
    let microseconds = seconds * 1_000_000 + rest / 1_000_000_000_000
    let digits = String(microseconds % 1000)
    return "\(microseconds / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }

  // MARK: words

  /// Prints a line of a result. If the command prints JSON, the line becomes a message in the document instead.
  func print(_ line: String) { if run.isJSON { messages.append(line) } else { run.print(line) } }

  /// Prints a summary line, unless `--quiet` leaves it out. If the command prints JSON, the line becomes a message in
  /// the document instead.
  func printSummary(_ line: String) { if run.isJSON { messages.append(line) } else { run.printSummary(line) } }

  func say(_ line: String) { run.say(line) }

  /// Writes a message that is neither an error nor a finding, as a line, to the standard error, unless `--quiet` leaves
  /// it out.
  func note(_ line: String) { run.note(line) }

  /// Writes a line to the standard error. If the command prints JSON, the line is a message in the document, too.
  func warn(_ line: String) {
    say(line)
    if run.isJSON { messages.append(line) }
  }

  // MARK: scenes

  /// Returns the current scene; throws if no scene is open.
  func current() throws(Diagnostic) -> OpenScene {
    guard let scene else { throw Diagnostic(ReportUsage.noSceneIsOpen) }
    return scene
  }

  func add(_ scene: OpenScene) {
    scenes.append(scene)
    self.scene = scene
    if tracing != nil { trace(scene) }
  }

  func use(_ scene: OpenScene) { self.scene = scene }

  /// Closes a scene. If the scene was current, the last of the other scenes becomes current.
  func remove(_ scene: OpenScene) {
    scenes.removeAll { $0 === scene }
    if self.scene === scene { self.scene = scenes.last }
  }
}
