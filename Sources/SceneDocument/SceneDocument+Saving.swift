import Glibc
import JSONText

extension SceneDocument {
  /// Writes the document atomically to its file, or to `path`: the file has either the old or the new text, even after
  /// a crash.
  ///
  /// The error is `io.changed` if the document would replace its own file and that file has changed since it was read.
  /// Symbolic links are followed; mode, owner, access list and extended attributes are kept. A file with several names
  /// (hard links), or with an attribute that cannot be kept, is replaced only if the options allow it. If another
  /// process is writing the file, the save waits for it, and fails with `io.locked` after the time that the options
  /// give. A pipe or device named by `path` is written directly. A document without edits is written, too.
  ///
  /// - Throws: `io.changed`, `io.locked`, `io.create` or `io.write`; ``SceneError/code`` lists their causes.
  public func save(to path: String? = nil, options: SaveOptions = SaveOptions()) throws(SceneError) {
    source.take(try source.saveJob(to: path, options: options).run())
  }

  /// Writes the document atomically to a file that must not exist yet.
  ///
  /// - Throws: `io.exists` if the file exists, also as a broken symbolic link; `io.create` or `io.write`.
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
  ///
  /// - Throws: `io.write` if the text cannot be written.
  public func write(toDescriptor descriptor: Int32) throws(SceneError) {
    try source.snapshot.write(toDescriptor: descriptor)
  }
}
