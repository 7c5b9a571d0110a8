import Glibc

extension SceneBytes {
  /// Reads a whole file, and its identity for the save that may follow.
  ///
  /// A file that shrinks, grows or is written while it is read is refused: half of one state and half of another is
  /// neither. Pipes are read to their end; they have no identity.
  ///
  /// - Parameter what: what the file is to be, for messages.
  static func read(
    path: String, limits: SceneLimits, as what: String = "scene"
  ) throws(SceneError) -> (bytes: SceneBytes, identity: FileIdentity?) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(path, errno) }
    defer { close(descriptor) }
    guard let status = FileIdentity.status(descriptor) else { throw .cannotRead(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder(path, what) }
    guard status.st_mode & S_IFMT == S_IFREG else { return (try readPipe(descriptor, path, limits), nil) }

    let size = Int(status.st_size)
    guard size <= limits.bytes else { throw .tooLarge(path, size, limits) }
    guard let bytes = SceneBytes(count: size) else { throw .noMemory(path, size) }
    let result = bytes.fill(fromFile: descriptor)
    guard result.error == 0 else { throw .cannotRead(path, result.error) }
    let identity = FileIdentity(status)
    guard result.count == size, FileIdentity.status(descriptor).map(FileIdentity.init) == identity else {
      throw .changedWhileRead(path)
    }
    return (bytes, identity)
  }

  private static func readPipe(
    _ descriptor: Int32, _ path: String, _ limits: SceneLimits
  ) throws(SceneError) -> SceneBytes {
    guard var bytes = SceneBytes(count: 1 << 16) else { throw .noMemory(path, 1 << 16) }
    var filled = 0
    while true {
      let result = bytes.fill(from: descriptor, at: filled)
      guard result.error == 0 else { throw .cannotRead(path, result.error) }
      filled += result.count
      guard filled <= limits.streamedBytes else { throw .endless(path, limits) }
      if filled < bytes.count { break }
      guard let larger = bytes.grown(keeping: filled) else { throw .noMemory(path, filled * 2) }
      bytes = larger
    }
    bytes.truncate(to: filled)
    return bytes
  }
}
