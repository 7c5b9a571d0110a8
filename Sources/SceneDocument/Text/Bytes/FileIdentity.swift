import Glibc
import JSONText

/// The identity of a file at one moment: device, inode, size, and the times of the last change of its content and of
/// its state. It shows if the file is still the one that was read. A program can set the content's time back, but not
/// the state's.
package struct FileIdentity: Hashable, Sendable {
  var device: UInt
  var inode: UInt
  var size: Int
  var seconds: Int
  var nanoseconds: Int
  private var stateSeconds: Int
  private var stateNanoseconds: Int

  /// Identifies the file that a path leads to, through symbolic links; nil if there is none.
  package init?(path: String) {
    guard let status = Self.status(path) else { return nil }
    self.init(status)
  }

  /// Identifies an open file; nil if its status cannot be read.
  package init?(descriptor: Int32) {
    guard let status = Self.status(descriptor) else { return nil }
    self.init(status)
  }

  /// True if both identities are of one file with the same content, even under different names. The state's time does
  /// not count: unlinking changes it.
  package func hasContent(of other: FileIdentity) -> Bool {
    var same = other
    (same.stateSeconds, same.stateNanoseconds) = (stateSeconds, stateNanoseconds)
    return self == same
  }

  /// The identity as a text; different identities have different texts.
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

  /// Follows symbolic links.
  static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}
