internal import Glibc

/// The folder of a bundle.
enum BundleFolder {
  /// Refuses what is no folder that can be read.
  static func status(_ path: String) throws(BundleError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw BundleError(.cannotOpen(reason: BundleFile.words(errno)), file: path) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return }
    guard access(path, R_OK | X_OK) == 0 else {
      throw BundleError(.cannotOpen(reason: BundleFile.words(errno)), file: path)
    }
  }
}
