internal import CSystem
internal import Glibc
internal import InspectorKit
internal import JSONText
internal import WorkbenchSupport

/// A plugin running as a worker process, reached over a socket pair on its descriptors 0 and 1.
final class PluginProcess: PluginConnection {
  /// The name in messages: the file's, until the plugin has given its own.
  var plugin: String
  private let process: pid_t
  private let socket: Int32
  private let errors: Int32
  private var input: [UInt8] = []
  private var inputStart = 0
  /// Where the system puts what is read, before it is known how much that is.
  private var chunk = [UInt8](repeating: 0, count: 65536)
  private var words = PluginWords()
  private let output: PluginLibrary.PluginOutput?
  private var isClosed = false
  private let cancellation: Cancellation
  private let memory: Int

  /// Starts the executable; it costs a few milliseconds.
  ///
  /// - Parameter output: takes what the plugin writes to standard error.
  init(
    plugin: String, executable: String, limits: PluginLimits, cancellation: Cancellation,
    output: PluginLibrary.PluginOutput? = nil
  ) throws(PluginFailure) {
    self.plugin = plugin
    self.cancellation = cancellation
    self.memory = limits.memory
    self.output = output
    var ends: [Int32] = [-1, -1]
    var pipes: [Int32] = [-1, -1]
    func cannotStart(_ step: String, _ code: Int32) -> PluginFailure {
      for end in ends + pipes where end >= 0 { Glibc.close(end) }
      return PluginFailure(
        .missing, plugin: plugin,
        message: "plugin '\(plugin)' does not start: \(step) '\(executable)': \(errnoText(code))")
    }
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0,
      pipe2(&pipes, O_CLOEXEC) == 0
    else { throw cannotStart("cannot connect to", errno) }
    _ = fcntl(pipes[0], F_SETFL, O_NONBLOCK)

    let environment = Self.environment()
    let memory = UInt64(max(limits.memory, 0))
    func start() -> pid_t {
      WorkerLauncher.shared.start(
        executable, environment: environment, connection: ends[1], errors: pipes[1], memory: memory)
    }
    var outcome = start()
    // A file that was written just now is busy while some other child still holds it open for writing.
    for _ in 0..<200 where outcome == -ETXTBSY {
      usleep(5000)
      outcome = start()
    }
    guard outcome > 0 else { throw cannotStart("cannot execute", -outcome) }
    process = outcome
    socket = ends[0]
    errors = pipes[0]
    Glibc.close(ends[1])
    Glibc.close(pipes[1])
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  /// A trap is seen in under 1 ms without the backtrace, which would cost 20 ms and fill standard error.
  private static func environment() -> [String] {
    var strings: [String] = []
    var entry = environ
    while let text = entry.pointee {
      strings.append(FileName.text(of: UnsafePointer(text)))
      entry += 1
    }
    return strings.filter { !$0.hasPrefix("SWIFT_BACKTRACE=") } + ["SWIFT_BACKTRACE=enable=no"]
  }

  // MARK: messages

  func send(_ message: [UInt8], within limit: Duration) throws(PluginFailure) {
    let deadline = ContinuousClock.now + limit
    let length = UInt32(message.count).littleEndian
    let framed = withUnsafeBytes(of: length) { Array($0) } + message
    var sent = 0
    while sent < framed.count {
      let count = framed.withUnsafeBytes { bytes in
        Glibc.send(socket, bytes.baseAddress.map { $0 + sent }, framed.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        // The plugin may be waiting for its answers to be read.
        try wait(forWriting: true, until: deadline, limit: limit)
      } else if errno != EINTR {
        throw ended()
      }
    }
  }

  func receive(within limit: Duration) throws(PluginFailure) -> [UInt8] {
    let deadline = ContinuousClock.now + limit
    while true {
      if let message = try nextMessage() { return message }
      try wait(forWriting: false, until: deadline, limit: limit)
    }
  }

  private func nextMessage() throws(PluginFailure) -> [UInt8]? {
    let available = input.count - inputStart
    guard available >= 4 else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(input[inputStart + $1]) << (8 * $1) }
    guard length <= WorkerProtocol.messageLimit else {
      if let text = textInstead {
        throw failure(
          .garbage,
          "wrote the text '\(text)' where a message was due; standard output belongs to the protocol, print to standard error"
        )
      }
      throw failure(
        .garbage, "sent a message of \(length) bytes, where at most \(WorkerProtocol.messageLimit) are allowed")
    }
    guard available >= 4 + length else { return nil }
    let message = Array(input[(inputStart + 4)..<(inputStart + 4 + length)])
    inputStart += 4 + length
    if inputStart == input.count {
      input.removeAll(keepingCapacity: input.capacity < 1 << 20)
      inputStart = 0
    }
    return message
  }

  /// The first line of what came, where that is text: four printable characters are beyond any length that is allowed.
  private var textInstead: String? {
    let isText = { (byte: UInt8) in byte >= 0x20 && byte != 0x7F || byte == 0x0A || byte == 0x09 }
    guard input[inputStart...].prefix(4).allSatisfy({ $0 < 0x80 && isText($0) }) else { return nil }
    let line = String(decoding: input[inputStart...], as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
    return String(line.prefix(60))
  }

  /// Waits until something can be read, or written; what can be read is read.
  private func wait(forWriting: Bool, until deadline: ContinuousClock.Instant, limit: Duration) throws(PluginFailure) {
    let left = ContinuousClock.now.duration(to: deadline)
    let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
    guard milliseconds >= 0 else { throw timedOut(limit) }
    guard !cancellation.isCancelled else { throw failure(.cancelled, "was ended, since it was waited for no longer") }
    var watched = [
      pollfd(fd: socket, events: Int16(POLLIN) | (forWriting ? Int16(POLLOUT) : 0), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: cancellation.watchedDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&watched, 3, Int32(clamping: milliseconds + 1))
    if count < 0 && errno != EINTR {
      throw failure(.crashed, "cannot be waited for: \(errnoText(errno))")
    }
    guard count > 0 else { return }
    if watched[1].revents != 0 { drainErrors() }
    if watched[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { try readInput() }
  }

  private func readInput() throws(PluginFailure) {
    if inputStart > 0, inputStart > input.count / 2 {
      input.removeFirst(inputStart)
      inputStart = 0
    }
    let count = chunk.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
    let code = errno
    if count > 0 { input += chunk[..<count] }
    if count == 0 || (count < 0 && code != EAGAIN && code != EINTR) { throw ended() }
  }

  private func drainErrors() {
    guard !isClosed else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(errors, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      for line in words.add(buffer[..<count]) { output?(plugin, line) }
    }
  }

  // MARK: the end

  private func failure(
    _ kind: PluginFailure.Kind, _ what: String, isTrap: Bool = false
  ) -> PluginFailure {
    drainErrors()
    if let line = words.end() { output?(plugin, line) }
    close()
    let reason = words.reason(isTrap: isTrap).map { "; its last words: \($0)" } ?? ""
    return PluginFailure(kind, plugin: plugin, message: "plugin '\(plugin)' \(what)\(reason)")
  }

  private func timedOut(_ limit: Duration) -> PluginFailure {
    let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
    return failure(
      .timeout,
      "did not answer within \(PropertyValue.double(seconds).text) s and was ended; a longer limit is given by '--timeout SECONDS'"
    )
  }

  /// The failure after the stream ended. Waits a moment for the exit status and the last output, which say why.
  private func ended() -> PluginFailure {
    var status: Int32 = 0
    var waited: pid_t = 0
    var usage = rusage()
    for _ in 0..<100 {
      waited = wait4(process, &status, WNOHANG, &usage)
      if waited != 0 { break }
      // It may be writing still why it ends.
      drainErrors()
      usleep(1000)
    }
    guard waited == process else { return failure(.crashed, "closed its connection") }
    isReaped = true
    let signal = status & 0x7F
    let words =
      signal != 0 ? "was ended by \(Self.name(ofSignal: signal))" : "ended with exit code \(status >> 8 & 0xFF)"
    return failure(.crashed, words + memoryWords(used: Int(usage.ru_maxrss) << 10), isTrap: signal != 0)
  }

  /// Says that a worker which ended was near its limit of memory.
  ///
  /// The system does not report which call failed. A list that grows by doubling fails when it needs up to three times
  /// what it has, so a quarter of the limit is near.
  private func memoryWords(used: Int) -> String {
    guard memory > 0, used >= memory / 4 else { return "" }
    return """
       at its limit of memory: it used \(used >> 20) of \(memory >> 20) MB; a higher limit is given by \
      '--plugin-memory MB'
      """
  }

  private var isReaped = false

  private static func name(ofSignal signal: Int32) -> String {
    let names = [
      SIGSEGV: "SIGSEGV", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
      SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGXCPU: "SIGXCPU",
    ]
    return names[signal].map { "\($0) (\(String(cString: strsignal(signal)).lowercased()))" } ?? "signal \(signal)"
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    Glibc.close(socket)
    Glibc.close(errors)
    guard !isReaped else { return }
    isReaped = true
    // The closed connection ends a healthy worker; one that hangs is not waited for.
    var status: Int32 = 0
    var pause: UInt32 = 50
    for step in 0..<8 {
      if waitpid(process, &status, WNOHANG) != 0 { return }
      if step == 3 { kill(process, SIGTERM) }
      usleep(pause)
      pause *= 2
    }
    // And what it started itself.
    kill(-process, SIGKILL)
    waitpid(process, &status, 0)
  }
}
