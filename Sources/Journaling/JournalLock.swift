internal import Glibc
internal import JSONText

/// An exclusive lock on a scene's journals. The lock is released when this object is deallocated or the process ends.
final class JournalLock {
  private let folder: JournalFolder
  private let descriptor: Int32

  /// Acquires the lock; throws `journal.locked` if another process holds it, and other errors if the lock file cannot
  /// be opened or is not safe.
  ///
  /// - Parameter scene: the scene's name in messages.
  init(_ folder: JournalFolder, scene: String) throws(Diagnostic) {
    self.folder = folder
    let (path, name) = (folder.lock, folder.name(folder.lock))
    while true {
      let descriptor = openat(
        folder.descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        throw Diagnostic(
          [ELOOP, EISDIR, ENXIO].contains(errno) ? JournalRefusal.unsafe(path, .kind) : .folder(path, errno: errno))
      }
      let held: stat
      do throws(Diagnostic) {
        held = try JournalFolder.checked(descriptor, path)
        // The process id will be written into the file, so the file must not be a hard link to another file.
        guard held.st_nlink <= 1 else { throw Diagnostic(JournalRefusal.unsafe(path, .links)) }
      } catch {
        close(descriptor)
        throw error
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let error = errno
        defer { close(descriptor) }
        if error == EINTR { continue }
        guard error == EWOULDBLOCK else { throw Diagnostic(JournalRefusal.folder(path, errno: error)) }
        throw Diagnostic(JournalRefusal.locked(scene, by: Self.owner(descriptor)))
      }
      // The previous owner may have removed the file after it was opened here. In this case, the lock protects nothing.
      var named = stat()
      if fstatat(folder.descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0, held.st_ino == named.st_ino {
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
    folder.remove(folder.lock)
    close(descriptor)
  }
}
