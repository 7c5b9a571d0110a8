internal import Glibc

/// Keeps other processes from a scene's journals for as long as it lives; a process that ends, however, lets go.
final class JournalLock {
  private let descriptor: Int32
  private let path: String

  /// - Parameter scene: the scene as people call it, for the message.
  init(_ path: String, scene: String) throws(JournalError) {
    self.path = path
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .folder(path, errno) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let error = errno
        defer { close(descriptor) }
        if error == EINTR { continue }
        guard error == EWOULDBLOCK else { throw .folder(path, error) }
        throw .locked(scene, by: Self.owner(descriptor))
      }
      // Whoever had it may have removed the file after we opened it; then this is a lock of nothing.
      var (held, named) = (stat(), stat())
      if fstat(descriptor, &held) == 0, stat(path, &named) == 0, held.st_ino == named.st_ino {
        self.descriptor = descriptor
        break
      }
      close(descriptor)
    }
    let text = Array("\(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  private static func owner(_ descriptor: Int32) -> Int? {
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return Int(String(decoding: buffer.prefix(max(0, count)).prefix { $0 != 0x0A }, as: UTF8.self))
  }

  deinit {
    unlink(path)
    close(descriptor)
  }
}
