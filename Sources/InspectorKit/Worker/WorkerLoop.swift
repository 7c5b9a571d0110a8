// The C library declares `stdout` as a variable that any thread may change. This file only reads it.
@preconcurrency package import Glibc
import JSONText

extension PluginWorker {
  /// Serves a host over descriptors 0 and 1 until the host closes them, and then ends the process. If descriptor 0 is a
  /// terminal, prints a hint and ends the process with code 64.
  func serve() {
    guard isatty(0) == 0 else {
      let words = """
        \(name) \(version) is a plugin of inspector and is started by it; \
        see 'inspector plugin describe \(name)'\n
        """
      _ = words.withCString { write(2, $0, strlen($0)) }
      exit(64)
    }
    guard var channel = MessageChannel(takingStandardDescriptors: ()) else { exit(71) }
    // The host sees the end of the stream in any case. A death by SIGPIPE would only hide the reason.
    signal(SIGPIPE, SIG_IGN)
    // With line buffering, printed text appears at once and is not lost if the plugin crashes.
    setvbuf(stdout, nil, Int32(_IOLBF), 0)
    var message = [UInt8]()
    while channel.read(into: &message) {
      let answer = message.withUnsafeBytes { bytes in
        reply(to: bytes) { early, isLast in
          guard channel.write(early) else { exit(74) }
          // Hooks that loop never return, so the process must end here.
          if isLast { _exit(70) }
        }
      }
      guard channel.write(answer) else { exit(74) }
    }
    exit(0)
  }
}

/// A channel that reads and writes messages. Each message is a 4-byte little-endian length, followed by that many
/// bytes.
struct MessageChannel {
  private let input: Int32
  private let output: Int32
  private var brief = BriefWait()

  /// Moves the protocol off descriptors 0 and 1, so that a plugin's `print` and `readLine` cannot interfere: `print`
  /// then writes to standard error, and `readLine` reads nothing. Returns nil if a system call fails.
  init?(takingStandardDescriptors: ()) {
    input = fcntl(0, F_DUPFD_CLOEXEC, 3)
    output = fcntl(1, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard input >= 0, output >= 0, nothing >= 0, dup2(nothing, 0) == 0, dup2(2, 1) == 1 else { return nil }
    close(nothing)
  }

  /// Reads the next message, replacing the contents of `message`. Returns false at the end of the input, if reading
  /// fails, or if the message exceeds the limit.
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

  /// Writes a message with its length. Returns false if writing fails, which means that the host is gone.
  func write(_ message: [UInt8]) -> Bool {
    var header = UInt32(message.count).littleEndian
    return withUnsafeBytes(of: &header) { FileText.write($0, toDescriptor: output) }
      && FileText.write(message, toDescriptor: output)
  }
}

/// A wait for messages from the other process. If the last message arrived quickly, the process polls briefly before it
/// sleeps, since waking up takes longer than a short reply.
///
/// If all processors are busy, polling takes processor time from the process that is to send the message. After a poll
/// without a message, the following waits therefore sleep at once. Each further poll without a message doubles the
/// number of these waits.
package struct BriefWait {
  /// True if the last message arrived within ``soon``.
  private var isSoon = false

  /// The number of waits that sleep at once after the last unsuccessful poll, and the number of these waits that
  /// remain.
  private var (pause, pauseLeft) = (0, 0)

  /// The maximum number of waits that sleep at once after an unsuccessful poll.
  private static var longestPause: Int { 64 }

  package init() {}

  /// The maximum time of polling before the process sleeps. Waking up from sleep takes about 50 µs.
  private static var looking: Duration { .microseconds(100) }

  /// The longest wait that counts as quick.
  private static var soon: Duration { .microseconds(200) }

  /// Waits until at least one of several descriptors is ready.
  ///
  /// - Parameter milliseconds: the timeout; 0 to return at once, negative for no timeout.
  /// - Returns: the result of the C function `poll`: the number of ready descriptors, 0 after the timeout, or -1 for an
  ///   error.
  package mutating func poll(_ watched: inout [pollfd], milliseconds: Int32) -> Int32 {
    guard milliseconds != 0 else { return Glibc.poll(&watched, nfds_t(watched.count), 0) }
    let start = ContinuousClock.now
    var count: Int32 = 0
    if pauseLeft > 0 {
      pauseLeft -= 1
    } else if isSoon {
      // A thread that called `sched_yield` here would wait for milliseconds, if a busy thread has the processor then.
      repeat {
        count = Glibc.poll(&watched, nfds_t(watched.count), 0)
      } while count == 0 && ContinuousClock.now - start < Self.looking
      pause = count != 0 ? 0 : min(2 * pause + 1, Self.longestPause)
      pauseLeft = pause
    }
    if count == 0 { count = Glibc.poll(&watched, nfds_t(watched.count), milliseconds) }
    isSoon = ContinuousClock.now - start < Self.soon
    return count
  }
}

/// The versions, limits and modes of the protocol between the host and a plugin's process.
public enum WorkerProtocol {
  /// The versions of the protocol that this module supports.
  public static let versions = 1...1

  /// The maximum size of a message, in bytes. A longer message to the worker ends the worker; a longer reply is a
  /// failure of the plugin.
  package static let messageLimit = 64 << 20

  /// The kinds of build requests: to build components from stored attributes, to edit components, or to rebuild
  /// components after a change.
  package enum Mode: String, Sendable {
    case load, edit, recreate
  }
}
