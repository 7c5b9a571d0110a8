import Glibc
import JSONText

/// A complete new file that does not replace a document's file yet. A transaction of several files prepares all of
/// them before it replaces the first.
///
/// ```swift
/// var new = try document.source.saveJob().prepared()
/// let lock = try new.lock()
/// try new.checkReplaced()
/// try new.give(name: "\(new.target).new")  // durable, and beside the old file
/// try new.replace()
/// ```
package struct PreparedSave {
  let job: SaveJob
  var file: AtomicFile

  /// True if the document's own file is replaced.
  package let isInPlace: Bool

  /// The identity that the file to be replaced had when this one was prepared; nil if there was none.
  let replaced: FileIdentity?

  /// The path of the file to replace, as the user gave it.
  package var name: String { job.name }

  /// The path of the file to replace, with all symbolic links resolved.
  package var target: String { job.target }

  /// The text of the new file.
  package var snapshot: DocumentSnapshot { job.snapshot }

  /// Locks the file to be replaced. Throws `io.locked` if another process does not release its lock in time.
  package func lock(isCancelled: () -> Bool = { false }) throws(SceneError) -> FileLock? {
    try job.locked(isCancelled: isCancelled)
  }

  /// Throws `io.changed` if the file to be replaced has changed since the document was read, or if it appeared or
  /// disappeared.
  package func checkReplaced() throws(SceneError) {
    let status = FileIdentity.status(target)
    if isInPlace { return try job.refuseOther(status) }
    guard status.map(FileIdentity.init) == replaced else {
      throw SceneError(status == nil ? SaveRefusal.wasRemoved : .wasChanged, file: name)
    }
  }

  /// Makes the new file durable, and gives it a permanent name beside the old one.
  package mutating func give(name path: String) throws(SceneError) {
    try file.sync()
    guard file.giveName(path) else { throw SceneError(SaveRefusal.cannotWrite(errno: errno), file: name) }
  }

  /// Replaces the old file by the new one, which already has its permanent name. Returns false, with the error in
  /// `errno`, if that fails; the new file then keeps this name.
  package mutating func replace() -> Bool { file.putInPlace() }

  /// The result of the save after the new file has replaced the old one.
  package var outcome: SaveJob.Outcome {
    SaveJob.Outcome(
      isInPlace: isInPlace, identity: FileIdentity.status(target).map(FileIdentity.init), snapshot: snapshot)
  }

  /// Closes the new file, which keeps its name.
  package func close() { Glibc.close(file.descriptor) }

  /// Removes the new file.
  package func abandon() { _ = file.abandon(0) }
}
