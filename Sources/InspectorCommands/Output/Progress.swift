internal import JSONText
internal import Workbench

/// Says on the standard error how far work on many files has come, how fast it goes and how long it will take, where that
/// is a terminal.
final class Progress {
  private let run: CommandRun
  private let total: Int
  private var isShown = false
  private let start = ContinuousClock.now
  private var next = ContinuousClock.now

  init(_ run: CommandRun, total: Int) {
    self.run = run
    self.total = total
  }

  /// Called before each file; writes at most ten times a second.
  func update(_ done: Int, _ name: String) {
    guard run.context.terminal.isErrorsTerminal, total > 1 else { return }
    let now = ContinuousClock.now
    guard now >= next else { return }
    next = now + .milliseconds(100)
    isShown = true
    let file = name.parts(between: "/").last { !$0.isEmpty } ?? name
    let pace = Self.pace(done: done, of: total, after: now - start).map { " \($0)" } ?? ""
    run.context.errors.write("\r\u{1B}[K\(done)/\(total)\(pace) \(TerminalText.escaped(String(file.prefix(40))))")
  }

  /// Called before anything else is written to the terminal.
  func clear() {
    guard isShown else { return }
    isShown = false
    run.context.errors.write("\r\u{1B}[K")
  }

  /// `1240/s, 8 s left`; nil as long as nothing can be said.
  static func pace(done: Int, of total: Int, after elapsed: Duration) -> String? {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    guard done > 0, seconds >= 0.5 else { return nil }
    let rate = Double(done) / seconds
    let left = Int((Double(total - done) / rate).rounded(.up))
    let time = left < 100 ? "\(left) s" : left < 6000 ? "\((left + 59) / 60) min" : "\((left + 3599) / 3600) h"
    // Below ten a second the first digit behind the point counts.
    let shown = rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))"
    return "\(shown)/s, \(time) left"
  }
}
