import Glibc

extension SceneDocument {
  /// Writes the document where it was read, or to `path`, all at once: a reader or a crash sees the old file or the new.
  ///
  /// In place it refuses with `io.changed` if the file is no longer the one that was read; a file that was only touched
  /// or replaced by an equal one is fine. Symbolic links are followed, mode and owner kept; a hard link comes apart.
  /// What is no regular file, such as a pipe, is written straight. A document without edits is written too.
  public func save(to path: String? = nil) throws(SaveError) {
    let name = path ?? self.name
    guard !name.isEmpty, let target = AtomicFile.resolve(name) else { throw .cannotCreate(name, name, ELOOP) }
    let replaced = FileIdentity.status(target)
    if let replaced {
      switch replaced.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw .isFolder(name)
      default: return try writeStraight(target, name)
      }
    }
    let isInPlace = path == nil || isOwnFile(replaced)
    if isInPlace { try refuseChangedFile(target, name, replaced) }
    if replaced != nil, access(target, W_OK) != 0, errno == EACCES { throw .isReadOnly(name) }

    let file = try AtomicFile(name: name, target: target)
    do throws(SystemError) {
      try write(file.descriptor)
    } catch {
      throw file.abandon(error.code)
    }
    // The file may have changed while ours was being written.
    if isInPlace {
      do throws(SaveError) {
        try refuseChangedFile(target, name, FileIdentity.status(target))
      } catch {
        _ = file.abandon(0)
        throw error
      }
    }
    let saved = try file.commit(replacing: replaced)
    if isInPlace {
      identity = saved
      fileIsOriginal = !isEdited
    }
  }

  /// Writes the document's text to a descriptor that is open already.
  public func write(toDescriptor descriptor: Int32) throws(SaveError) {
    do throws(SystemError) {
      try write(descriptor)
    } catch {
      throw .cannotWrite(name, error.code)
    }
  }

  private func write(_ descriptor: Int32) throws(SystemError) {
    var writer = GatheredWriter(descriptor)
    try withPieces { (piece) throws(SystemError) in try writer.add(piece) }
    try writer.finish()
  }

  private func writeStraight(_ target: String, _ name: String) throws(SaveError) {
    let descriptor = open(target, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotWrite(name, errno) }
    defer { close(descriptor) }
    try write(toDescriptor: descriptor)
  }

  // MARK: The file underneath

  private func isOwnFile(_ status: stat?) -> Bool {
    guard let status, let identity else { return false }
    return UInt(status.st_dev) == identity.device && UInt(status.st_ino) == identity.inode
  }

  private func refuseChangedFile(_ target: String, _ name: String, _ status: stat?) throws(SaveError) {
    guard let identity else {
      throw SaveError(code: "io.create", file: name, message: "this scene was not read from a file; save it to one")
    }
    guard let status else { throw .changed(name, "was removed since it was read") }
    let current = FileIdentity(status)
    if current == identity { return }
    guard fileIsOriginal, hasOriginalBytes(target, size: current.size) else {
      throw .changed(name, "changed since it was read")
    }
    self.identity = current
  }

  /// Whether a file holds just the bytes that were read.
  private func hasOriginalBytes(_ path: String, size: Int) -> Bool {
    guard size == original?.count ?? source.count else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var digest = original.map { TextDigest($0.hash) }
    var buffer = [UInt8](repeating: 0, count: TextDigest.block)
    var offset = 0
    while true {
      let count = Self.fill(&buffer, from: descriptor)
      if count < 0 { return false }
      guard offset + count <= size else { return false }
      if digest != nil {
        buffer.withUnsafeBytes { digest?.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      } else if memcmp(buffer, base + offset, count) != 0 {
        return false
      }
      offset += count
      if count < buffer.count { return offset == size && digest == original }
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

  /// Keeps what a file is compared with by whom it was touched, before the text as read is let go.
  func rememberOriginal(_ former: SceneState) {
    guard former.generation == 0, original == nil, identity != nil, fileIsOriginal else { return }
    var digest = TextDigest(former.hash)
    let text = former.source.buffer
    for start in stride(from: 0, to: text.count, by: TextDigest.block) {
      let end = min(start + TextDigest.block, text.count)
      digest.add(UnsafeRawBufferPointer(rebasing: text[start..<end]))
    }
    original = digest
  }
}
