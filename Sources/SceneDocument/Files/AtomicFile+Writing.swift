import Glibc
import JSONText

extension AtomicFile {
  /// Writes a whole file: all at once, with the owner, mode and access list of the one that was there, as far as they can be kept.
  /// Symbolic links are followed. A pipe or a device is written straight.
  package static func write(_ bytes: [UInt8], to path: String) throws(SaveError) {
    guard !path.isEmpty, let target = resolve(path) else { throw .cannotCreate(path, path, ELOOP) }
    let former = FileIdentity.status(target)
    if let former, former.st_mode & S_IFMT != S_IFREG { return try writeStraight(bytes, to: target, name: path) }
    var file = try AtomicFile(name: path, target: target)
    guard FileText.write(bytes, toDescriptor: file.descriptor) else { throw file.abandon(errno) }
    if let former { try file.take(FileAttributes(source: target, status: former), dropping: true) }
    try file.commitQuickly()
  }

  private static func writeStraight(_ bytes: [UInt8], to target: String, name: String) throws(SaveError) {
    // Opening a pipe that nobody reads would wait for ever.
    let descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .cannotWrite(name, errno) }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    guard FileText.write(bytes, toDescriptor: descriptor) else { throw .cannotWrite(name, errno) }
  }
}
