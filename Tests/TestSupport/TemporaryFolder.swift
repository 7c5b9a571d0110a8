internal import Glibc

/// The folder for temporary files: `$TMPDIR` or else the system's default.
package let temporaryPath = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir

/// A separate folder for each test, removed with its content when this object is released.
package final class TemporaryFolder {
  package let path: String

  package init() {
    var template = Array("\(temporaryPath)/inspector-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { preconditionFailure("\(temporaryPath): no folder can be made in it") }
    path = String(cString: made)
  }

  deinit { remove() }

  /// Removes the folder, for processes that exit before `deinit`.
  package func remove() {
    chmod(path, 0o755)
    Self.remove(path)
  }

  private static func remove(_ folder: String) {
    for name in names(in: folder) where unlink("\(folder)/\(name)") != 0 { remove("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// The names of all files, sorted, including hidden ones such as temporary files.
  package var allNames: [String] { Self.names(in: path) }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Writes a text to a file, and returns its path.
  @discardableResult package func write(_ name: String, _ text: String) -> String { write(name, Array(text.utf8)) }

  /// Writes bytes to a file, and returns its path.
  @discardableResult package func write(_ name: String, _ bytes: [UInt8]) -> String {
    let file = "\(path)/\(name)"
    if let handle = fopen(file, "wb") {
      fwrite(bytes, 1, bytes.count, handle)
      fclose(handle)
    }
    return file
  }

  package func read(_ name: String) -> String { String(decoding: contents("\(path)/\(name)"), as: UTF8.self) }
}
