import Glibc
import JSONText

extension AtomicFile {
  /// Writes a whole file: all at once, with the owner, mode and access list of the one that was there, as far as they can be kept.
  /// Symbolic links are followed. A pipe or a device is written straight.
  ///
  /// - Parameter kind: what the file is; a file of another kind that is recognised is not replaced.
  package static func write(
    _ bytes: [UInt8], to path: String, as kind: FileKind, options: SaveOptions = SaveOptions()
  ) throws(SaveError) {
    try write(to: path, as: kind, options: options) { take throws(SaveError) in
      try bytes.withUnsafeBufferPointer { bytes throws(SaveError) in try take(UnsafeRawBufferPointer(bytes)) }
    }
  }

  /// Writes a whole file from bytes that come a piece at a time, and replaces the former file at once.
  ///
  /// - Parameters:
  ///   - kind: what the file is; a file of another kind that is recognised is not replaced.
  ///   - source: gives the pieces to its argument, in order.
  package static func write(
    to path: String, as kind: FileKind, options: SaveOptions = SaveOptions(), from source: Source
  ) throws(SaveError) {
    guard !path.isEmpty, let target = resolve(path) else {
      throw SaveError(SaveRefusal.cannotCreate(in: path, errno: ELOOP), file: path)
    }
    let former = FileIdentity.status(target)
    switch former.map({ $0.st_mode & S_IFMT }) {
    case nil, S_IFREG?: break
    case S_IFDIR?: throw SaveError(SaveRefusal.isFolder, file: path)
    default: return try writeStraight(to: target, name: path, from: source)
    }
    if let former {
      try ReplacedFile(name: path, target: target, status: former).check(replacedBy: kind, options)
    }
    var file = try AtomicFile(name: path, target: target)
    do throws(SaveError) {
      try source { [descriptor = file.descriptor] piece throws(SaveError) in
        guard FileText.write(piece, toDescriptor: descriptor) else {
          throw SaveError(SaveRefusal.cannotWrite(errno: errno), file: path)
        }
      }
    } catch {
      _ = file.abandon(0)
      throw error
    }
    if let former { try file.take(FileAttributes(source: target, status: former), dropping: true) }
    try file.commitQuickly()
  }

  /// Refuses a file that another kind, recognised by its content, is not to replace, for who writes the new one by hand.
  package static func checkTarget(_ target: String, as kind: FileKind) throws(SaveError) {
    var options = SaveOptions()
    options.breaksLinks = true
    guard let status = FileIdentity.status(target), status.st_mode & S_IFMT == S_IFREG else { return }
    try ReplacedFile(name: target, target: target, status: status).check(replacedBy: kind, options)
  }

  /// What gives the pieces of a file to its argument.
  package typealias Source = ((UnsafeRawBufferPointer) throws(SaveError) -> Void) throws(SaveError) -> Void

  private static func writeStraight(to target: String, name: String, from source: Source) throws(SaveError) {
    // Opening a pipe that nobody reads would wait for ever.
    let descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw SaveError(SaveRefusal.cannotWrite(errno: errno), file: name) }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    try source { piece throws(SaveError) in
      guard FileText.write(piece, toDescriptor: descriptor) else {
        throw SaveError(SaveRefusal.cannotWrite(errno: errno), file: name)
      }
    }
  }
}
