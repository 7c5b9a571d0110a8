import Glibc
import JSONText

extension TextDocument {
  /// Keeps other processes from writing the document's file until it is saved or the lock is released.
  package func hold(_ lock: FileLock?) { fileLock = lock }

  /// Returns a job that saves the current text, here or on another thread; afterwards the document must `take` its
  /// outcome.
  package func saveJob(to path: String? = nil, options: SaveOptions = SaveOptions()) throws(SceneError) -> SaveJob {
    try SaveJob(self, path: path, options: options)
  }

  /// True if the document was read from a regular file, or saved as one.
  package var isFile: Bool { file.identity != nil }

  /// The state of the document's file: the one that was read or saved last, a different one, or missing.
  package enum FileStatus: Sendable {
    case same, another, missing
  }

  package var fileStatus: FileStatus {
    guard let path = AtomicFile.resolve(name), let status = FileIdentity.status(path) else { return .missing }
    return FileIdentity(status) == file.identity ? .same : .another
  }

  /// Adopts the file as read by a second document.
  ///
  /// - Parameter isSame: true if the file's content is unchanged.
  package func takeFile(of read: TextDocument, isSame: Bool) {
    file.identity = read.file.identity
    if !isSame { file.content = .text(read.snapshot) }
  }

  /// Adopts the outcome of a save.
  package func take(_ outcome: SaveJob.Outcome) {
    guard outcome.isInPlace else { return }
    fileLock = nil
    file = OriginalFile(identity: outcome.identity, content: .text(outcome.snapshot))
  }

  // MARK: The file underneath

  /// A text that identifies the scene's file as it was last read or saved, so that changes by others show; nil if
  /// the document has no file.
  package var fileMark: String? {
    file.identity.map { "\($0.inode) \($0.size) \($0.seconds) \($0.nanoseconds)" }
  }
}
