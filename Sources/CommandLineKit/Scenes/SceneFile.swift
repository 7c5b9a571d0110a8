internal import Glibc
internal import JSONText

/// Which file a path leads to, however it is spelled. Hard links are files of their own: saving one takes it from the other.
package struct SceneFile: Hashable {
  private let device: UInt
  private let inode: UInt

  /// Distinguishes hard links; empty for a file with one name, for which the system's numbers suffice.
  private let path: String
  package let isRegular: Bool
  package let isFolder: Bool

  /// Nil where nothing is there, which opening it will say.
  package init?(_ path: String) {
    var status = stat()
    guard path != "-", stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    let kind = status.st_mode & S_IFMT
    isFolder = kind == S_IFDIR
    // A folder is refused with a better message when it is opened.
    isRegular = kind == S_IFREG || isFolder
    guard status.st_nlink > 1, !isFolder else {
      self.path = ""
      return
    }
    guard let whole = realpath(path) else { return nil }
    self.path = whole
  }
}
