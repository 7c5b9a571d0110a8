internal import Glibc
internal import JSONText

/// One file of a bundle: its path and its contents.
struct BundleFile {
  let path: String
  let bytes: [UInt8]
}

extension BundleFile {
  init(path: String) throws(BundleError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BundleError(.cannotOpen(reason: errnoText(errno)), file: path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw BundleError(.cannotOpen(reason: errnoText(errno)), file: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw BundleError(.cannotOpen(reason: "it is not a file"), file: path)
    }
    guard let bytes = FileText.read(descriptor, count: Int(status.st_size)) else {
      throw BundleError(.cannotOpen(reason: errnoText(errno)), file: path)
    }
    self.init(path: path, bytes: bytes)
  }

  /// Returns true if the path is a folder that contains a `bundle.json`.
  static func isBundle(_ path: String) -> Bool { access("\(path)/bundle.json", F_OK) == 0 }

  /// Checks that a path exists and, if it is a folder, that the folder can be read. Throws an error otherwise.
  static func checkFolder(_ path: String) throws(BundleError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw BundleError(.cannotOpen(reason: errnoText(errno)), file: path) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return }
    guard access(path, R_OK | X_OK) == 0 else { throw BundleError(.cannotOpen(reason: errnoText(errno)), file: path) }
  }

  /// Returns an error with this file's path, and the line and column of a byte offset in the file.
  func error(_ code: DiagnosticCode, _ message: String, at offset: Int) -> BundleError {
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = before.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    // UTF-8 continuation bytes do not start a character.
    let column = before[lineStart...].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return BundleError(code: code, file: path, line: line, column: column, message: message)
  }

  func error(_ problem: BundleProblem, at offset: Int) -> BundleError {
    error(problem.code, problem.message, at: offset)
  }
}
