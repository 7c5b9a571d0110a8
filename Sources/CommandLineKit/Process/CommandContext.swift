import Glibc
public import PluginHost
package import SceneDocument
public import WorkbenchSupport

/// What a command runs in: its outputs, its input, and what is known of the terminal and of the process around it.
///
/// The batch program makes one over the process's own descriptors, tests one that collects; a shell keeps one for all of
/// its commands, and with it the plugins.
public final class CommandContext {
  /// The sink of results: the standard output.
  public package(set) var output: any TextSink {
    get { outputs.output }
    set { outputs.output = newValue }
  }

  /// The sink of errors, warnings and reports of progress: the standard error.
  public package(set) var errors: any TextSink {
    get { outputs.errors }
    set { outputs.errors = newValue }
  }

  /// Both outputs, for whatever writes from another thread.
  package let outputs: CommandOutputs

  /// What is known of the terminal that the input and outputs may be.
  public var terminal: TerminalFacts

  /// The environment's variables by name, such as `INSPECTOR_PLUGIN_PATH`.
  public var environment: [String: String]

  /// The folder of the plugins that belong to the program.
  public var executableFolder: String?

  /// Reads all of the standard input; nil where that fails.
  public var readInput: () -> [UInt8]? = { nil }

  /// Reads what there is of the standard input, waiting for some: empty at its end, nil where that fails. Without it, a
  /// shell reads all of the input before it begins.
  public var readPart: (() -> [UInt8]?)?

  /// Whether no further scene is to be begun.
  public var isInterrupted: () -> Bool

  /// Ends the command that runs.
  public let job: InspectorJob

  /// What the process does with signals that end it.
  package var signals = SignalHandling()

  /// The plugins to use, whatever the command line says but `--safe-mode`: for programs that bring their own, and for tests.
  public var fixedLibrary: PluginLibrary?

  /// Whether what plugins write to their standard error is shown.
  package var showsPluginOutput = false

  /// Where what plugins write to their standard error goes.
  package let pluginOutput: PluginOutputText

  /// Whether plugins that failed to describe themselves are asked again, though nothing about them changed.
  package var asksPluginsAgain = false

  /// How long work takes before a terminal shows how far it is.
  public var progressDelay = Duration.milliseconds(500)

  /// What shows how far the command is that runs; nil where nothing does.
  package var progress: Progress?

  /// How many seconds a plugin may take for an answer where the command line does not say.
  public var defaultTimeout = 5.0

  private var libraries: [LibraryKey: PluginLibrary] = [:]

  /// The names of plugins of which it was written that their processes describe them differently.
  private var unsteadyPlugins: Set<String> = []

  private struct LibraryKey: Hashable {
    var paths: [String]
    var limits: PluginLimits
    var showsOutput: Bool
    var debugged: String?
    var isSafeMode: Bool
  }

  /// A context without input, which finds plugins by the environment only.
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

  /// The plugins, looked for when they are first asked for.
  ///
  /// - Parameters:
  ///   - debugged: the plugin that is to wait for a debugger.
  ///   - isSafeMode: whether there are to be none.
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

  /// Faults of plugins that showed only when their workers ran, each once.
  package func lateProblems() -> [Diagnostic] {
    (Array(libraries.values) + [fixedLibrary].compactMap(\.self)).flatMap(\.lateProblems).filter {
      unsteadyPlugins.insert($0.message).inserted
    }
  }

  // MARK: outputs

  /// Writes data, a line.
  package func print(_ line: String) { outputs.print(line) }

  /// Writes a part of the data.
  package func write(_ text: String) { outputs.write(text) }

  /// Writes the part of the data that `body` gives piece by piece; nothing of another thread comes in between.
  package func writePieces<R>(_ body: ((UnsafeRawBufferPointer) -> Void) -> R) -> R { outputs.writePieces(body) }

  /// Hands on the data that is held back.
  package func flush() { outputs.flush() }

  /// Writes a message, as a line, to the standard error.
  package func say(_ line: String) { outputs.say(line) }

  /// The bytes of a script, or of a list; `-` is the standard input.
  ///
  /// - Parameter kind: what it is, for messages.
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

/// What a process does with signals that end it; nothing where there is none around a command.
package struct SignalHandling {
  /// Says what the signals end from now on.
  package var begin: (Interrupts.Work) -> Void = { _ in }

  /// Says how many files the command is going to put in their places.
  package var expect: (Int) -> Void = { _ in }

  /// Called before a cancelled command reports how it ended.
  package var claimEnd: () -> Void = {}

  /// The exit code of a cancelled command.
  package var status: () -> ExitStatus = { .interrupted }
}

/// What is known of where the outputs lead.
public struct TerminalFacts: Hashable, Sendable {
  /// Whether the standard input is a terminal.
  public var isInputTerminal = false

  /// Whether the standard output is a terminal.
  public var isOutputTerminal = false

  /// Whether the standard error is a terminal.
  public var isErrorsTerminal = false

  /// Whether the terminal can show 24-bit colours, not only 256.
  public var hasTrueColor = false

  /// How many columns the terminal of the standard output has; nil where that is not known.
  public var columns: Int?

  /// Facts; without arguments, those of a process without a terminal.
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

/// The two outputs of a command, which several threads may write to at once: each line, and each other write, is whole
/// before the next one begins.
///
/// A command prints its results on the thread that runs it. What plugins write, traces and notices of saving come from
/// any.
package final class CommandOutputs: @unchecked Sendable {
  /// Guards both sinks, and what they hold back. A sink may ask for the outputs while it is written to.
  private let lock = RecursiveLock()
  private var results: any TextSink
  private var messages: any TextSink

  init(_ output: any TextSink, _ errors: any TextSink) { (results, messages) = (output, errors) }

  /// The standard output. Writing to it past the methods below is for the only thread that there is.
  var output: any TextSink {
    get { lock.withLock { results } }
    set { lock.withLock { results = newValue } }
  }

  /// The standard error, of which the same holds.
  var errors: any TextSink {
    get { lock.withLock { messages } }
    set { lock.withLock { messages = newValue } }
  }

  /// Writes a part of the results.
  func write(_ text: String) { lock.withLock { results.write(text) } }

  /// Writes the part of the results that `body` gives piece by piece.
  func writePieces<R>(_ body: ((UnsafeRawBufferPointer) -> Void) -> R) -> R {
    lock.withLock { body { results.write($0) } }
  }

  /// Writes a result, as a line.
  package func print(_ line: String) { lock.withLock { results.write(line + "\n") } }

  /// Hands on the results that are held back.
  func flush() { lock.withLock { results.flush() } }

  /// Writes a message, as a line, after all results before it.
  package func say(_ line: String) {
    lock.withLock {
      // Both may be one terminal, where the order counts.
      results.flush()
      messages.write(line + "\n")
    }
  }

  /// Writes a line of somebody else, which has no place among the results.
  func relay(_ line: String) { lock.withLock { messages.write(line + "\n") } }
}
