import Glibc
import JSONText

extension SceneDocument {
  /// Writes the document where it was read, or to `path`, all at once: a reader or a crash sees the old file or the new.
  ///
  /// In place it refuses with `io.changed` if the file is no longer the one that was read; a file that was only touched
  /// or replaced by an equal one is fine. Symbolic links are followed; mode, owner, access list and extended attributes
  /// are kept. A file with several names (hard links), or with an attribute that cannot be kept, is refused unless the
  /// options say otherwise. Another process that is writing the file is waited for (`io.locked`). A pipe or device that
  /// `path` names is written straight. A document without edits is written too.
  public func save(to path: String? = nil, options: SaveOptions = SaveOptions()) throws(SaveError) {
    take(try saveJob(to: path, options: options).run())
  }

  /// Writes the document to a file that is not there yet, all at once.
  ///
  /// - Throws: `io.exists` where something has that name; else as ``save(to:)``.
  public func saveNew(to path: String) throws(SaveError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw SaveError(SaveRefusal.exists, file: path) }
    var file = try AtomicFile(name: path, target: path)
    do throws(SystemError) {
      try snapshot.write(to: file.descriptor)
    } catch {
      throw file.abandon(error.code)
    }
    try file.commitNew()
  }

  /// Keeps other processes from writing the document's file until it is saved or let go.
  package func hold(_ lock: FileLock?) { fileLock = lock }

  /// What saves the text as it is now, here or on another thread; afterwards the document must take the outcome.
  package func saveJob(to path: String? = nil, options: SaveOptions = SaveOptions()) throws(SaveError) -> SaveJob {
    try SaveJob(self, path: path, options: options)
  }

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
    if !isSame { fileContent = .text(read.snapshot) }
  }

  /// Takes what became of its file.
  package func take(_ outcome: SaveJob.Outcome) {
    guard outcome.isInPlace else { return }
    fileLock = nil
    identity = outcome.identity
    fileContent = .text(outcome.snapshot)
  }

  /// Writes the document's text to a descriptor that is open already.
  public func write(toDescriptor descriptor: Int32) throws(SaveError) {
    try snapshot.write(toDescriptor: descriptor)
  }

  // MARK: The file underneath

  /// What distinguishes the scene's file, as it was read or saved last, from one that others changed; nil where it is
  /// no file.
  package var fileMark: String? {
    identity.map { "\($0.inode) \($0.size) \($0.seconds) \($0.nanoseconds)" }
  }

  /// What is known of the document's file.
  var originalFile: OriginalFile { OriginalFile(identity: identity, content: fileContent, hash: state.hash) }
}
