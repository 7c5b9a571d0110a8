internal import CommandLineKit
internal import CommandReports
internal import LineEditing
internal import Workbench

/// A shell: the scenes that are open, what is current in them, and what commands do to them.
final class Shell {
  let context: CommandContext

  /// The options of its commands; with `--json` while a command runs that answers so.
  var global: GlobalOptions { didSet { tracing?.isBesideDocument = global.json } }
  private let commands: [any InspectorCommand.Type]

  let options: ShellOptions

  /// The commands that are its own.
  let verbs: VerbTable
  let files: ShellFiles
  private(set) var scenes: [OpenScene] = []
  private(set) var scene: OpenScene?
  var aliases: [String: String] = [:]
  var isTiming = false

  /// Prints what happens to components; nil while tracing is off.
  var tracing: ShellTrace? { didSet { tracing?.isBesideDocument = global.json } }

  /// Draws the scene after each command that changes it; nil where that is off.
  var preview: ShellPreview?

  /// Where long output is shown page by page; nil where no person reads it.
  var paged: PagedOutput?
  var isPaging = true { didSet { paged?.isOn = isPaging } }

  /// Whether no further command is read.
  private(set) var isEnding = false

  /// The command that runs, as it was typed.
  private(set) var command = ""

  /// Asks a person and answers what was typed; nil where nobody can be asked, or at the end of the input.
  var ask: (_ question: String) -> String? = { _ in nil }

  /// What the running command reported about its work, where it answers in JSON.
  var messages: [String] = []

  /// The commands that were done, as they were typed.
  private(set) var doneCommands: [String] = []

  /// The file that they are written to as they are done.
  var recording: String?

  /// What other threads have to say, and what has the prompt say it at once.
  let notices = ShellNotices()
  var wake: @Sendable () -> Void = {}

  /// Looks after the plugins' files; nil where no person waits at a prompt.
  var watcher: PluginWatcher?

  /// Whether a journal of a scene was damaged: a script goes on, and ends with 1.
  var hasDamagedJournal = false

  /// Aliases that are being expanded, so that none expands to itself for ever.
  var expanding: Set<String> = []
  var openScripts = 0
  private var common = CommonStatus()

  /// The terminal that shows how far a command is; nil where no person types.
  var terminalErrors: (any TextSink)?

  /// Ends the command that runs.
  let job: InspectorJob

  /// Whether a cancellation was reported already: of nested commands only the innermost reports it.
  private(set) var hasReportedCancelled = false

  init(_ run: CommandRun, _ options: ShellOptions, _ verbs: VerbTable) {
    context = run.context
    global = run.global
    commands = run.commands
    self.verbs = verbs
    self.options = options
    files = ShellFiles(run.context.environment)
    run.context.showsPluginOutput = true
    run.context.fixedLibrary = run.library
    job = run.job
    // There is one scene, whose command is cancelled as a whole.
    run.context.isInterrupted = { false }
  }

  /// What a command runs in.
  var run: CommandRun { run(global) }

  /// What a command with the given options runs in.
  func run(_ global: GlobalOptions) -> CommandRun {
    CommandRun(context: context, global: global, commands: commands, workspace: self)
  }

  /// What the commands ended with: what failures have in common.
  var status: ExitStatus { common.status }

  func note(_ status: ExitStatus) { if status != .done { common.add(status) } }

  func end() { isEnding = true }

  // MARK: running

  /// Runs all that an input holds, or up to the first failure where that ends it.
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
        printDocument(.usage(error), of: [])
        note(.usage)
        return
      case .program(let command): perform(program: command)
      case .commands(let commands, let line):
        guard perform(commands, line: line, of: input) else { return }
      }
    }
  }

  /// Runs all that an input holds for a command, and answers how that ended.
  func performAll(_ input: any ShellInput) -> ExitStatus {
    let outer = common
    common = CommonStatus()
    perform(input)
    defer { common = outer }
    return common.status
  }

  /// False where a failure ends the input.
  private func perform(_ commands: [ShellLine.Command], line: Int, of input: any ShellInput) -> Bool {
    for command in commands where !isEnding {
      guard !job.isCancelled else {
        note(.interrupted)
        reportCancelled(command)
        printDocument(.cancelled, of: command.words)
        return input.name == nil || stop(at: command, line, of: input)
      }
      let status = perform(command, isTyped: input.name == nil)
      guard status != .done else { continue }
      note(status)
      // What else a person typed in the line was meant for when this is done.
      guard input.name != nil else { return true }
      guard options.stopsOnError || status == .interrupted else { continue }
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

  /// Runs one command, reports its end, its time and the watched lists, and returns how it ended.
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

  /// Shows how far a command is, until it writes something: that may be for a pager.
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
    // The terminal has written '^C'.
    let start = options.isInteractive ? "\r" : ""
    say("\(start)cancelled: \(TerminalText.escaped(command.text)); nothing was changed")
  }

  /// Commands about scripts are not part of one.
  private static let unrecorded = ["record", "save-script", "save-patch", "quit", "exit", "\\q"]

  private func record(_ command: ShellLine.Command) {
    guard let word = command.words.first, !Self.unrecorded.contains(word) else { return }
    doneCommands.append(command.text)
    guard let recording else { return }
    do throws(CommandFailure) {
      try ScriptFile.append(command.text + "\n", to: recording)
    } catch {
      self.recording = nil
      _ = report(error)
    }
  }

  /// With three digits after the point.
  private static func milliseconds(_ duration: Duration) -> String {
    let (seconds, rest) = duration.components
    let microseconds = seconds * 1_000_000 + rest / 1_000_000_000_000
    let digits = String(microseconds % 1000)
    return "\(microseconds / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }

  // MARK: words

  /// Prints what a command did; where it answers in JSON, the line is a message in its document.
  func print(_ line: String) { if run.isJSON { messages.append(line) } else { run.print(line) } }
  func say(_ line: String) { run.say(line) }

  // MARK: scenes

  /// The current scene.
  func current() throws(CommandFailure) -> OpenScene {
    guard let scene else { throw .noScene }
    return scene
  }

  func add(_ scene: OpenScene) {
    scenes.append(scene)
    self.scene = scene
    if tracing != nil { trace(scene) }
  }

  func use(_ scene: OpenScene) { self.scene = scene }

  /// Closes a scene; the one that was opened before it is current then.
  func remove(_ scene: OpenScene) {
    scenes.removeAll { $0 === scene }
    if self.scene === scene { self.scene = scenes.last }
  }
}
