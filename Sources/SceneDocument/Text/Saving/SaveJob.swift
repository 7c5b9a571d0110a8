import Glibc
import JSONText

/// A single save of a document. It writes the text that the document had when the job was created, and can run on any
/// thread while the document is edited further.
package struct SaveJob: Sendable {
  package let snapshot: DocumentSnapshot

  /// The file's path as the user gave it.
  package let name: String
  /// The path with all symbolic links resolved.
  package let target: String
  private let isNamed: Bool
  private let original: OriginalFile
  private let kind: FileKind
  private let options: SaveOptions
  /// The lock that has been held since the document was read; nil if the file is locked only during the save.
  private let lock: FileLock?

  /// The result of a save: the written text and its file.
  package struct Outcome: Sendable {
    /// True if the document's own file was written.
    package let isInPlace: Bool
    /// The identity of the written file; nil if it is a pipe or a device, or if its identity cannot be read.
    let identity: FileIdentity?
    package let snapshot: DocumentSnapshot
  }

  init(_ document: TextDocument, path: String?, options: SaveOptions) throws(SceneError) {
    let name = path ?? document.name
    guard !name.isEmpty, let target = AtomicFile.resolve(name) else {
      throw SceneError(SaveRefusal.cannotCreate(in: name, errno: ELOOP), file: name)
    }
    self.name = name
    self.target = target
    isNamed = path != nil
    snapshot = document.snapshot
    // A larger file could not be read again.
    guard snapshot.count <= document.limit else {
      throw SceneError(FileRefusal.tooLarge(size: snapshot.count, limit: document.limit), file: name)
    }
    original = document.file
    kind = document.kind
    self.options = options
    let isOwn = path == nil || original.isFile(FileIdentity.status(target))
    lock = isOwn ? document.fileLock : nil
  }

  /// Writes the text to the file. If an error is thrown, the old file is unchanged. While another process is writing
  /// the file, the job waits, but not longer than the options allow.
  ///
  /// - Parameters:
  ///   - control: the means to cancel the save.
  ///   - beforeReplacing: called just before the document's own file is replaced, when the new file is complete and
  ///     durable. Not called if a different file is written. If it throws an error, the save ends with that error.
  package func run(
    control: SaveControl = .none, beforeReplacing: () throws(SceneError) -> Void = {}
  ) throws(SceneError) -> Outcome {
    let lock = try locked(isCancelled: control.isCancelled)
    defer { lock?.release() }
    let replaced = FileIdentity.status(target)
    if let replaced {
      switch replaced.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw SceneError(SaveRefusal.isFolder, file: name)
      default:
        guard isNamed else { throw SceneError(SaveRefusal.isNoFile, file: name) }
        try writeStraight()
        return Outcome(isInPlace: false, identity: nil, snapshot: snapshot)
      }
    }
    var new = try prepared(replacing: replaced, control)
    if new.isInPlace {
      do throws(SceneError) {
        try new.file.sync()
        try beforeReplacing()
        // The file may have changed while the new one was being written.
        try new.checkReplaced()
      } catch {
        new.abandon()
        throw error
      }
    }
    let saved = try new.file.commit(control, syncingFolder: options.syncingFolder)
    return Outcome(isInPlace: new.isInPlace, identity: saved, snapshot: snapshot)
  }

  /// Writes the text to a new file, for a transaction of several files. The file is complete, but not durable yet, and
  /// does not replace the old one.
  ///
  /// - Throws: an error if the old file must not be replaced, or if there is no regular file to write.
  package func prepared(control: SaveControl = .none) throws(SceneError) -> PreparedSave {
    let replaced = FileIdentity.status(target)
    switch replaced.map({ $0.st_mode & S_IFMT }) {
    case nil, S_IFREG?: return try prepared(replacing: replaced, control)
    case S_IFDIR?: throw SceneError(SaveRefusal.isFolder, file: name)
    default: throw SceneError(SaveRefusal.isNoFile, file: name)
    }
  }

  private func prepared(replacing replaced: stat?, _ control: SaveControl) throws(SceneError) -> PreparedSave {
    let isInPlace = !isNamed || original.isFile(replaced)
    if isInPlace { try refuseOther(replaced) }
    if let replaced {
      try options.check(replacing: target, replaced, by: isInPlace ? nil : kind, name: name)
    }
    var file = try written(control)
    if let replaced {
      try file.take(FileAttributes(source: target, status: replaced), dropping: options.dropsAttributes)
    }
    return PreparedSave(job: self, file: file, isInPlace: isInPlace, replaced: replaced.map(FileIdentity.init))
  }

  /// Throws an error if the document's own file is no longer the one that was read, unless the options allow it.
  func refuseOther(_ status: stat?) throws(SceneError) {
    if !options.replacesOthers { try original.refuseOther(target, name, status) }
  }

  /// Locks the file to be replaced, unless the document already holds its lock; see ``FileLock``.
  func locked(isCancelled: () -> Bool) throws(SceneError) -> FileLock? {
    if let lock { return lock }
    return try FileLock.take(target, as: name, options: options, isCancelled: isCancelled)
  }

  /// Returns a new file with the text. The file is complete, but does not replace the old one yet.
  private func written(_ control: SaveControl) throws(SceneError) -> AtomicFile {
    let file = try AtomicFile(name: name, target: target)
    do throws(SystemError) {
      try snapshot.write(to: file.descriptor, isDurable: true, control: control)
    } catch {
      throw file.abandon(error.code)
    }
    return file
  }

  /// Writes the text to a pipe or a device that the user named. Waits a limited time for a process that reads the pipe.
  private func writeStraight() throws(SceneError) {
    let deadline = ContinuousClock.now + options.patience
    var descriptor: Int32 = -1
    while true {
      // Without `O_NONBLOCK`, opening a pipe that nobody reads would block.
      descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      guard descriptor < 0 else { break }
      guard errno == ENXIO, ContinuousClock.now < deadline else {
        throw SceneError(SaveRefusal.cannotWrite(errno: errno), file: name)
      }
      usleep(10_000)
    }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    do throws(SystemError) {
      try snapshot.write(to: descriptor)
    } catch {
      throw SceneError(SaveRefusal.cannotWrite(errno: error.code), file: name)
    }
  }
}
