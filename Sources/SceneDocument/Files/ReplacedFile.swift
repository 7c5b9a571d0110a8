import Glibc
import JSONText

/// A regular file that a new one is to replace; every command that writes asks it first.
struct ReplacedFile {
  /// The file as the person named it.
  let name: String

  /// Its path, symbolic links followed.
  let target: String
  let status: stat

  /// Refuses a file that the new one must not replace: one of another kind, a read-only one, or one with other names.
  ///
  /// - Parameter kind: what the new file is; nil where it is the same file's new text.
  func check(replacedBy kind: FileKind?, _ options: SaveOptions) throws(SaveError) {
    if let kind, let own = FileKind(ofFile: target), own != kind {
      throw SaveError(SaveRefusal.isOther(own, than: kind), file: name)
    }
    if access(target, W_OK) != 0, errno == EACCES { throw SaveError(SaveRefusal.isReadOnly, file: name) }
    if status.st_nlink > 1, !options.breaksLinks {
      throw SaveError(SaveRefusal.hasLinks(Int(status.st_nlink)), file: name)
    }
  }
}
