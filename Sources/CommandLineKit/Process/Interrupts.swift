internal import Glibc
internal import SceneDocument
internal import Selectors
internal import Synchronization
internal import WorkbenchSupport

/// The handling of the signals that end the program: SIGINT (Ctrl-C), SIGTERM and SIGHUP.
///
/// The first signal cancels the work under way, which then reports what was done and completes its output. If the work
/// takes longer than ``grace``, a watching thread ends the program, so that no loop can delay the end. A second signal
/// ends the program at once. Neither signal leaves a file half written: a file is put in place in one step, which
/// ``InspectorJob/commit(_:_:)`` either permits or refuses.
///
/// Signals that are ignored when the program starts remain ignored.
package enum Interrupts {
  /// The job of the program's commands; a signal cancels the job.
  static let job = InspectorJob()

  /// The kind of work that a signal ends.
  package enum Work: Int {
    /// A command on files: after a signal, the command has ``grace`` milliseconds to end by itself.
    case command
    /// A script of the shell: Ctrl-C cancels the current command, which then has no time limit for its end.
    case script
    /// A shell at a terminal: Ctrl-C cancels a command, and the other signals end the shell at once.
    case prompt
  }

  /// The time limit in milliseconds for cancelled work to end by itself.
  private static let grace: Int32 = 200
  /// The time limit for the final output of cancelled work, in milliseconds; the process that reads the output may be
  /// slow.
  private static let lastWords: Int32 = 1000

  /// The first signal received; 0 for none.
  private static let received = Atomic<Int32>(0)
  private static let count = Atomic(0)
  private static let work = Atomic(Work.command.rawValue)
  private static let expectedFiles = Atomic(0)

  /// The number of the thread that reports the program's end: 0 for none yet, 1 for the working thread, 2 for the
  /// watching thread.
  private static let speaker = Atomic(0)

  /// The socket pair through which the signal handler wakes the watching thread. The handler writes one byte for each
  /// signal.
  private static let ends: (input: Int32, output: Int32) = {
    var ends: [Int32] = [-1, -1]
    _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    return (ends[0], ends[1])
  }()

  /// The terminal settings at the start of the program, to restore at its end; nil if the input is not a terminal.
  private static let terminal: termios? = {
    var settings = termios()
    return tcgetattr(0, &settings) == 0 ? settings : nil
  }()

  /// Installs the signal handlers and starts the watching thread; does nothing if the system has no thread or socket.
  static func listen() {
    _ = (ends, terminal, job)
    guard ends.input >= 0, WorkThread(watch) != nil else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0, !isIgnored(action) else { continue }
      action = sigaction()
      action.__sigaction_handler.sa_handler = { Interrupts.take($0) }
      action.sa_flags = SA_RESTART
      sigaction(number, &action, nil)
      // A program that was started from a thread pool, such as Foundation's pool, inherits blocked signals.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, number)
      sigprocmask(SIG_UNBLOCK, &signals, nil)
    }
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Sets the kind of work, which decides how a signal ends the program.
  static func begin(_ new: Work) { work.store(new.rawValue, ordering: .relaxed) }

  /// Sets the number of files that the command will write. If a signal arrives when all of them are written, the
  /// command still completes its output.
  static func expect(files: Int) { expectedFiles.store(files, ordering: .relaxed) }

  /// The exit status for the first signal received; ``ExitStatus/interrupted`` if there was none.
  static var status: ExitStatus {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? .interrupted : ExitStatus(rawValue: 128 + number)
  }

  /// Claims the right to report how the work ended; does nothing if no signal was received. Never returns if the
  /// watching thread has claimed the right, because that thread then ends the program.
  static func claimEnd() {
    guard received.load(ordering: .relaxed) != 0 else { return }
    if speaker.compareExchange(expected: 0, desired: 1, ordering: .relaxed).original != 2 { return }
    while true { pause() }
  }

  // MARK: The signal handler

  private static func take(_ number: Int32) {
    let error = errno
    defer { errno = error }
    guard number != SIGINT || work.load(ordering: .relaxed) != Work.prompt.rawValue else {
      return job.cancel()
    }
    _ = received.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    // After the third signal, the next signal ends the program even if the watching thread is blocked.
    if count.add(1, ordering: .relaxed).newValue > 2 { signal(number, SIG_DFL) }
    if work.load(ordering: .relaxed) != Work.prompt.rawValue { job.cancel() }
    var byte: UInt8 = 0
    _ = write(ends.input, &byte, 1)
  }

  // MARK: The watching thread

  private static func watch() {
    _ = waitForSignal(-1)
    switch Work(rawValue: work.load(ordering: .relaxed)) ?? .command {
    case .command: _ = waitForSignal(grace)
    case .script: _ = waitForSignal(received.load(ordering: .relaxed) == SIGINT ? -1 : grace)
    case .prompt: break
    }
    let files = job.closeCommits()
    let expected = expectedFiles.load(ordering: .relaxed)
    // All files are written and only printing is left, so wait for a second signal without a limit.
    if work.load(ordering: .relaxed) == Work.command.rawValue, expected > 0, files.count >= expected {
      _ = waitForSignal(-1)
    }
    if speaker.compareExchange(expected: 0, desired: 2, ordering: .relaxed).exchanged {
      say(files)
    } else {
      _ = waitForSignal(lastWords)
    }
    Temporaries.removeAll()
    if var terminal, work.load(ordering: .relaxed) == Work.prompt.rawValue {
      signal(SIGTTOU, SIG_IGN)
      tcsetattr(0, TCSANOW, &terminal)
    }
    _exit(status.rawValue)
  }

  /// Waits for a signal, and returns true if one arrives within the given number of milliseconds. A negative number
  /// means no limit.
  private static func waitForSignal(_ milliseconds: Int32) -> Bool {
    var watched = pollfd(fd: ends.output, events: Int16(POLLIN), revents: 0)
    while true {
      let found = poll(&watched, 1, milliseconds)
      if found < 0, errno == EINTR { continue }
      guard found > 0 else { return false }
      var byte: UInt8 = 0
      return read(ends.output, &byte, 1) == 1
    }
  }

  private static func say(_ files: [String]) {
    let isPrompt = work.load(ordering: .relaxed) == Work.prompt.rawValue
    let name = received.load(ordering: .relaxed) == SIGTERM ? "SIGTERM" : "SIGHUP"
    Progress.endDrawing()
    let words = isPrompt ? "ended by \(name)" : "interrupted; \(WrittenFiles(files).words)"
    let start = isPrompt ? "\r\n" : Progress.isOnTerminal.load(ordering: .relaxed) ? Progress.erasing : ""
    let text = Array("\(start)inspector: \(words)\n".utf8)
    _ = write(2, text, text.count)
  }
}
