internal import Glibc

/// Where a command's output goes. Commands never print.
public protocol TextSink: AnyObject {
  func write(_ bytes: UnsafeRawBufferPointer)

  /// Hands on what is held back.
  func flush()

  /// The system's error code where something could not be written, else 0.
  var failure: Int32 { get }
}

extension TextSink {
  func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }
}

/// Writes to a file descriptor, in large pieces.
public final class DescriptorSink: TextSink {
  public private(set) var failure: Int32 = 0
  private let descriptor: Int32
  private let capacity: Int
  private var held: [UInt8] = []

  /// - Parameter isBuffered: false for the standard error, whose words must not wait.
  public init(_ descriptor: Int32, isBuffered: Bool = true) {
    self.descriptor = descriptor
    capacity = isBuffered ? 1 << 16 : 0
    if isBuffered { failure = Self.failure(of: descriptor) }
  }

  /// The system's error code for a descriptor that can be known not to take anything, before anything is done: closed, open
  /// for reading only, or a file or device that is full; else 0.
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

  public func write(_ bytes: UnsafeRawBufferPointer) {
    if held.count + bytes.count > capacity { flush() }
    if bytes.count > capacity { send(bytes) } else { held.append(contentsOf: bytes) }
  }

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

/// Keeps what is written, for tests and for whoever shows it elsewhere.
public final class CollectingSink: TextSink {
  public private(set) var bytes: [UInt8] = []
  public var failure: Int32 { 0 }

  public init() {}

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public func write(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(contentsOf: bytes) }
  public func flush() {}
}
