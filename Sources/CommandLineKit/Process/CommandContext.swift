import Glibc
internal import InspectorKit
public import PluginHost
package import SceneDocument
package import Settings
internal import Synchronization
public import WorkbenchSupport

/// The environment of a command: its outputs, its input, and the properties of its terminal and process.
///
/// The batch program creates a context over the descriptors of the process, and tests create one that collects the
/// output; a shell keeps one context, and with it the plugins, for all of its commands.
public final class CommandContext {
  /// The sink of results: the standard output.
  public package(set) var output: any TextSink {
    get { outputs.output }
    set { outputs.output = newValue }
  }

  /// The sink of errors, warnings and progress reports: the standard error.
  public package(set) var errors: any TextSink {
    get { outputs.errors }
    set { outputs.errors = newValue }
  }

  /// Both outputs, which any thread can write to.
  package let outputs: CommandOutputs

  /// The properties of the terminal to which the input and the outputs may be connected.
  public var terminal: TerminalFacts

  /// The environment's variables by name, such as `INSPECTOR_PLUGIN_PATH`.
  public var environment: [String: String]

  /// The working folder, whose workspace may have settings.
  public var workingFolder = "."

  /// The folder that contains the program's executable and the shipped plugins; `nil` if there is no such folder.
  public var executableFolder: String?

  /// Reads all of the standard input; `nil` on failure.
  public var readInput: () -> [UInt8]? = { nil }

  /// A closure that shows the output held back for a pager, called before another program uses the terminal.
  package var showHeldOutput: () -> Void = {}

  /// Waits for input and returns the available part of it: empty at the end of the input, `nil` on failure. Without
  /// this closure, a shell reads all of the input before it begins.
  public var readPart: (() -> [UInt8]?)?

  /// A closure that returns true if a command on several scenes must not start on another scene. By default, this is
  /// the case once the job is cancelled.
  public var isInterrupted: () -> Bool

  /// The job of the running command, through which signals cancel the command.
  public let job: InspectorJob

  /// The handling of signals that end the process.
  package var signals = SignalHandling()

  /// The plugins that every command uses except with `--safe-mode`; `nil` to search for plugins. A shell sets them when
  /// it starts; programs with plugins of their own, and tests, can set them.
  public var fixedLibrary: PluginLibrary?

  /// True if the plugins' standard error is shown even without `--plugin-output`, as in a shell.
  package var showsPluginOutput = false

  /// The writer that shows the plugins' standard error.
  package let pluginOutput: PluginOutputText

  /// True if plugins that once failed to describe themselves are queried again, although their files have not changed.
  package var asksPluginsAgain = false

  /// True if counts, notes, progress and news are suppressed by `--quiet`.
  package var isQuiet = false

  private var notesAtEnd: [String] = []

  /// The time for which a command runs before a terminal shows its progress.
  public var progressDelay = Duration.milliseconds(500)

  /// The progress display of the running command; `nil` if no command runs, or in a shell without a prompt.
  package var progress: Progress?

  /// The time limit for a plugin's reply in seconds, used if the command line has no `--timeout`.
  public var defaultTimeout = 5.0

  /// The settings from the user's file, the workspace's file and the environment.
  package private(set) lazy var suite = SettingsSuite(environment: environment, folder: workingFolder)

  /// The settings that the running command uses; see ``refreshSettings()``.
  package private(set) lazy var settings = suite.current

  /// The settings to which scenes bind properties, constant while a command runs.
  private let boundSettings = CommandSettings()

  /// The library whose declared settings were added to the suite, and the library's version at that time.
  private var declaring: (library: PluginLibrary, version: Int)?

  /// The problems that ``newSettingProblems()`` has already returned.
  private var knownSettingProblems: Set<Diagnostic> = []

  private var libraries: [LibraryKey: PluginLibrary] = [:]

  /// The formats of other programs, with the options of the search that found them.
  private var formatFiles: (paths: [String], choice: FormatChoice, settingPath: String?, files: FormatFiles)?

  /// Returns the formats of other programs for the given options. The formats are found on first use.
  package func formats(paths: [String], _ choice: FormatChoice) -> FormatFiles {
    let settingPath = settings.ownText("plugins.paths")
    if let known = formatFiles, known.paths == paths, known.choice == choice, known.settingPath == settingPath {
      return known.files
    }
    let files = FormatFiles(search(paths, isSafeMode: false), choice)
    formatFiles = (paths, choice, settingPath, files)
    return files
  }

  private func search(_ paths: [String], isSafeMode: Bool) -> PluginSearch {
    var search = PluginSearch(paths: paths, executableFolder: executableFolder, environment: environment)
    (search.isSafeMode, search.settingPath) = (isSafeMode, settings.ownText("plugins.paths"))
    search.workspaceFolder = suite.workspacePlugins
    return search
  }

  /// The messages of the problems that ``lateProblems()`` has already returned.
  private var unsteadyPlugins: Set<String> = []

  /// The key of a plugin library. Two commands share a library only if all of these options are equal.
  private struct LibraryKey: Hashable {
    var paths: [String]
    var limits: PluginLimits
    var showsOutput: Bool
    var debugged: String?
    var isSafeMode: Bool
    var formatChoice: FormatChoice
    var settingPath: String?
  }

  /// Creates a context without input. Plugins are located through the environment and each command's options.
  public init(
    output: any TextSink, errors: any TextSink, terminal: TerminalFacts = TerminalFacts(),
    environment: [String: String] = [:], job: InspectorJob = InspectorJob()
  ) {
    self.job = job
    isInterrupted = { job.isCancelled }
    outputs = CommandOutputs(output, errors)
    pluginOutput = PluginOutputText(outputs)
    self.terminal = terminal
    self.environment = environment
  }

  /// Returns the plugin library for the given options. Only the first call with equal options searches for plugins.
  ///
  /// - Parameters:
  ///   - debugged: the name of the plugin that waits for a debugger; nil for none.
  ///   - isSafeMode: true to use no plugins.
  /// - Returns: the library, and true if this call searched for plugins.
  package func library(
    paths: [String], limits: PluginLimits, showsOutput: Bool, debugged: String?, isSafeMode: Bool,
    formatChoice: FormatChoice
  ) -> (library: PluginLibrary, isNew: Bool) {
    boundSettings.values = settings.values
    if let fixedLibrary, !isSafeMode {
      if fixedLibrary.settings == nil { fixedLibrary.settings = boundSettings }
      declareSettings(of: fixedLibrary)
      return (fixedLibrary, false)
    }
    let settingPath = settings.ownText("plugins.paths")
    let key = LibraryKey(
      paths: paths, limits: limits, showsOutput: showsOutput, debugged: debugged, isSafeMode: isSafeMode,
      formatChoice: formatChoice, settingPath: settingPath)
    if let library = libraries[key] {
      declareSettings(of: library)
      return (library, false)
    }
    var output: PluginLibrary.PluginOutput?
    let text = pluginOutput
    if showsOutput { output = { plugin, line in text.write(plugin: plugin, line: line) } }
    let debugging = debugged.map { plugin in
      DebuggerWait(plugin: plugin) { plugin, process in text.announce(plugin: plugin, process: process) }
    }
    let library = PluginLibrary(
      search: search(paths, isSafeMode: isSafeMode), formats: formats(paths: paths, formatChoice),
      limits: limits, under: job, asksAgain: asksPluginsAgain, debugging: debugging, output: output)
    library.settings = boundSettings
    libraries[key] = library
    declareSettings(of: library)
    return (library, true)
  }

  /// Adds the settings that the plugins of a library declare to the suite, unless they were added before.
  private func declareSettings(of library: PluginLibrary) {
    let version = library.version
    guard !library.isSafeMode, declaring?.library !== library || declaring?.version != version else { return }
    declaring = (library, version)
    suite.declare(library.registry.settings.map { SettingDefinition(plugin: $0.plugin, $0.setting) })
    settings = suite.current
    boundSettings.values = settings.values
  }

  /// Reads the settings files again if they have changed. Called at the start of each command, which then uses the same
  /// settings until its end.
  package func refreshSettings() {
    if let declaring { declareSettings(of: declaring.library) }
    settings = suite.current
    boundSettings.values = settings.values
    settings.applyToProcess()
  }

  /// Returns the problems of settings files and variables that were not returned before. Unknown keys are omitted,
  /// since the settings commands report them.
  package func newSettingProblems() -> [Diagnostic] {
    settings.problems.filter { $0.code != .settingUnknown && knownSettingProblems.insert($0).inserted }
  }

  /// Returns the problems that only running workers reveal, and the errors in format descriptions that have been read.
  /// Each problem is returned only once.
  package func lateProblems() -> [Diagnostic] {
    let late = (Array(libraries.values) + [fixedLibrary].compactMap(\.self)).flatMap(\.lateProblems)
    let formats = formatFiles?.files.problems ?? []
    return (late + formats).filter { unsteadyPlugins.insert($0.shown()).inserted }
  }

  // MARK: outputs

  /// Writes a line of results to the standard output.
  package func print(_ line: String) { outputs.print(line) }

  /// Writes a part of the results to the standard output.
  package func write(_ text: String) { outputs.write(text) }

  /// Writes the results that `body` supplies piece by piece; output of other threads waits until `body` returns.
  package func writePieces<R>(_ body: ((UnsafeRawBufferPointer) -> Void) -> R) -> R { outputs.writePieces(body) }

  /// Passes the buffered results on to the standard output.
  package func flush() { outputs.flush() }

  /// Writes a message, as a line, to the standard error. A terminal shows it wrapped.
  package func say(_ line: String) {
    outputs.say(Style.wrappedMessage(line, to: terminal.isErrorsTerminal ? terminal.columns : nil))
  }

  /// Writes an informational message, as a line, to the standard error, unless `--quiet` suppresses such messages.
  package func note(_ line: String) { if !isQuiet { say(line) } }

  /// Stores a note to write at the end of the command, unless `--quiet` suppresses notes.
  func noteAtEnd(_ line: String) { if !isQuiet { notesAtEnd.append(line) } }

  /// Writes the notes that were stored for the end of the command.
  package func sayNotesAtEnd() {
    notesAtEnd.forEach(say)
    notesAtEnd = []
  }

  /// Reads the bytes of a file such as a script, or of the standard input if the path is `-`; throws an error if
  /// reading fails.
  ///
  /// - Parameter kind: the noun for the file in error messages, such as `script`.
  package func read(_ path: String, as kind: String) throws(SceneError) -> [UInt8] {
    guard path == "-" else { return try SceneError.contents(of: path, as: kind) }
    guard let bytes = readInput() else { throw SceneError(FileRefusal.cannotReadInput, file: "-") }
    return bytes
  }

  /// Ends the worker processes of all plugins, except those of ``fixedLibrary``.
  public func shutDown() {
    for library in libraries.values { library.shutDown() }
    libraries = [:]
  }
}

/// The callbacks by which a command takes part in the handling of signals; see ``Interrupts``.
///
/// The defaults do nothing, for a context inside a program that handles signals itself, such as a test.
package struct SignalHandling {
  /// Sets the kind of work, which decides how a signal ends the work.
  package var begin: (Interrupts.Work) -> Void = { _ in }

  /// Sets the number of files that the command will write. If a signal arrives after all of them, the command still
  /// completes its output.
  package var expect: (Int) -> Void = { _ in }

  /// Claims the right to report how a cancelled command ended; does not return if another thread already has this
  /// right.
  package var claimEnd: () -> Void = {}

  /// A closure that returns the exit status of a cancelled command. The status depends on the signal that ended the
  /// command.
  package var status: () -> ExitStatus = { .interrupted }
}

/// The properties of the terminal to which the input and the outputs of a process may be connected.
public struct TerminalFacts: Hashable, Sendable {
  /// True if the standard input is a terminal.
  public var isInputTerminal = false

  /// True if the standard output is a terminal.
  public var isOutputTerminal = false

  /// True if the standard error is a terminal.
  public var isErrorsTerminal = false

  /// True if both outputs are terminals. A finding that is written to both would then appear twice.
  package var showsBothOutputs: Bool { isOutputTerminal && isErrorsTerminal }

  /// True if the terminal can show 24-bit colours, not only 256.
  public var hasTrueColor = false

  /// The number of columns of the terminal that shows the outputs; `nil` if unknown.
  public var columns: Int?

  /// Creates terminal facts; without arguments, the facts of a process without a terminal.
  public init(
    isInputTerminal: Bool = false, isOutputTerminal: Bool = false, isErrorsTerminal: Bool = false,
    hasTrueColor: Bool = false, columns: Int? = nil
  ) {
    self.isInputTerminal = isInputTerminal
    self.isOutputTerminal = isOutputTerminal
    self.isErrorsTerminal = isErrorsTerminal
    self.hasTrueColor = hasTrueColor
    self.columns = columns
  }
}

/// The two outputs of a command, which several threads may use at once: each write is complete before the next one
/// begins.
///
/// A command prints its results on its own thread. Plugin output, traces and notices about saving arrive on any thread.
package final class CommandOutputs: @unchecked Sendable {
  /// The lock around both sinks and their buffers. The lock is recursive, since a sink may use the outputs while the
  /// outputs write to the sink.
  private let lock = RecursiveLock()
  private var results: any TextSink
  private var messages: any TextSink

  init(_ output: any TextSink, _ errors: any TextSink) { (results, messages) = (output, errors) }

  /// The sink of the results. Writing to the sink directly, not by the methods below, is safe only while no other
  /// thread writes.
  var output: any TextSink {
    get { lock.withLock { results } }
    set { lock.withLock { results = newValue } }
  }

  /// The sink of the messages, with the same restriction on direct writing as ``output``.
  var errors: any TextSink {
    get { lock.withLock { messages } }
    set { lock.withLock { messages = newValue } }
  }

  /// Writes a part of the results.
  func write(_ text: String) { lock.withLock { results.write(text) } }

  /// Writes the part of the results that `body` supplies piece by piece.
  func writePieces<R>(_ body: ((UnsafeRawBufferPointer) -> Void) -> R) -> R {
    lock.withLock { body { results.write($0) } }
  }

  /// Writes a result, as a line.
  package func print(_ line: String) { lock.withLock { results.write(line + "\n") } }

  /// Passes the buffered results on to the standard output.
  func flush() { lock.withLock { results.flush() } }

  /// Writes a message, as a line, after all results before it.
  package func say(_ line: String) {
    lock.withLock {
      // Both outputs may be the same terminal, which shows their order.
      results.flush()
      messages.write(line + "\n")
    }
  }

  /// Writes a line of a plugin's output to the standard error, without flushing the results first, since the order of
  /// the two does not matter.
  func relay(_ line: String) { lock.withLock { messages.write(line + "\n") } }
}

/// A source of settings that are constant while a command runs.
private final class CommandSettings: SettingSource {
  private let stored = Mutex(SettingValues())

  var values: SettingValues {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}
