import Glibc

/// What a document knows of its file, to tell whether that is still the one it was read from or saved as.
struct OriginalFile: Sendable {
  /// What the file was; nil for a document that is no regular file's.
  let identity: FileIdentity?
  /// What the file holds, so that one with a new date can be compared; nil where that is not known any more.
  let content: Content?

  enum Content: Sendable {
    case bytes(DocumentSnapshot)
    case digest(TextDigest)
  }

  /// Whether a file is the very one.
  func isFile(_ status: stat?) -> Bool {
    guard let status, let identity else { return false }
    return UInt(status.st_dev) == identity.device && UInt(status.st_ino) == identity.inode
  }

  /// Refuses a file that is another or holds something else by now; one that was only touched is fine.
  func refuseOther(_ path: String, _ name: String, _ status: stat?) throws(SaveError) {
    guard let identity else {
      throw SaveError(code: "io.create", file: name, message: "this scene was not read from a file; save it to one")
    }
    guard let status else { throw .changed(name, "was removed since it was read") }
    let current = FileIdentity(status)
    if current == identity { return }
    guard holdsContent(path, size: current.size) else { throw .changed(name, "changed since it was read") }
  }

  /// Whether a file holds just the bytes that were read.
  private func holdsContent(_ path: String, size: Int) -> Bool {
    guard let content else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    switch content {
    case .digest(let digest): return size == digest.count && Self.holds(descriptor, digest)
    case .bytes(let snapshot): return size == snapshot.source.count && Self.holds(descriptor, snapshot.source)
    }
  }

  private static func holds(_ descriptor: Int32, _ digest: TextDigest) -> Bool {
    var found = TextDigest(digest.hash)
    let isRead = forEachBlock(descriptor, upTo: digest.count) { block, _ in
      found.add(block)
      return true
    }
    return isRead && found == digest
  }

  private static func holds(_ descriptor: Int32, _ bytes: SceneBytes) -> Bool {
    forEachBlock(descriptor, upTo: bytes.count) { block, offset in
      block.baseAddress.map { memcmp($0, bytes.base + offset, block.count) == 0 } ?? true
    }
  }

  /// Calls `body` with each block of a file until it answers false; whether it never did, and the file is so long.
  private static func forEachBlock(
    _ descriptor: Int32, upTo size: Int, _ body: (UnsafeRawBufferPointer, Int) -> Bool
  ) -> Bool {
    var buffer = [UInt8](repeating: 0, count: TextDigest.block)
    var offset = 0
    while true {
      let count = fill(&buffer, from: descriptor)
      guard count >= 0, offset + count <= size else { return false }
      let isGood = buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count]), offset) }
      guard isGood else { return false }
      offset += count
      if count < buffer.count { return offset == size }
    }
  }

  /// Reads until the buffer is full or the file ends; -1 where it cannot be read.
  private static func fill(_ buffer: inout [UInt8], from descriptor: Int32) -> Int {
    var filled = 0
    while filled < buffer.count {
      let room = buffer.count - filled
      let count = buffer.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { read(descriptor, $0 + filled, room) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return -1 }
      if count == 0 { break }
      filled += count
    }
    return filled
  }
}
