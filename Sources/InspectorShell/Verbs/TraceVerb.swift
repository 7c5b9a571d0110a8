internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct TraceVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "trace", "[on|off|<file>] [--no-times] [--append]", "Traces the life of each component that is built.",
    """
    For each object it lists init, the attributes that are set, awake, prepareForInspector, the edit, and the rebuilt \
    component. Each step has its duration; below it are the properties that hooks set, the values that changed, what \
    was read from the parent, and warnings and refusals. The trace is printed between the output of commands, or \
    written to a file, which must be new unless '--append' is given. Without an argument the command prints whether \
    the trace is on, and where it goes.
    """,
    [
      .init("trace on", "from now on"), .init("trace on --no-times", "without durations, for comparing traces"),
      .init("trace life.txt", "to a file"),
    ])

  @Argument(
    help: "'on', 'off', or the file to write the trace to; './on' is a file of that name.", completion: .file())
  var choice: String?

  @Flag(help: "Leave out durations.")
  var noTimes = false

  @Flag(help: "Append to an existing file.")
  var append = false

  func run(in shell: Shell) throws(Diagnostic) {
    if append, choice == nil || choice == "on" || choice == "off" {
      throw Diagnostic(ShellUsage.appendToNoFile)
    }
    switch choice {
    case nil: return reportState(shell)
    case "on": shell.tracing = ShellTrace(hasTimes: !noTimes, between: shell.context.outputs)
    case "off": shell.tracing = nil
    case let file?:
      shell.tracing = try ShellTrace(
        hasTimes: !noTimes, between: shell.context.outputs, to: shell.expanded(file), isAppended: append)
      // A mistyped `on` or `off` creates a file, so print the name of the file.
      reportState(shell)
    }
    for scene in shell.scenes { shell.trace(scene) }
  }

  private func reportState(_ shell: Shell) {
    shell.print("trace is \(TerminalText.escaped(shell.tracing?.destination ?? "off"))")
  }
}

extension Shell {
  /// Starts to trace the components of a scene and of its scratches, or stops if tracing is off.
  func trace(_ scene: OpenScene) {
    let report = tracing.map { trace in { @Sendable (life: Lifecycle) in trace.report(life) } }
    for session in [scene.base] + scene.scratches.map(\.session) { session.traceLifecycles(report) }
  }
}
