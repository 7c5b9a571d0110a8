import Glibc

extension SceneBytes {
  /// Reads a whole file, and its identity for the save that may follow; see ``FileReading``.
  static func read(
    path: String, limits: SceneLimits, as what: String = "scene"
  ) throws(SceneError) -> (bytes: SceneBytes, identity: FileIdentity?) {
    let reading = try FileReading(path: path, limits: limits, as: what)
    return (reading.bytes, try reading.finish())
  }

  /// Reads a regular file from its start, a piece at a time, to its end or until `goesOn`, which receives the count so
  /// far, returns false; fewer bytes than asked for where the file ends before. Returns the system's error code.
  func fill(fromFile descriptor: Int32, piece: Int, goesOn: (Int) -> Bool) -> (count: Int, error: Int32) {
    var filled = 0
    while filled < count {
      let got = fill(fromFile: descriptor, at: filled, atMost: piece)
      if got < 0 && errno == EINTR { continue }
      if got < 0 { return (filled, errno) }
      if got == 0 { break }
      filled += got
      if !goesOn(filled) { break }
    }
    return (filled, 0)
  }

  static func readPipe(
    _ descriptor: Int32, _ path: String, _ limits: SceneLimits
  ) throws(SceneError) -> SceneBytes {
    guard var bytes = SceneBytes(count: 1 << 16) else {
      throw SceneError(FileRefusal.noMemory(size: 1 << 16), file: path)
    }
    var filled = 0
    while true {
      let result = bytes.fill(from: descriptor, at: filled)
      guard result.error == 0 else { throw SceneError(FileRefusal.cannotRead(errno: result.error), file: path) }
      filled += result.count
      guard filled <= limits.streamedBytes else {
        throw SceneError(FileRefusal.endless(limit: limits.streamedBytes), file: path)
      }
      if filled < bytes.count { break }
      guard let larger = bytes.grown(keeping: filled) else {
        throw SceneError(FileRefusal.noMemory(size: filled * 2), file: path)
      }
      bytes = larger
    }
    bytes.truncate(to: filled)
    return bytes
  }
}

extension SceneError {
  /// The bytes of a file that people write, of 256 MB at most: a device that never ends must not fill the memory.
  ///
  /// - Parameter what: what the file is, for messages, such as `script`.
  package static func contents(of path: String, as what: String) throws(SceneError) -> [UInt8] {
    let bytes = try SceneBytes.read(path: path, limits: SceneLimits(bytes: 1 << 28), as: what).bytes
    return withExtendedLifetime(bytes) { Array(bytes.buffer) }
  }
}
