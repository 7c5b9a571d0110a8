import Glibc

extension TextBytes {
  /// Reads a whole file; see ``FileReading``. Returns the file's bytes and its identity, which is nil for a pipe.
  static func read(
    path: String, limits: SceneLimits, as what: String = "scene"
  ) throws(SceneError) -> (bytes: TextBytes, identity: FileIdentity?) {
    let reading = try FileReading(path: path, limits: limits, as: what)
    return (reading.bytes, try reading.finish())
  }

  static func readPipe(
    _ descriptor: Int32, _ path: String, _ limits: SceneLimits
  ) throws(SceneError) -> TextBytes {
    guard var bytes = TextBytes(count: 1 << 16) else {
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
  /// Returns the bytes of a file of at most 256 MiB, such as a handwritten script; throws an error for a larger file.
  /// The limit keeps an endless device from filling the memory.
  ///
  /// - Parameter what: the kind of file, for messages, such as `script`.
  package static func contents(of path: String, as what: String) throws(SceneError) -> [UInt8] {
    let bytes = try TextBytes.read(path: path, limits: SceneLimits(bytes: 1 << 28), as: what).bytes
    return withExtendedLifetime(bytes) { Array(bytes.buffer) }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the number of bytes in the common prefix of two texts, and in the common suffix of the bytes after the
  /// prefix.
  func common(with other: UnsafeRawBufferPointer) -> (start: Int, end: Int) {
    let limit = Swift.min(count, other.count)
    var start = 0
    while start + 8 <= limit, word(start) == other.word(start) { start += 8 }
    while start < limit, self[start] == other[start] { start += 1 }
    var end = 0
    let rest = limit - start
    while end + 8 <= rest, word(count - end - 8) == other.word(other.count - end - 8) { end += 8 }
    while end < rest, self[count - end - 1] == other[other.count - end - 1] { end += 1 }
    return (start, end)
  }

  private func word(_ offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}
