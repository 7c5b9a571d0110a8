internal import CommandLineKit
internal import Glibc
internal import JSONText

/// An atomic writer of a new folder with files.
///
/// The writer puts the files into a temporary folder next to the new one, and then renames the temporary folder. If
/// anything fails, the temporary folder is removed.
struct NewFolder {
  /// The temporary folder.
  private let root: String

  /// The folders created so far, for removal after a failure.
  private var folders: [String]

  /// The files created so far, for removal after a failure.
  private var files: [String] = []

  /// Writes the files into a new folder; throws if the path exists and is not an empty folder.
  static func write(_ files: [TemplateFile], to path: String) throws(Diagnostic) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
      throw Diagnostic(PluginRefusal.folderIsThere(path))
    }
    var folder = try NewFolder(beside: path)
    do throws(Diagnostic) {
      for file in files { try folder.write(file) }
      guard rename(folder.root, path) == 0 else {
        throw errno == ENOTEMPTY || errno == EEXIST ? Diagnostic(PluginRefusal.folderIsThere(path)) : failure(path)
      }
    } catch {
      folder.remove()
      throw error
    }
    syncFolder(FileName.folder(of: path))
  }

  /// Returns the error for a path on which a system call failed, with the reason in `errno`.
  private static func failure(_ path: String) -> Diagnostic {
    Diagnostic(
      errno == ENOSPC
        ? CommandLineRefusal.cannotWrite(path, errno: errno) : .cannotCreate(path, errno: errno))
  }

  /// Creates the temporary folder under a random name, next to the path of the new folder.
  private init(beside path: String) throws(Diagnostic) {
    let name = path.parts(between: "/").last ?? path
    for _ in 0..<100 {
      let temporary = "\(FileName.folder(of: path))/.\(name).\(UInt32.random(in: 0 ... .max)).tmp"
      if mkdir(temporary, 0o777) == 0 {
        (root, folders) = (temporary, [temporary])
        return
      }
      guard errno == EEXIST else { break }
    }
    throw Self.failure(path)
  }

  private mutating func write(_ file: TemplateFile) throws(Diagnostic) {
    var folder = root
    for part in file.path.parts(between: "/").dropLast() {
      folder += "/\(part)"
      guard !folders.contains(folder) else { continue }
      guard mkdir(folder, 0o777) == 0 else { throw Self.failure(folder) }
      folders.append(folder)
    }
    let path = "\(root)/\(file.path)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.isExecutable ? 0o777 : 0o666)
    guard descriptor >= 0 else { throw Self.failure(path) }
    files.append(path)
    defer { close(descriptor) }
    guard FileText.write(Array(file.text.utf8), toDescriptor: descriptor), fsync(descriptor) == 0 else {
      throw Self.failure(path)
    }
  }

  private func remove() {
    for file in files { unlink(file) }
    for folder in folders.reversed() { rmdir(folder) }
  }
}
