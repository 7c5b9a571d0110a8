extension SceneDocument {
  /// Writes the document where it was read, or to `path`, all at once: a reader or a crash sees the old file or the new.
  ///
  /// In place it refuses with `io.changed` if the file is no longer the one that was read; a file that was only touched
  /// or replaced by an equal one is fine. Symbolic links are followed, mode and owner kept; a hard link comes apart.
  /// What is no regular file, such as a pipe, is written straight. A document without edits is written too.
  public func save(to path: String? = nil) throws(SaveError) {
    take(try saveJob(to: path).run())
  }

  /// What saves the text as it is now, here or on another thread; afterwards the document must take the outcome.
  package func saveJob(to path: String? = nil) throws(SaveError) -> SaveJob { try SaveJob(self, path: path) }

  /// Whether it was read from a regular file, or saved as one.
  package var isFile: Bool { identity != nil }

  /// Whether the file is there, and the very one that was read or saved last.
  package enum FileStatus: Sendable {
    case same, another, missing
  }

  package var fileStatus: FileStatus {
    guard let path = AtomicFile.resolve(name), let status = FileIdentity.status(path) else { return .missing }
    return FileIdentity(status) == identity ? .same : .another
  }

  /// Belongs to the file from now on as another document read it.
  ///
  /// - Parameter isSame: whether the file holds what it held.
  package func takeFile(of read: SceneDocument, isSame: Bool) {
    identity = read.identity
    if !isSame { fileIsOriginal = false }
  }

  /// Takes what became of its file.
  package func take(_ outcome: SaveJob.Outcome) {
    guard outcome.isInPlace else { return }
    identity = outcome.identity
    fileIsOriginal = outcome.holdsOriginal
  }

  /// Writes the document's text to a descriptor that is open already.
  public func write(toDescriptor descriptor: Int32) throws(SaveError) {
    try snapshot.write(toDescriptor: descriptor)
  }

  // MARK: The file underneath

  /// What tells the scene's file, as it was read or saved last, from what others make of it; nil where it is no file.
  package var fileMark: String? {
    identity.map { "\($0.inode) \($0.size) \($0.seconds) \($0.nanoseconds)" }
  }

  /// What is known of the document's file.
  var originalFile: OriginalFile {
    let content: OriginalFile.Content? =
      fileIsOriginal ? original.map { .digest($0) } ?? .bytes(snapshot) : nil
    return OriginalFile(identity: identity, content: content)
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
