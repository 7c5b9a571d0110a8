internal import Glibc
internal import JSONText

/// An atomic writer of a new folder with files.
///
/// It writes the files into a temporary folder next to it, which is then renamed. If anything fails, the temporary
/// folder is removed.
enum NewFolder {
  /// The reasons for a failure to create a folder.
  enum Failure: Error, Hashable {
    /// The path is a file, or a folder that is not empty.
    case isThere(String)
    /// The system refuses a path with this error code.
    case system(String, Int32)
  }

  /// Writes the files into a folder that is missing or empty.
  static func write(_ files: [TemplateFile], to path: String) throws(Failure) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR { throw .isThere(path) }
    let temporary = try makeBeside(path)
    var made = Made(temporary)
    do throws(Failure) {
      for file in files { try made.write(file) }
    } catch {
      made.remove()
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let code = errno
      made.remove()
      throw code == ENOTEMPTY || code == EEXIST ? .isThere(path) : .system(path, code)
    }
    syncFolder(FileName.folder(of: path))
  }

  private static func makeBeside(_ path: String) throws(Failure) -> String {
    let name = path.parts(between: "/").last ?? path
    for _ in 0..<100 {
      let temporary = "\(FileName.folder(of: path))/.\(name).\(UInt32.random(in: 0 ... .max)).tmp"
      if mkdir(temporary, 0o777) == 0 { return temporary }
      guard errno == EEXIST else { break }
    }
    throw .system(path, errno)
  }

  /// The folders and files created so far.
  private struct Made {
    private let root: String
    private var folders: [String]
    private var files: [String] = []

    init(_ root: String) { (self.root, folders) = (root, [root]) }

    mutating func write(_ file: TemplateFile) throws(Failure) {
      var folder = root
      for part in file.path.parts(between: "/").dropLast() {
        folder += "/\(part)"
        guard !folders.contains(folder) else { continue }
        guard mkdir(folder, 0o777) == 0 else { throw .system(folder, errno) }
        folders.append(folder)
      }
      let path = "\(root)/\(file.path)"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.isExecutable ? 0o777 : 0o666)
      guard descriptor >= 0 else { throw .system(path, errno) }
      files.append(path)
      defer { close(descriptor) }
      guard FileText.write(Array(file.text.utf8), toDescriptor: descriptor), fsync(descriptor) == 0 else {
        throw .system(path, errno)
      }
    }

    func remove() {
      for file in files { unlink(file) }
      for folder in folders.reversed() { rmdir(folder) }
    }
  }
}
