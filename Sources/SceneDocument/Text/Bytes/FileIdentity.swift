package import Glibc
import JSONText

/// The identity of a file at one moment: its device, inode, size, modification time and status-change time. If the file
/// is changed or replaced, its identity is different. A program can set back the modification time of a file, but not
/// the status-change time.
package struct FileIdentity: Hashable, Sendable {
  var device: UInt
  var inode: UInt
  var size: Int
  var seconds: Int
  var nanoseconds: Int
  private var stateSeconds: Int
  private var stateNanoseconds: Int

  /// Creates the identity of the file at a path, following symbolic links; nil if there is no file.
  package init?(path: String) {
    guard let status = Self.status(path) else { return nil }
    self.init(status)
  }

  /// Creates the identity of an open file; nil if its status cannot be read.
  package init?(descriptor: Int32) {
    guard let status = Self.status(descriptor) else { return nil }
    self.init(status)
  }

  /// Returns true if both identities are of the same file with the same content, perhaps under different names. The
  /// status-change time is ignored, since unlinking a name changes it.
  package func hasContent(of other: FileIdentity) -> Bool {
    var same = other
    (same.stateSeconds, same.stateNanoseconds) = (stateSeconds, stateNanoseconds)
    return self == same
  }

  /// A text representation that differs for different identities.
  package var text: String {
    "\(device) \(inode) \(size) \(seconds).\(nanoseconds) \(stateSeconds).\(stateNanoseconds)"
  }

  init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = Int(status.st_mtim.tv_sec)
    nanoseconds = Int(status.st_mtim.tv_nsec)
    stateSeconds = Int(status.st_ctim.tv_sec)
    stateNanoseconds = Int(status.st_ctim.tv_nsec)
  }

  static func status(_ descriptor: Int32) -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Returns the status of the file at a path, following symbolic links; nil if there is no file.
  package static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}
