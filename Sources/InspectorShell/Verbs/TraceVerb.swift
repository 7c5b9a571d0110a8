internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct TraceVerb: ShellVerb {
  static let row = CommandRow.verb(
    "trace", "[on|off|<file>] [--no-times] [--append]", "Reports what happens to each component that is built.",
    """
    For each object: init, the attributes that are set, awake, prepareForInspector, the edit, and the component that is \
    built again, each with how long it took, and below it what hooks set, left different, read of the parent and said. \
    The trace is printed between the output of commands, or written to a file, which must be a new one but for \
    '--append'. Without a word it shows whether the trace is on, and where it goes.
    """,
    [
      .init("trace on", "from now on"), .init("trace on --no-times", "as text that can be compared"),
      .init("trace life.txt", "to a file"),
    ])

  @Argument(
    help: "Whether to print a trace, or the file to write it to; './on' is a file of that name.", completion: .file())
  var choice: String?

  @Flag(help: "Leave durations out.")
  var noTimes = false

  @Flag(help: "Go on at the end of a file that is there already.")
  var append = false

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    if append, choice == nil || choice == "on" || choice == "off" {
      throw Diagnostic(ShellUsage.appendToNoFile)
    }
    let text = LifecycleText(hasTimes: !noTimes)
    switch choice {
    case nil:
      reportState(shell)
      return .done
    case "on": shell.tracing = ShellTrace(text, between: shell.context.outputs)
    case "off": shell.tracing = nil
    case let file?:
      shell.tracing = try ShellTrace(
        text, between: shell.context.outputs, to: shell.files.expanded(file), isAppended: append)
      // A mistyped word would create a file, too.
      reportState(shell)
    }
    for scene in shell.scenes { shell.trace(scene) }
    return .done
  }

  private func reportState(_ shell: Shell) {
    shell.print("trace is \(TerminalText.escaped(shell.tracing?.destination ?? "off"))")
  }
}

extension Shell {
  /// Starts or stops lifecycle reports of a scene and its scratch.
  func trace(_ scene: OpenScene) {
    let report = tracing.map { trace in { @Sendable (life: Lifecycle) in trace.report(life) } }
    for session in [scene.base, scene.session] { session.traceLifecycles(report) }
  }
}
