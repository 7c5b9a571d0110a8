import Glibc
import JSONText

extension AtomicFile {
  /// Writes a whole file atomically, with the owner, mode and access list of the former file as far as they can be
  /// kept. Symbolic links are followed. Pipes and devices are written directly. The file is not synced, so a power cut
  /// soon afterwards may undo the replacement or damage the file.
  ///
  /// - Parameter kind: the kind of the file; an existing file recognised as a different kind is not replaced.
  package static func write(
    _ bytes: [UInt8], to path: String, as kind: FileKind, options: SaveOptions = SaveOptions()
  ) throws(SceneError) {
    try write(to: path, as: kind, options: options) { take throws(SceneError) in
      try bytes.withUnsafeBufferPointer { bytes throws(SceneError) in try take(UnsafeRawBufferPointer(bytes)) }
    }
  }

  /// Writes a whole file from a stream of pieces, and replaces the former file atomically, but without syncing.
  ///
  /// - Parameters:
  ///   - kind: the kind of the file; an existing file recognised as a different kind is not replaced.
  ///   - source: a function that passes the pieces to its argument, in order.
  package static func write(
    to path: String, as kind: FileKind, options: SaveOptions = SaveOptions(), from source: Source
  ) throws(SceneError) {
    guard !path.isEmpty, let target = resolve(path) else {
      throw SceneError(SaveRefusal.cannotCreate(in: path, errno: ELOOP), file: path)
    }
    let former = FileIdentity.status(target)
    switch former.map({ $0.st_mode & S_IFMT }) {
    case nil, S_IFREG?: break
    case S_IFDIR?: throw SceneError(SaveRefusal.isFolder, file: path)
    default: return try writeStraight(to: target, name: path, from: source)
    }
    if let former { try options.check(replacing: target, former, by: kind, name: path) }
    var file = try AtomicFile(name: path, target: target)
    do throws(SceneError) {
      try source { [descriptor = file.descriptor] piece throws(SceneError) in
        guard FileText.write(piece, toDescriptor: descriptor) else {
          throw SceneError(SaveRefusal.cannotWrite(errno: errno), file: path)
        }
      }
    } catch {
      _ = file.abandon(0)
      throw error
    }
    if let former { try file.take(FileAttributes(source: target, status: former), dropping: true) }
    try file.commitQuickly()
  }

  /// Throws an error if the regular file at `target` must not be replaced: its content is recognised as a different
  /// kind, or it is read-only. Does nothing if there is no such file. Used by callers that write the new file
  /// themselves.
  package static func checkTarget(_ target: String, as kind: FileKind) throws(SceneError) {
    var options = SaveOptions()
    options.breaksLinks = true
    guard let status = FileIdentity.status(target), status.st_mode & S_IFMT == S_IFREG else { return }
    try options.check(replacing: target, status, by: kind, name: target)
  }

  /// A function that passes the pieces of a file, in order, to its argument.
  package typealias Source = ((UnsafeRawBufferPointer) throws(SceneError) -> Void) throws(SceneError) -> Void

  private static func writeStraight(to target: String, name: String, from source: Source) throws(SceneError) {
    // Without `O_NONBLOCK`, opening a pipe that nobody reads would block.
    let descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw SceneError(SaveRefusal.cannotWrite(errno: errno), file: name) }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    try source { piece throws(SceneError) in
      guard FileText.write(piece, toDescriptor: descriptor) else {
        throw SceneError(SaveRefusal.cannotWrite(errno: errno), file: name)
      }
    }
  }
}

extension SaveOptions {
  /// Throws an error if a regular file must not be replaced: it is of a different kind, it is read-only, or it has
  /// further names (hard links) and ``breaksLinks`` is false.
  ///
  /// - Parameters:
  ///   - target: the path, with symbolic links resolved.
  ///   - kind: the kind of the new file; nil if the new file is a later version of the existing one.
  ///   - name: the file as the user named it, for messages.
  func check(replacing target: String, _ status: stat, by kind: FileKind?, name: String) throws(SceneError) {
    if let kind, let own = FileKind.content(of: target), own != kind {
      throw SceneError(SaveRefusal.isOther(own, than: kind), file: name)
    }
    if access(target, W_OK) != 0, errno == EACCES { throw SceneError(SaveRefusal.isReadOnly, file: name) }
    if status.st_nlink > 1, !breaksLinks {
      throw SceneError(SaveRefusal.hasLinks(Int(status.st_nlink)), file: name)
    }
  }
}
