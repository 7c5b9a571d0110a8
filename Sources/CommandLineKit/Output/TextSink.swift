import Glibc
package import WorkbenchSupport

/// A destination of a command's output. Commands write only to sinks.
public protocol TextSink: AnyObject {
  /// Writes bytes, or buffers them.
  func write(_ bytes: UnsafeRawBufferPointer)

  /// Writes out all buffered bytes.
  func flush()

  /// The system's error code for a failed write; 0 if no write has failed.
  var failure: Int32 { get }
}

extension TextSink {
  package func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }
}

/// A sink that writes to a file descriptor, in large pieces if it is buffered.
public final class DescriptorSink: TextSink {
  /// The system's error code for the first failed write, or for a descriptor that cannot be written to; otherwise 0.
  /// After a failure, all further output is discarded.
  public private(set) var failure: Int32 = 0
  private let descriptor: Int32
  private let capacity: Int
  private var held: [UInt8] = []

  /// Creates a sink for an open descriptor, which the sink never closes.
  ///
  /// - Parameter isBuffered: false for the standard error, whose messages must not wait.
  public init(_ descriptor: Int32, isBuffered: Bool = true) {
    self.descriptor = descriptor
    capacity = isBuffered ? 1 << 16 : 0
    if isBuffered { failure = Self.failure(of: descriptor) }
  }

  /// Returns the system's error code if writing to a descriptor is certain to fail: the descriptor is closed or
  /// read-only, the file has reached its size limit, or the file system is full. Returns 0 otherwise.
  private static func failure(of descriptor: Int32) -> Int32 {
    if Glibc.write(descriptor, nil, 0) < 0 { return errno }
    var (status, system) = (stat(), statvfs())
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, fstatvfs(descriptor, &system) == 0 else {
      return 0
    }
    let place = lseek(descriptor, 0, SEEK_CUR)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    if place >= 0, UInt64(place) >= limit.rlim_cur { return EFBIG }
    return system.f_blocks > 0 && (geteuid() == 0 ? system.f_bfree : system.f_bavail) == 0 ? ENOSPC : 0
  }

  /// Writes bytes; a buffered sink collects up to 64 KB before it writes.
  public func write(_ bytes: UnsafeRawBufferPointer) {
    if held.count + bytes.count > capacity { flush() }
    if bytes.count > capacity { send(bytes) } else { held.append(contentsOf: bytes) }
  }

  /// Writes the buffered bytes.
  public func flush() {
    guard !held.isEmpty else { return }
    held.withUnsafeBytes { send($0) }
    held.removeAll(keepingCapacity: true)
  }

  private func send(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty, failure == 0 {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, part.baseAddress, part.count)
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno != EINTR { failure = errno }
    }
  }
}

/// A sink that collects its output in memory, for tests and for programs that show the output elsewhere.
public final class CollectingSink: TextSink {
  /// All bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Always 0, since collecting cannot fail.
  public var failure: Int32 { 0 }

  /// Creates an empty sink.
  public init() {}

  /// The written bytes as text; invalid UTF-8 becomes U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends the bytes to ``bytes``.
  public func write(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(contentsOf: bytes) }

  /// Does nothing, since nothing is buffered.
  public func flush() {}
}

/// A sink for a terminal that escapes control characters, direction marks and invisible characters, so that the output
/// cannot control the terminal.
///
/// Most text is already escaped by its producer. JSON, CSV and whole documents arrive unescaped; a program that reads
/// the JSON decodes the escapes again. Line breaks, tabs and the program's own colour codes pass unchanged.
package final class TerminalSink: TextSink {
  private let sink: any TextSink

  /// The first bytes of an incomplete character or line break, kept until the next write or flush.
  private var rest: [UInt8] = []

  package init(_ sink: any TextSink) { self.sink = sink }

  package var failure: Int32 { sink.failure }

  package func write(_ bytes: UnsafeRawBufferPointer) {
    if rest.isEmpty, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }) { return sink.write(bytes) }
    let all = rest + bytes
    let end = all.count - Self.unfinished(all)
    rest = Array(all[end...])
    write(String(decoding: all[..<end], as: UTF8.self))
  }

  package func flush() {
    if !rest.isEmpty { write(String(decoding: rest, as: UTF8.self)) }
    rest = []
    sink.flush()
  }

  private func write(_ text: String) {
    var shown = String.UnicodeScalarView()
    let scalars = text.unicodeScalars
    for place in scalars.indices {
      switch scalars[place] {
      case "\n", "\t", "\u{1B}": shown.append(scalars[place])
      case "\r":
        // A lone carriage return would overwrite the line. In JSON it is white space, so a line break can replace it.
        let next = scalars.index(after: place)
        shown.append(next < scalars.endIndex && scalars[next] == "\n" ? "\r" : "\n")
      default: shown.append(contentsOf: TerminalText.escaped(scalars[place]).unicodeScalars)
      }
    }
    sink.write(String(shown))
  }

  /// Returns the number of bytes at the end that may be the beginning of an incomplete character or line break.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    if bytes.last == 0x0D { return 1 }
    for count in 1...min(3, max(bytes.count, 1)) where count <= bytes.count {
      let byte = bytes[bytes.count - count]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return count < length ? count : 0
    }
    return 0
  }
}

extension ByteSpool: TextSink {
  package var failure: Int32 { 0 }
  package func write(_ bytes: UnsafeRawBufferPointer) { append(bytes) }
  package func flush() {}
}
