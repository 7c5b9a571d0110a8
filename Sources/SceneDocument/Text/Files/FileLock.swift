import Glibc
import JSONText
import Synchronization

/// A lock that keeps other writers away from a file until it is released. Programs that do not use `flock` are not kept
/// away.
///
/// The lock is a `flock` on the file itself, so no lock file is needed, and the system releases the lock of a killed
/// process. Every writer replaces the file, and the lock stays with the old file. The path is therefore checked again
/// after locking; if it meanwhile leads to a different file, that file is locked instead.
///
/// ```swift
/// let lock = try FileLock.take("card.json", options: SaveOptions())  // nil: there is nothing to lock
/// // read, edit, replace
/// lock?.release()
/// ```
package final class FileLock: Sendable {
  private let descriptor: Int32
  private let isReleased = Atomic(false)

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { release() }

  /// Releases the lock, so that other writers can lock the file. Does nothing if the lock has been released already.
  package func release() {
    if !isReleased.exchange(true, ordering: .relaxed) { close(descriptor) }
  }

  /// Locks a file; while another process holds the lock, waits for that process.
  ///
  /// - Parameters:
  ///   - path: the file. Symbolic links are followed.
  ///   - name: the file as named by the user, for messages; nil to use `path`.
  ///   - isCancelled: polled every few milliseconds; if it returns true, the error is `cancelled`.
  /// - Returns: the lock; nil if nothing can be locked, because the file is missing, is not a regular file or cannot be
  ///   opened, or because its file system has no locks.
  /// - Throws: `io.locked` if the lock is still held after the `patience` of the options, or `cancelled`.
  package static func take(
    _ path: String, as name: String? = nil, options: SaveOptions = SaveOptions(), isCancelled: () -> Bool = { false }
  ) throws(SceneError) -> FileLock? {
    guard let target = AtomicFile.resolve(path) else { return nil }
    let name = name ?? path
    let deadline = ContinuousClock.now + options.patience
    let start = ContinuousClock.now
    var pause: UInt32 = 1000
    var hasNotice = false
    while true {
      guard let descriptor = openFile(target) else { return nil }
      let code = flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
      if code == 0, isFile(descriptor, at: target) { return FileLock(descriptor) }
      close(descriptor)
      switch code {
      case 0, EINTR: continue
      case EWOULDBLOCK: break
      default:
        options.notice(.notLocked(file: name))
        return nil
      }
      if isCancelled() { throw SceneError(CancelledRefusal(), file: name) }
      guard ContinuousClock.now < deadline else { throw SceneError(SaveRefusal.locked, file: name) }
      if !hasNotice, start.duration(to: .now) > .milliseconds(500) {
        options.notice(.waiting(file: name))
        hasNotice = true
      }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
  }

  /// Opens a file without blocking; returns nil if it is not a regular file, or cannot be opened.
  private static func openFile(_ path: String) -> Int32? {
    var descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    if descriptor < 0, errno == EACCES { descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { return nil }
    guard let status = FileIdentity.status(descriptor), status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    guard let held = FileIdentity.status(descriptor), let named = FileIdentity.status(path) else { return false }
    return held.st_dev == named.st_dev && held.st_ino == named.st_ino
  }
}
