internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension JournalFolder {
  /// A file as it was read.
  package struct Content {
    package var bytes: [UInt8]
    /// When it was written last, in seconds since 1970.
    package var time: Int
  }

  /// More than this is read of no file.
  private static let limit = 1 << 32

  /// Reads a file that is the person's alone; nil where there is none.
  package func read(_ path: String) throws(JournalError) -> Content? {
    // A pipe that nobody writes would keep us waiting.
    let file = openat(descriptor, name(path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw JournalError(errno == ELOOP || errno == ENXIO ? .unsafe(path, .kind) : .read(path, errno: errno))
    }
    defer { close(file) }
    let status = try Self.checked(file, path)
    guard status.st_size <= Self.limit else { throw JournalError(.read(path, errno: EFBIG)) }
    guard let bytes = FileText.read(file, count: Int(status.st_size)) else {
      throw JournalError(.read(path, errno: errno))
    }
    return Content(bytes: bytes, time: Int(status.st_mtim.tv_sec))
  }

  /// The system's facts about an open file, which must be a regular one of the person's alone.
  static func checked(_ file: Int32, _ path: String) throws(JournalError) -> stat {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw JournalError(.read(path, errno: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw JournalError(.unsafe(path, .kind)) }
    if let reason = distrust(status) { throw JournalError(.unsafe(path, reason)) }
    return status
  }

  /// Makes a file, in place of one that a killed process left unfinished.
  ///
  /// - Returns: its descriptor, or -1 and the error in `errno`.
  func create(_ path: String) -> Int32 {
    if let error = fault?() {
      errno = error
      return -1
    }
    remove(path)
    return openat(descriptor, name(path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
  }

  package func remove(_ path: String) { unlinkat(descriptor, name(path), 0) }

  /// Gives a file that was written as `path` with `.tmp` after it its name.
  ///
  /// - Returns: the system's error, where that is not possible.
  package func place(_ path: String) -> Int32? {
    if let error = fault?() { return error }
    guard renameat(descriptor, name(path) + ".tmp", descriptor, name(path)) == 0 else { return errno }
    sync()
    return nil
  }

  /// Makes new, renamed and removed files of the folder durable.
  func sync() { fsync(descriptor) }

  // MARK: copies of the scene

  /// What a copy begins with; the SHA-256 of the text in 64 digits, a line break and the text follow.
  private static let copyMagic = Array("inspector-copy/1 ".utf8)

  /// Writes a copy of the scene, durable, for ``place(_:)`` to give it its name; false where that is not possible.
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

  /// A copy of the scene as it was read.
  package struct Copy {
    package var text: [UInt8]
    /// The SHA-256 that it was written with; nil in copies of former versions.
    package var sha256: String?
  }

  /// Reads a copy of the scene; nil where there is none.
  ///
  /// - Parameter isMarked: whether it begins with its SHA-256, as all copies do whose journals have a mark at the end.
  package func copy(_ path: String, isMarked: Bool) throws(JournalError) -> Copy? {
    guard let bytes = try read(path)?.bytes else { return nil }
    guard isMarked else { return Copy(text: bytes) }
    guard bytes.starts(with: Self.copyMagic) else { throw JournalError(.copyDamaged(path)) }
    let head = Self.copyMagic.count + 65
    guard bytes.count >= head else { throw JournalError(.copyDamaged(path)) }
    let text = Array(bytes[head...])
    let sha256 = SHA256.hex(of: text)
    guard bytes[Self.copyMagic.count..<head].elementsEqual("\(sha256)\n".utf8) else {
      throw JournalError(.copyDamaged(path))
    }
    return Copy(text: text, sha256: sha256)
  }
}
