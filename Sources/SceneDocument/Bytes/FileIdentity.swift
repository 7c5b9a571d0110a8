import Glibc
import JSONText

/// Shows whether a file is still the one that was read: device, inode, size, and the times of the last change of its
/// content and of its state. A program can set the former time back, but not the latter.
package struct FileIdentity: Hashable, Sendable {
  var device: UInt
  var inode: UInt
  var size: Int
  var seconds: Int
  var nanoseconds: Int
  private var stateSeconds: Int
  private var stateNanoseconds: Int

  /// The file that a path leads to, through symbolic links; nil where there is none.
  package init?(path: String) {
    guard let status = Self.status(path) else { return nil }
    self.init(status)
  }

  /// The file that is open; nil where it cannot be looked at.
  package init?(descriptor: Int32) {
    guard let status = Self.status(descriptor) else { return nil }
    self.init(status)
  }

  /// Whether both are one file with one content, be it under other names: a file that is unlinked has another state.
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
