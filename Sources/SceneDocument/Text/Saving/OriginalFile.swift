import Glibc
import JSONText

/// The identity and content that a document's file had when it was read or last saved, for detecting later changes.
struct OriginalFile: Sendable {
  /// The file's identity; nil for a document without a regular file.
  var identity: FileIdentity?
  /// The file's content, to compare if the identity differs; nil for a document without a regular file.
  var content: FileContent?

  /// Returns true if `status` is of this file: it has the same device and inode.
  func isFile(_ status: stat?) -> Bool {
    guard let status, let identity else { return false }
    return UInt(status.st_dev) == identity.device && UInt(status.st_ino) == identity.inode
  }

  /// Throws an error if the document's file was removed, or if its content differs from the content that was read or
  /// last saved. A file with the same content is accepted even if its identity is different.
  func refuseOther(_ path: String, _ name: String, _ status: stat?) throws(SceneError) {
    guard let identity else { throw SceneError(SaveRefusal.hasNoFile, file: name) }
    guard let status else { throw SceneError(SaveRefusal.wasRemoved, file: name) }
    let current = FileIdentity(status)
    if current == identity { return }
    guard holdsContent(path, size: current.size) else { throw SceneError(SaveRefusal.wasChanged, file: name) }
  }

  /// Returns true if a file can be read and has exactly the content that is recorded here.
  private func holdsContent(_ path: String, size: Int) -> Bool {
    guard let content else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard let status = FileIdentity.status(descriptor), status.st_mode & S_IFMT == S_IFREG else { return false }
    switch content {
    case .digest(let digest): return size == digest.count && Self.holds(descriptor, digest)
    case .text(let text): return size == text.count && Self.holds(descriptor, TextDigest(of: text, Hash()))
    }
  }

  private static func holds(_ descriptor: Int32, _ digest: TextDigest) -> Bool {
    var found = TextDigest(digest.hash)
    return forEachBlock(descriptor, upTo: digest.count) { found.add($0) } && found == digest
  }

  /// Calls `body` with each block of a file. Returns true if the file has exactly the given size; otherwise stops early
  /// and returns false.
  private static func forEachBlock(
    _ descriptor: Int32, upTo size: Int, _ body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    guard let block = TextBytes(count: TextDigest.block) else { return false }
    var offset = 0
    while true {
      let (count, error) = block.fill(from: descriptor, at: 0)
      guard error == 0, offset + count <= size else { return false }
      body(UnsafeRawBufferPointer(rebasing: block.buffer[..<count]))
      offset += count
      if count < block.count { return offset == size }
    }
  }
}
