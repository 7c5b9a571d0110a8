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
      fileIsOriginal = overlay.isEmpty
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
    guard fileIsOriginal, current.size == source.count, hasOriginalBytes(target) else {
      throw .changed(name, "changed since it was read")
    }
    self.identity = current
  }

  /// Whether a file holds just the bytes that were read.
  private func hasOriginalBytes(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var offset = 0
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 { return false }
      if count == 0 { return offset == source.count }
      guard offset + count <= source.count, memcmp(buffer, base + offset, count) == 0 else { return false }
      offset += count
    }
  }
}
