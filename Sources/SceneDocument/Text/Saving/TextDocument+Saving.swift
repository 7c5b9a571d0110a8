import Glibc
import JSONText

extension TextDocument {
  /// Keeps a lock on the document's file until the file has been saved. Pass nil to release the lock that is being
  /// kept.
  package func hold(_ lock: FileLock?) { fileLock = lock }

  /// Returns a job that saves the current text, on this or another thread. Pass its outcome to ``take(_:)`` afterwards.
  package func saveJob(to path: String? = nil, options: SaveOptions = SaveOptions()) throws(SceneError) -> SaveJob {
    try SaveJob(self, path: path, options: options)
  }

  /// True if the document has a regular file of its own, from which it was read or to which it was saved in place.
  package var isFile: Bool { file.identity != nil }

  /// The state of the document's file: the same as when it was read or last saved, changed or replaced, or missing.
  package enum FileStatus: Sendable {
    case same, another, missing
  }

  package var fileStatus: FileStatus {
    guard let path = AtomicFile.resolve(name), let status = FileIdentity.status(path) else { return .missing }
    return FileIdentity(status) == file.identity ? .same : .another
  }

  /// Adopts the identity of the document's file from a second document, which has read the file again. If the file's
  /// content has changed, adopts the content, too.
  ///
  /// - Parameter isSame: true if the file's content is unchanged.
  package func takeFile(of read: TextDocument, isSame: Bool) {
    file.identity = read.file.identity
    if !isSame { file.content = .text(read.snapshot) }
  }

  /// Adopts the identity and content of the document's file from the outcome of a save, and releases the lock that was
  /// kept for this save. Does nothing if the save wrote a different file.
  package func take(_ outcome: SaveJob.Outcome) {
    guard outcome.isInPlace else { return }
    fileLock = nil
    file = OriginalFile(identity: outcome.identity, content: .text(outcome.snapshot))
  }

  // MARK: Changes by other processes

  /// A text that identifies the document's file as it was read or last saved, for detecting changes by other processes:
  /// inode, size and time. Nil if the document has no regular file.
  package var fileMark: String? {
    file.identity.map { "\($0.inode) \($0.size) \($0.seconds) \($0.nanoseconds)" }
  }
}
