internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Selectors
internal import Synchronization
internal import WorkbenchSupport

/// A terminal display of the progress, rate and remaining time of long work.
///
/// A separate thread redraws one line every tenth of a second, once the work has taken
/// ``CommandContext/progressDelay``. All other output to the terminal goes through sinks that first erase this line.
package final class Progress {
  private let context: CommandContext
  private let (output, errors): (any TextSink, any TextSink)
  private let state: WorkProgress
  private let monitor = Monitor()
  private var thread: WorkThread?
  private let start = ContinuousClock.now

  // The monitor guards the following four variables.
  private var isShown = false
  private var isEnded = false
  private var files: (done: Int, total: Int, name: String)?
  private var pace: (part: WorkProgress.State.Part?, done: Int, start: ContinuousClock.Instant)

  /// The control sequence that erases the cursor's line.
  static let erasing = "\r\u{1B}[K"

  /// True if the terminal shows a line of progress; the thread that ends the process must erase the line.
  static let isOnTerminal = Atomic(false)

  /// The state of drawing: 0 if no line is being drawn, 1 while a progress draws, 2 if drawing has ended for good.
  private static let drawing = Atomic(0)

  /// Prevents all further drawing, before the thread that ends the process writes a final message.
  ///
  /// The function waits for a line that is being drawn, but at most 50 milliseconds, because the terminal may be
  /// stopped.
  static func endDrawing() {
    for _ in 0..<50 {
      if drawing.compareExchange(expected: 0, desired: 2, ordering: .acquiring).exchanged { return }
      usleep(1000)
    }
  }

  /// The time between two drawings, in milliseconds.
  private static let interval = 100

  /// Starts the display and redirects the context's outputs through it; `nil` if the standard error is not a terminal,
  /// or the system has no thread.
  ///
  /// - Parameters:
  ///   - errors: the sink of the terminal; nil for the context's standard error.
  ///   - endsWithOutput: true if the command's first output ends the display, since a pager may show the output.
  package init?(_ context: CommandContext, errors: (any TextSink)? = nil, endsWithOutput: Bool = false) {
    guard context.terminal.isErrorsTerminal else { return nil }
    self.context = context
    (output, self.errors, state) = (context.output, errors ?? context.errors, context.job.progress)
    pace = (nil, 0, start)
    state.reset()
    guard let thread = WorkThread({ [unowned self] in draw() }) else { return nil }
    self.thread = thread
    let words = context.errors
    context.errors = Sink(words, self, endsWithOutput: endsWithOutput)
    if context.terminal.isOutputTerminal { context.output = Sink(output, self, endsWithOutput: endsWithOutput) }
    restore = { context.errors = words }
  }

  private var restore: () -> Void = {}

  /// Erases the line, ends the drawing thread, and restores the context's outputs.
  package func end() {
    stop()
    thread?.join()
    thread = nil
    restore()
    context.output = output
  }

  /// Erases the line and ends the display without waiting for the drawing thread.
  package func stop() {
    monitor.withLock {
      isEnded = true
      clear()
      monitor.wake()
    }
  }

  /// Sets the number of completed scenes and the name of the scene to display; ignored if there is only one scene.
  package func update(_ done: Int, of total: Int, _ name: String) {
    guard total > 1 else { return }
    monitor.withLock { files = (done, total, name) }
  }

  // MARK: Drawing

  private func draw() {
    // Leave the handling of signals to the other threads.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    monitor.withLock {
      while !isEnded {
        monitor.wait(milliseconds: Self.interval)
        if !isEnded, ContinuousClock.now - start >= context.progressDelay, let line = line() { show(line) }
      }
    }
  }

  private func show(_ line: String) {
    guard Self.drawing.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged else { return }
    defer { Self.drawing.store(0, ordering: .releasing) }
    isShown = true
    Self.isOnTerminal.store(true, ordering: .relaxed)
    errors.write("\(Self.erasing)\(line)")
    errors.flush()
  }

  private func clear() {
    guard isShown else { return }
    isShown = false
    errors.write(Self.erasing)
    Self.isOnTerminal.store(false, ordering: .relaxed)
    errors.flush()
  }

  /// Returns the line that shows the progress; nil if the progress is still unknown.
  private func line() -> String? {
    if let files {
      let name = files.name.parts(between: "/").last { !$0.isEmpty } ?? files.name
      return line(nil, files.done, files.total, "scenes", TerminalText.escaped(String(name.prefix(40))))
    }
    guard let state = state.state else { return nil }
    switch state.part {
    case .reading: return line(.reading, state.done >> 20, state.total >> 20, "MB", "read")
    case .building: return line(.building, state.done, state.total, "objects", "built by plugins")
    case .working: return line(.working, state.done, state.total, "objects", "processed")
    }
  }

  private func line(
    _ part: WorkProgress.State.Part?, _ done: Int, _ total: Int, _ unit: String, _ what: String
  ) -> String {
    let now = ContinuousClock.now
    // Measure the pace separately for each part of the work, and for each round of a part.
    if part != pace.part || done < pace.done { pace = (part, 0, part == pace.part ? now : start) }
    pace.done = done
    let rate = Self.pace(done: done, of: total, after: now - pace.start).map { "  \($0)" } ?? ""
    return Self.line(done: done, of: total, "\(done) of \(total) \(unit) \(what)\(rate)", columns: columns)
  }

  private var columns: Int {
    var size = winsize()
    if ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return context.terminal.columns ?? 80
  }

  // MARK: Text

  /// Returns a line such as `[######....]  60%  6 of 10 scenes`, narrower than the terminal so that it does not wrap.
  /// In a narrow terminal the bar is left out and the text is truncated.
  package static func line(done: Int, of total: Int, _ words: String, columns: Int) -> String {
    let share = total > 0 ? min(max(Double(done) / Double(total), 0), 1) : 0
    let percent = String(Int(share * 100))
    let text = "\(String(repeating: " ", count: 3 - percent.count))\(percent)%  \(words)"
    // Keep the last column free, so that the cursor does not wrap.
    let room = columns - 1
    let width = min(30, room - TerminalText.width(text) - 4)
    guard width >= 8 else { return TerminalText.truncated(text, to: max(room, 1)) }
    let filled = Int(share * Double(width))
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    return "[\(bar)]  \(text)"
  }

  /// Returns the rate and the time left, such as `1240/s, 8 s left`; `nil` if nothing is done yet or less than half a
  /// second has passed.
  static func pace(done: Int, of total: Int, after elapsed: Duration) -> String? {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    guard done > 0, seconds >= 0.5 else { return nil }
    let rate = Double(done) / seconds
    let left = Int((Double(total - done) / rate).rounded(.up))
    let time = left < 100 ? "\(left) s" : left < 6000 ? "\((left + 59) / 60) min" : "\((left + 3599) / 3600) h"
    // A rate below ten per second has one decimal.
    let shown = rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))"
    return "\(shown)/s, \(time) left"
  }

  /// A sink that erases the progress line before each write, and optionally ends the display at the first write.
  private final class Sink: TextSink {
    private let sink: any TextSink
    private let progress: Progress
    private let endsProgress: Bool

    init(_ sink: any TextSink, _ progress: Progress, endsWithOutput: Bool) {
      (self.sink, self.progress, endsProgress) = (sink, progress, endsWithOutput)
    }

    var failure: Int32 { sink.failure }

    func write(_ bytes: UnsafeRawBufferPointer) {
      progress.monitor.withLock {
        progress.clear()
        if endsProgress { progress.isEnded = true }
        sink.write(bytes)
      }
    }

    func flush() {
      progress.monitor.withLock {
        progress.clear()
        sink.flush()
      }
    }
  }
}
