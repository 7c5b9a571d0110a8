internal import Glibc

/// Which file a path leads to, however it is spelled. Hard links are files of their own: saving one takes it from the other.
struct SceneFile: Hashable {
  private let path: String
  let isRegular: Bool

  /// Nil where nothing is there, which opening it will say.
  init?(_ path: String) {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, let whole = realpath(path, nil) else { return nil }
    defer { free(whole) }
    self.path = String(cString: whole)
    // A folder is refused in better words when it is opened.
    isRegular = [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}
