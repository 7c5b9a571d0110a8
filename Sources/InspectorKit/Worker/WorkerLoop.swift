// The C library declares `stdout` as a variable that any thread may change; here it is only passed on.
@preconcurrency internal import Glibc
internal import JSONText

/// Serves a host over descriptors 0 and 1.
enum WorkerLoop {
  static func run(_ worker: PluginWorker) {
    guard isatty(0) == 0 else {
      let words = """
        \(worker.name) \(worker.version) is a plugin of inspector and is started by it; \
        see 'inspector plugin describe \(worker.name)'\n
        """
      _ = words.withCString { write(2, $0, strlen($0)) }
      exit(64)
    }
    guard var channel = MessageChannel.takingStandardDescriptors() else { exit(71) }
    // The host sees the end of the stream; a signal would only hide why.
    signal(SIGPIPE, SIG_IGN)
    // What is printed is seen when it is printed, and not lost where the plugin ends by a trap.
    setvbuf(stdout, nil, Int32(_IOLBF), 0)
    var message = [UInt8]()
    while channel.read(into: &message) {
      let reply = message.withUnsafeBytes { bytes in
        worker.reply(to: bytes) { early, isLast in
          guard channel.write(early) else { exit(74) }
          // Hooks that loop never return.
          if isLast { _exit(70) }
        }
      }
      guard channel.write(reply) else { exit(74) }
    }
    exit(0)
  }
}

/// Messages of a 4-byte little-endian length and as many bytes.
struct MessageChannel {
  private let input: Int32
  private let output: Int32
  private var brief = BriefWait()

  private init(input: Int32, output: Int32) { (self.input, self.output) = (input, output) }

  /// Moves the protocol off descriptors 0 and 1, so that a plugin's `print` and `readLine` cannot break it: they go to
  /// standard error and to nothing.
  static func takingStandardDescriptors() -> MessageChannel? {
    let input = fcntl(0, F_DUPFD_CLOEXEC, 3)
    let output = fcntl(1, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard input >= 0, output >= 0, nothing >= 0, dup2(nothing, 0) == 0, dup2(2, 1) == 1 else { return nil }
    close(nothing)
    return MessageChannel(input: input, output: output)
  }

  /// The next message; false at the end of the input or where its length is beyond the limit.
  mutating func read(into message: inout [UInt8]) -> Bool {
    var watched = [pollfd(fd: input, events: Int16(POLLIN), revents: 0)]
    _ = brief.poll(&watched, milliseconds: -1)
    var header: UInt32 = 0
    guard withUnsafeMutableBytes(of: &header, { fill($0) }) else { return false }
    let length = Int(UInt32(littleEndian: header))
    guard length <= WorkerProtocol.messageLimit else { return false }
    if message.count < length || message.count > 2 * length + 65536 {
      message = [UInt8](repeating: 0, count: length)
    } else {
      message.removeLast(message.count - length)
    }
    return message.withUnsafeMutableBytes { fill($0) }
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = Glibc.read(input, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      filled += count
    }
    return true
  }

  /// Writes a message whole; false where the host is gone.
  func write(_ message: [UInt8]) -> Bool {
    var header = UInt32(message.count).littleEndian
    return withUnsafeBytes(of: &header) { send($0) } && message.withUnsafeBytes { send($0) }
  }

  private func send(_ buffer: UnsafeRawBufferPointer) -> Bool {
    var sent = 0
    while sent < buffer.count {
      let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
      let count = Glibc.write(output, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
