internal import Glibc

/// Which file a path leads to, however it is spelled.
struct SceneFile: Hashable {
  private let device: UInt
  private let inode: UInt
  let isRegular: Bool

  /// Nil where nothing is there, which opening it will say.
  init?(_ path: String) {
    var status = stat()
    guard path != "-", stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    // A folder is refused in better words when it is opened.
    isRegular = [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}
