internal import Glibc
internal import JSONText
internal import WorkbenchSupport

/// The context of the process itself: its descriptors, its environment, its terminal, and Ctrl-C.
public enum ProcessContext {
  /// Makes the context and prepares the process: its signals and descriptors. Call it once, at the start.
  public static func make() -> CommandContext {
    ProcessGround.prepare()
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

  /// The arguments after the program's name, which may hold names of files; see ``FileName``.
  public static func arguments() -> [String] { CStrings.arguments() }

  /// How wide the terminal is, as `COLUMNS` or the terminal itself says.
  private static func columns(_ environment: [String: String]) -> Int? {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
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
    // The second where there is no `/proc`.
    guard let path = realpath("/proc/self/exe") ?? CStrings.executable().flatMap({ realpath($0) }) else { return nil }
    return path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
  }

  private static func readInput() -> [UInt8]? {
    var bytes: [UInt8] = []
    while let part = readPart() {
      if part.isEmpty { return bytes }
      // It may never end.
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
}

extension ProcessContext {
  /// Waits until something can be read; false where what is read for was cancelled.
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
