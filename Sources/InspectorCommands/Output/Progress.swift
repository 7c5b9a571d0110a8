internal import Workbench

/// Says on the standard error how far work on many files has come, where that is a terminal.
final class Progress {
  private let run: CommandRun
  private let total: Int
  private var isShown = false
  private var next = ContinuousClock.now

  init(_ run: CommandRun, total: Int) {
    self.run = run
    self.total = total
  }

  /// Called before each file; writes at most ten times a second.
  func update(_ done: Int, _ name: String) {
    guard run.context.terminal.isErrorsTerminal, total > 1, ContinuousClock.now >= next else { return }
    next = ContinuousClock.now + .milliseconds(100)
    isShown = true
    let file = name.split(separator: "/").last.map(String.init) ?? name
    run.context.errors.write("\r\u{1B}[K\(done)/\(total) \(TerminalText.escaped(String(file.prefix(60))))")
  }

  /// Called before anything else is written to the terminal.
  func clear() {
    guard isShown else { return }
    isShown = false
    run.context.errors.write("\r\u{1B}[K")
  }
}
