import Glibc
public import PluginHost
package import SceneDocument
public import WorkbenchSupport

/// The environment of a command: its outputs, its input, and the facts about its terminal and process.
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

  /// Both outputs, for writers on other threads.
  package let outputs: CommandOutputs

  /// The facts about the terminal that the input and outputs may be.
  public var terminal: TerminalFacts

  /// The environment's variables by name, such as `INSPECTOR_PLUGIN_PATH`.
  public var environment: [String: String]

  /// The folder of the program's executable, which also holds the program's own plugins; `nil` for none.
  public var executableFolder: String?

  /// Reads all of the standard input; `nil` on failure.
  public var readInput: () -> [UInt8]? = { nil }

  /// Reads the available part of the standard input, waiting for some: empty at its end, `nil` on failure. Without this
  /// closure, a shell reads all of the input before it begins.
  public var readPart: (() -> [UInt8]?)?

  /// True if no further scene is to be started.
  public var isInterrupted: () -> Bool

  /// The cancellation of the running command.
  public let job: InspectorJob

  /// The handling of signals that end the process.
  package var signals = SignalHandling()

  /// The plugins to use in place of those on the command line, unless `--safe-mode` is set: for programs with their own
  /// plugins, and for tests. `nil` to search for plugins.
  public var fixedLibrary: PluginLibrary?

  /// True if the plugins' standard error is shown.
  package var showsPluginOutput = false

  /// The writer of the plugins' standard error.
  package let pluginOutput: PluginOutputText

  /// True if plugins that failed to describe themselves are queried again, although they have not changed.
  package var asksPluginsAgain = false

  /// The duration of work after which a terminal shows progress.
  public var progressDelay = Duration.milliseconds(500)

  /// The progress display of the running command; `nil` without one.
  package var progress: Progress?

  /// The default limit for a plugin's reply in seconds, used if the command line sets none.
  public var defaultTimeout = 5.0

  private var libraries: [LibraryKey: PluginLibrary] = [:]

  /// The plugins already reported for different descriptions by their processes.
  private var unsteadyPlugins: Set<String> = []

  private struct LibraryKey: Hashable {
    var paths: [String]
    var limits: PluginLimits
    var showsOutput: Bool
    var debugged: String?
    var isSafeMode: Bool
  }

  /// Creates a context without input, which finds plugins by the environment only.
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

  /// Returns the plugins, which are searched for on first use.
  ///
  /// - Parameters:
  ///   - debugged: the plugin that waits for a debugger.
  ///   - isSafeMode: true to use no plugins.
  package func library(
    paths: [String], limits: PluginLimits, showsOutput: Bool, debugged: String? = nil, isSafeMode: Bool
  ) -> (library: PluginLibrary, isNew: Bool) {
    if let fixedLibrary, !isSafeMode { return (fixedLibrary, false) }
    let key = LibraryKey(
      paths: paths, limits: limits, showsOutput: showsOutput, debugged: debugged, isSafeMode: isSafeMode)
    if let library = libraries[key] { return (library, false) }
    var search = PluginSearch(paths: paths, executableFolder: executableFolder, environment: environment)
    search.isSafeMode = isSafeMode
    var output: PluginLibrary.PluginOutput?
    let text = pluginOutput
    if showsOutput { output = { plugin, line in text.write(plugin: plugin, line: line) } }
    let debugging = debugged.map { plugin in
      DebuggerWait(plugin: plugin) { plugin, process in text.announce(plugin: plugin, process: process) }
    }
    let library = PluginLibrary(
      search: search, limits: limits, under: job, asksAgain: asksPluginsAgain, debugging: debugging,
      output: output)
    libraries[key] = library
    return (library, true)
  }

  /// Returns faults of plugins that appeared only after their workers started, each once.
  package func lateProblems() -> [Diagnostic] {
    (Array(libraries.values) + [fixedLibrary].compactMap(\.self)).flatMap(\.lateProblems).filter {
      unsteadyPlugins.insert($0.message).inserted
    }
  }

  // MARK: outputs

  /// Writes a line of data.
  package func print(_ line: String) { outputs.print(line) }

  /// Writes a part of the data.
  package func write(_ text: String) { outputs.write(text) }

  /// Writes the data that `body` supplies piece by piece, without output of another thread in between.
  package func writePieces<R>(_ body: ((UnsafeRawBufferPointer) -> Void) -> R) -> R { outputs.writePieces(body) }

  /// Writes out the buffered data.
  package func flush() { outputs.flush() }

  /// Writes a message, as a line, to the standard error.
  package func say(_ line: String) { outputs.say(line) }

  /// Reads the bytes of a script or a list; `-` is the standard input.
  ///
  /// - Parameter kind: the kind of file, for messages.
  package func read(_ path: String, as kind: String) throws(SceneError) -> [UInt8] {
    guard path == "-" else { return try SceneError.contents(of: path, as: kind) }
    guard let bytes = readInput() else { throw SceneError(FileRefusal.cannotReadInput, file: "-") }
    return bytes
  }

  /// Ends all workers.
  public func shutDown() {
    for library in libraries.values { library.shutDown() }
    libraries = [:]
  }
}

/// The handling of signals that end the process. The defaults do nothing, for a command that has no process of its own.
package struct SignalHandling {
  /// Sets the kind of work that signals end from now on.
  package var begin: (Interrupts.Work) -> Void = { _ in }

  /// Announces the number of files that the command will put in place.
  package var expect: (Int) -> Void = { _ in }

  /// Called before a cancelled command reports how it ended.
  package var claimEnd: () -> Void = {}

  /// The exit code of a cancelled command.
  package var status: () -> ExitStatus = { .interrupted }
}

/// The facts about the terminal behind the input and outputs.
public struct TerminalFacts: Hashable, Sendable {
  /// True if the standard input is a terminal.
  public var isInputTerminal = false

  /// True if the standard output is a terminal.
  public var isOutputTerminal = false

  /// True if the standard error is a terminal.
  public var isErrorsTerminal = false

  /// True if the terminal can show 24-bit colours, not only 256.
  public var hasTrueColor = false

  /// The number of columns of the standard output's terminal; `nil` if unknown.
  public var columns: Int?

  /// Creates terminal facts; without arguments, those of a process without a terminal.
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

/// The two outputs of a command, which several threads may use at once: each line, and each other write, is complete
/// before the next one begins.
///
/// A command prints its results on its own thread. Plugin output, traces and notices of saving arrive on any thread.
package final class CommandOutputs: @unchecked Sendable {
  /// The lock around both sinks and their buffers. It is recursive, since a sink may query the outputs while it is
  /// written to.
  private let lock = RecursiveLock()
  private var results: any TextSink
  private var messages: any TextSink

  init(_ output: any TextSink, _ errors: any TextSink) { (results, messages) = (output, errors) }

  /// The standard output. Only a single-threaded caller may write to it without the methods below.
  var output: any TextSink {
    get { lock.withLock { results } }
    set { lock.withLock { results = newValue } }
  }

  /// The standard error, under the same condition.
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

  /// Writes out the buffered results.
  func flush() { lock.withLock { results.flush() } }

  /// Writes a message, as a line, after all results before it.
  package func say(_ line: String) {
    lock.withLock {
      // Both may be one terminal, where the order matters.
      results.flush()
      messages.write(line + "\n")
    }
  }

  /// Writes a line of another source, which has no fixed position among the results.
  func relay(_ line: String) { lock.withLock { messages.write(line + "\n") } }
}
