import Glibc
import JSONText

/// Shows whether a file is still the one that was read: device, inode, size, and the times of the last change of its
/// content and of its state. A program can set the former time back, but not the latter.
struct FileIdentity: Hashable {
  var device: UInt
  var inode: UInt
  var size: Int
  var seconds: Int
  var nanoseconds: Int
  private var stateSeconds: Int
  private var stateNanoseconds: Int

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
