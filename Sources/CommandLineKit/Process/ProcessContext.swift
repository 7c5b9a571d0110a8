import Glibc
import JSONText
import SceneDocument
import WorkbenchSupport

/// The command context of the process: its descriptors, its environment, its terminal, and Ctrl-C.
public enum ProcessContext {
  /// Creates the context, and prepares the signals and descriptors of the process. Call this function once, at the
  /// start.
  public static func make() -> CommandContext {
    prepare()
    let environment = environment()
    let colors = environment["COLORTERM"] ?? ""
    let facts = TerminalFacts(
      isInputTerminal: isatty(0) == 1, isOutputTerminal: isatty(1) == 1, isErrorsTerminal: isatty(2) == 1,
      hasTrueColor: colors == "truecolor" || colors == "24bit", columns: columns(environment))
    let context = CommandContext(
      output: facts.isOutputTerminal ? TerminalSink(DescriptorSink(1)) : DescriptorSink(1),
      errors: DescriptorSink(2, isBuffered: false), terminal: facts,
      environment: environment,
      job: Interrupts.job)
    context.executableFolder = executableFolder()
    context.readInput = readInput
    context.readPart = readPart
    context.signals = SignalHandling(
      begin: Interrupts.begin, expect: Interrupts.expect, claimEnd: Interrupts.claimEnd,
      status: { Interrupts.status })
    Interrupts.listen()
    return context
  }

  /// Returns the arguments after the program's name. File names that are not UTF-8 are encoded by ``FileName``.
  public static func arguments() -> [String] { CStrings.arguments() }

  /// Returns the width of the terminal from the variable `COLUMNS`, or else from the terminal itself; nil if neither is
  /// known.
  private static func columns(_ environment: [String: String]) -> Int? {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    for descriptor: Int32 in [1, 2] where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return nil
  }

  private static func environment() -> [String: String] {
    var found: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = FileName.text(of: UnsafePointer(text)).utf8.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { found[String(Substring(parts[0]))] = String(Substring(parts[1])) }
      entry += 1
    }
    return found
  }

  private static func executableFolder() -> String? {
    // Systems without `/proc` know only the path by which the program was started.
    guard let path = realpath("/proc/self/exe") ?? CStrings.executable().flatMap({ realpath($0) }) else { return nil }
    return path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
  }

  private static func readInput() -> [UInt8]? {
    var bytes: [UInt8] = []
    while let part = readPart() {
      if part.isEmpty { return bytes }
      // Give up after 1 GiB, because the input may be endless.
      if bytes.count > 1 << 30 { return nil }
      bytes += part
    }
    return nil
  }

  private static func readPart() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      guard waitForInput() else { return [] }
      let count = read(0, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      return count < 0 ? nil : Array(buffer[..<count])
    }
  }

  /// Waits until the input is readable; returns false if the job is cancelled.
  private static func waitForInput() -> Bool {
    let job = Interrupts.job
    var watched = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      pollfd(fd: job.watchedDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    while !job.isCancelled {
      if poll(&watched, 2, -1) > 0, watched[0].revents != 0 { return true }
    }
    return false
  }
}

// The preparation of the process before any other work: its first three descriptors, and a message for lack of memory.
extension ProcessContext {
  private static func prepare() {
    reserveDescriptors()
    // With the signal ignored, a write beyond `ulimit -f` fails with an error instead of ending the program.
    signal(SIGXFSZ, SIG_IGN)
    guard ProcessMemory.limit != nil else { return }
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS] { reportLackOfMemory(at: number) }
  }

  /// Opens each closed descriptor among 0, 1 and 2, so that no file or socket that the program opens later gets one
  /// of these numbers. Reading and writing such a descriptor still fails.
  private static func reserveDescriptors() {
    // The value of `O_PATH`, which Swift does not import.
    let path: Int32 = 0o10000000
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 { _ = Glibc.open("/", path | O_DIRECTORY) }
  }

  // MARK: Lack of memory

  /// Installs a handler for one of the signals that a trap raises. Swift ends the program by a trap if `malloc` fails;
  /// the handler then reports the lack of memory and exits with ``ExitStatus/badDocument``. No file is left half
  /// written, because files are put in place in one step.
  ///
  /// If there is enough memory, the trap has another cause, and ends the program as usual.
  private static func reportLackOfMemory(at number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      // A failed allocation asks for at most twice the size of the largest list. So it fails only if more than a third
      // of the limit is in use, and then two thirds of the limit cannot be mapped.
      let wanted = (ProcessMemory.limit ?? 0) / 3 * 2
      guard mmap(nil, wanted, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED else {
        signal(number, SIG_DFL)
        return
      }
      let words: StaticString =
        "inspector: there is not enough memory; only reported changes were made; allow more ('ulimit -v')\n"
      _ = write(2, words.utf8Start, words.utf8CodeUnitCount)
      _exit(ExitStatus.badDocument.rawValue)
    }
    sigaction(number, &action, nil)
  }
}
