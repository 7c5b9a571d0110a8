import Glibc
import JSONText

extension SceneDocument {
  /// Writes the document to its file, or to `path`, atomically: a reader or a crash sees the old file or the new.
  ///
  /// In place it refuses with `io.changed` if the file is no longer the one that was read; a file that was only touched
  /// or replaced by an equal one is fine. Symbolic links are followed; mode, owner, access list and extended attributes
  /// are kept. A file with several names (hard links), or with an attribute that cannot be kept, is refused unless the
  /// options allow it. The save waits for a process that is writing the file (`io.locked`). A pipe or device that
  /// `path` names is written directly. A document without edits is written too.
  public func save(to path: String? = nil, options: SaveOptions = SaveOptions()) throws(SceneError) {
    source.take(try source.saveJob(to: path, options: options).run())
  }

  /// Writes the document to a new file, atomically.
  ///
  /// - Throws: `io.exists` if the name is taken; otherwise the errors of ``save(to:)``.
  public func saveNew(to path: String) throws(SceneError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw SceneError(SaveRefusal.exists, file: path) }
    var file = try AtomicFile(name: path, target: path)
    do throws(SystemError) {
      try source.snapshot.write(to: file.descriptor)
    } catch {
      throw file.abandon(error.code)
    }
    try file.commitNew()
  }

  /// Writes the document's text to an open descriptor.
  public func write(toDescriptor descriptor: Int32) throws(SceneError) {
    try source.snapshot.write(toDescriptor: descriptor)
  }
}
