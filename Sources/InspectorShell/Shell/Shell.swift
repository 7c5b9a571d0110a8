import CommandLineKit
import CommandReports
import LineEditing
import Workbench

/// A shell: its open scenes, their current objects, and the commands that act on them.
final class Shell {
  let context: CommandContext

  /// The options of the shell's commands; with `--json` while a command that replies in JSON runs.
  var global: GlobalOptions { didSet { tracing?.isBesideDocument = global.json } }

  /// The commands that the program has, too.
  let commands: [any InspectorCommand.Type]

  /// The shell-only commands.
  let verbs: [any InspectorCommand.Type]

  /// True if a person types, who can answer questions and sees the input.
  let isInteractive: Bool

  /// True if the first failing command ends a script.
  let stopsOnError: Bool

  /// True if all commands form one transaction, whose scenes are all saved at the end or not at all.
  let isSingleTransaction: Bool
  let files: ShellFiles
  private(set) var scenes: [OpenScene] = []
  private(set) var scene: OpenScene?
  var aliases: [String: String] = [:]
  var isTiming = false

  /// The printer of component lifecycles; nil while tracing is off.
  var tracing: ShellTrace? { didSet { tracing?.isBesideDocument = global.json } }

  /// The preview that is drawn after each command that changes the scene; nil while previews are off.
  var preview: ShellPreview?

  /// The pager for long output; nil if no person reads it.
  var paged: PagedOutput?
  var isPaging = true { didSet { paged?.isOn = isPaging } }

  /// True if the shell reads no further command.
  private(set) var isEnding = false

  /// The running command as typed.
  private(set) var command = ""

  /// Asks a person a question and returns the typed answer; nil if nobody can be asked, or at the end of the input.
  var ask: (_ question: String) -> String? = { _ in nil }

  /// The messages of the running command, if it replies in JSON.
  var messages: [String] = []

  /// The executed commands as typed, except those about scripts.
  private(set) var doneCommands: [String] = []

  /// The file that executed commands are recorded to; nil while recording is off.
  var recording: String?

  /// Notices from other threads; `wake` makes the prompt print them at once.
  let notices = ShellNotices()
  var wake: @Sendable () -> Void = {}

  /// The watcher of plugin files; nil if no person waits at a prompt.
  var watcher: PluginWatcher?

  /// True if a scene's journal was damaged: a script continues, and ends with 1.
  var hasDamagedJournal = false

  /// The aliases being expanded; prevents infinite expansion.
  var expanding: Set<String> = []
  var openScripts = 0
  private var common = CommonStatus()

  /// The terminal that shows a command's progress; nil if no person types.
  var terminalErrors: (any TextSink)?

  /// The cancellation that ends the running command.
  let job: InspectorJob

  /// True if a cancellation was already reported: of nested commands only the innermost reports it.
  private(set) var hasReportedCancelled = false

  init(_ run: CommandRun, isInteractive: Bool, stopsOnError: Bool, isSingleTransaction: Bool) {
    context = run.context
    global = run.global
    commands = run.commands.filter { $0.row.offer == .everywhere }
    verbs = run.commands.filter { $0.row.offer == .shell }
    (self.isInteractive, self.stopsOnError) = (isInteractive, stopsOnError)
    self.isSingleTransaction = isSingleTransaction
    files = ShellFiles(run.context.environment)
    run.context.showsPluginOutput = true
    run.context.fixedLibrary = run.library
    job = run.job
    // Cancellation ends the whole command, because a shell's command acts on one scene.
    run.context.isInterrupted = { false }
  }

  /// The environment in which a command runs.
  var run: CommandRun { run(global) }

  /// Returns the environment in which a command with the given options runs.
  func run(_ global: GlobalOptions) -> CommandRun {
    CommandRun(context: context, global: global, commands: commands, workspace: self)
  }

  /// The combined exit status of the commands that failed.
  var status: ExitStatus { common.status }

  func note(_ status: ExitStatus) { if status != .done { common.add(status) } }

  func end() { isEnding = true }

  // MARK: running

  /// Runs every command of an input, or stops at the first failure if failures end the input.
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

  /// Runs every command of an input on behalf of another command, and returns their combined exit status.
  func performAll(_ input: any ShellInput) -> ExitStatus {
    let outer = common
    common = CommonStatus()
    perform(input)
    defer { common = outer }
    return common.status
  }

  /// Runs the commands of one line; returns false if a failure ends the input.
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
      // A person meant the rest of the line to run only after this command succeeded.
      guard input.name != nil else { return true }
      guard stopsOnError || status == .interrupted else { continue }
      return stop(at: command, line, of: input)
    }
    return true
  }

  private func stop(at command: ShellLine.Command, _ line: Int, of input: any ShellInput) -> Bool {
    say("\(place(line, of: input))stopped at '\(TerminalText.escaped(command.text))'")
    return false
  }

  private func place(_ line: Int, of input: any ShellInput) -> String {
    input.name.map { "\(TerminalText.escaped($0)):\(line): " } ?? "inspector: "
  }

  /// Runs one command, reports its end, its time and the watched lists, and returns its exit status.
  private func perform(_ command: ShellLine.Command, isTyped: Bool) -> ExitStatus {
    let start = ContinuousClock.now
    if !job.isCancelled { hasReportedCancelled = false }
    if expanding.isEmpty, openScripts == 0 { self.command = command.text }
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
    guard let terminalErrors, run.context.progress == nil else { return body() }
    run.context.progress = Progress(run.context, errors: terminalErrors, endsWithOutput: true)
    defer {
      run.context.progress?.end()
      run.context.progress = nil
    }
    return body()
  }

  /// Reports that a command was cancelled.
  func reportCancelled(_ command: ShellLine.Command) {
    hasReportedCancelled = true
    // The terminal has already printed '^C'.
    let start = isInteractive ? "\r" : ""
    say("\(start)cancelled: \(TerminalText.escaped(command.text)); nothing was changed")
  }

  /// The commands about scripts, which are not recorded in one.
  private static let unrecorded = ["record", "save-script", "save-patch", "quit", "exit", "\\q"]

  private func record(_ command: ShellLine.Command) {
    guard let word = command.words.first, !Self.unrecorded.contains(word) else { return }
    doneCommands.append(command.text)
    guard let recording else { return }
    do throws(Diagnostic) {
      try Shell.append(command.text + "\n", toScript: recording)
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

  /// Prints a result line. If the command replies in JSON, the line becomes a message in its document.
  func print(_ line: String) { if run.isJSON { messages.append(line) } else { run.print(line) } }
  func say(_ line: String) { run.say(line) }

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

  /// Closes a scene. If it was current, the scene opened before it becomes current.
  func remove(_ scene: OpenScene) {
    scenes.removeAll { $0 === scene }
    if self.scene === scene { self.scene = scenes.last }
  }
}
