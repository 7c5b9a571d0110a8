internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension JournalFolder {
  /// The maximum size of a file that is read, in bytes; a larger file is refused.
  private static let limit = 1 << 32

  /// Reads a file that only the user can write. Throws an error if the file cannot be read, is not a regular file, or
  /// can be written by others.
  ///
  /// - Returns: the bytes, and the time of the last write in seconds since 1970; nil if the file does not exist.
  package func read(_ path: String) throws(Diagnostic) -> (bytes: [UInt8], time: Int)? {
    // Without `O_NONBLOCK`, opening a pipe that has no writer would block.
    let file = openat(descriptor, name(path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw Diagnostic(
        errno == ELOOP || errno == ENXIO ? JournalRefusal.unsafe(path, .kind) : .read(path, errno: errno))
    }
    defer { close(file) }
    let status = try Self.checked(file, path)
    guard status.st_size <= Self.limit else { throw Diagnostic(JournalRefusal.read(path, errno: EFBIG)) }
    guard let bytes = FileText.read(file, count: Int(status.st_size)) else {
      throw Diagnostic(JournalRefusal.read(path, errno: errno))
    }
    return (bytes, Int(status.st_mtim.tv_sec))
  }

  /// Returns the status of an open file. Throws an error if the file is not a regular file that only the user can
  /// write, or if its status cannot be read.
  static func checked(_ file: Int32, _ path: String) throws(Diagnostic) -> stat {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Diagnostic(JournalRefusal.read(path, errno: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Diagnostic(JournalRefusal.unsafe(path, .kind)) }
    if let reason = distrust(status) { throw Diagnostic(JournalRefusal.unsafe(path, reason)) }
    return status
  }

  /// Creates a file, replacing an unfinished file that a killed process may have left.
  ///
  /// - Returns: the descriptor; -1 with the error in `errno` on failure.
  func create(_ path: String) -> Int32 {
    if let error = fault?() {
      errno = error
      return -1
    }
    remove(path)
    return openat(descriptor, name(path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
  }

  package func remove(_ path: String) { unlinkat(descriptor, name(path), 0) }

  /// Moves a finished file into place: renames `path` with the suffix `.tmp` to `path`.
  ///
  /// - Returns: the system's error code if renaming fails, else nil.
  package func place(_ path: String) -> Int32? {
    if let error = fault?() { return error }
    guard renameat(descriptor, name(path) + ".tmp", descriptor, name(path)) == 0 else { return errno }
    sync()
    return nil
  }

  /// Makes the creation, renaming and removal of the folder's files durable.
  func sync() { fsync(descriptor) }

  // MARK: Copies of the scene

  /// The first bytes of a copy. They are followed by the text's SHA-256 in 64 digits, a line break and the text.
  private static let copyMagic = Array("inspector-copy/1 ".utf8)

  /// Writes a durable copy of the scene under a temporary name; returns false on failure. ``place(_:)`` then changes
  /// the name to the final one.
  func stage(_ text: DocumentSnapshot, sha256: String, for path: String) -> Bool {
    let file = create("\(path).tmp")
    guard file >= 0 else { return false }
    let head = Self.copyMagic + Array("\(sha256)\n".utf8)
    let isWritten =
      FileText.write(head, toDescriptor: file) && fault?() == nil && (try? text.write(toDescriptor: file)) != nil
      && fault?() == nil && fsync(file) == 0
    close(file)
    if !isWritten { remove("\(path).tmp") }
    return isWritten
  }

  /// The contents of a copy of the scene.
  package struct Copy {
    package var text: [UInt8]
    /// The SHA-256 in the copy; nil in copies of earlier versions.
    package var sha256: String?
  }

  /// Reads a copy of the scene; nil if the copy does not exist. Throws an error if the copy is damaged or cannot be
  /// read.
  ///
  /// - Parameter isMarked: true if the copy begins with its SHA-256, as for every journal with a mark at its end.
  package func copy(_ path: String, isMarked: Bool) throws(Diagnostic) -> Copy? {
    guard let bytes = try read(path)?.bytes else { return nil }
    guard isMarked else { return Copy(text: bytes) }
    guard bytes.starts(with: Self.copyMagic) else { throw Diagnostic(JournalRefusal.copyDamaged(path)) }
    let head = Self.copyMagic.count + 65
    guard bytes.count >= head else { throw Diagnostic(JournalRefusal.copyDamaged(path)) }
    let text = Array(bytes[head...])
    let sha256 = SHA256.hex(of: text)
    guard bytes[Self.copyMagic.count..<head].elementsEqual("\(sha256)\n".utf8) else {
      throw Diagnostic(JournalRefusal.copyDamaged(path))
    }
    return Copy(text: text, sha256: sha256)
  }
}
