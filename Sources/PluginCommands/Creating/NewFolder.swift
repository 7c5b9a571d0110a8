internal import CommandLineKit
internal import Glibc
internal import JSONText

/// An atomic writer of a new folder with files.
///
/// It writes the files into a temporary folder next to it, which is then renamed. If anything fails, the temporary
/// folder is removed.
enum NewFolder {
  /// Writes the files into a folder that is missing or empty.
  static func write(_ files: [TemplateFile], to path: String) throws(Diagnostic) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
      throw Diagnostic(PluginRefusal.folderIsThere(path))
    }
    let temporary = try makeBeside(path)
    var made = Made(temporary)
    do throws(Diagnostic) {
      for file in files { try made.write(file) }
    } catch {
      made.remove()
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let code = errno
      made.remove()
      throw code == ENOTEMPTY || code == EEXIST
        ? Diagnostic(PluginRefusal.folderIsThere(path)) : Self.failure(path, code)
    }
    syncFolder(FileName.folder(of: path))
  }

  /// Returns the error for a path that the system refuses.
  private static func failure(_ path: String, _ code: Int32) -> Diagnostic {
    code == ENOSPC
      ? Diagnostic(CommandLineRefusal.cannotWrite(path, errno: code))
      : Diagnostic(CommandLineRefusal.cannotCreate(path, errno: code))
  }

  private static func makeBeside(_ path: String) throws(Diagnostic) -> String {
    let name = path.parts(between: "/").last ?? path
    for _ in 0..<100 {
      let temporary = "\(FileName.folder(of: path))/.\(name).\(UInt32.random(in: 0 ... .max)).tmp"
      if mkdir(temporary, 0o777) == 0 { return temporary }
      guard errno == EEXIST else { break }
    }
    throw NewFolder.failure(path, errno)
  }

  /// The folders and files created so far.
  private struct Made {
    private let root: String
    private var folders: [String]
    private var files: [String] = []

    init(_ root: String) { (self.root, folders) = (root, [root]) }

    mutating func write(_ file: TemplateFile) throws(Diagnostic) {
      var folder = root
      for part in file.path.parts(between: "/").dropLast() {
        folder += "/\(part)"
        guard !folders.contains(folder) else { continue }
        guard mkdir(folder, 0o777) == 0 else { throw NewFolder.failure(folder, errno) }
        folders.append(folder)
      }
      let path = "\(root)/\(file.path)"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.isExecutable ? 0o777 : 0o666)
      guard descriptor >= 0 else { throw NewFolder.failure(path, errno) }
      files.append(path)
      defer { close(descriptor) }
      guard FileText.write(Array(file.text.utf8), toDescriptor: descriptor), fsync(descriptor) == 0 else {
        throw NewFolder.failure(path, errno)
      }
    }

    func remove() {
      for file in files { unlink(file) }
      for folder in folders.reversed() { rmdir(folder) }
    }
  }
}
