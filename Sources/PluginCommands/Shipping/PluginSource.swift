internal import CommandLineKit
internal import Glibc
internal import JSONText
internal import Workbench

/// What `plugin pack` finds where it is pointed at.
enum PluginSource: Hashable {
  /// A Swift package.
  case package(folder: String)

  /// A script or a description, which is packed as it is.
  case file(String)

  /// Looks at a folder, or at a file.
  init(_ path: String) throws(CommandFailure) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .noInput(.ioOpen, path, "there is no such file or folder")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      self = .file(path)
      return
    }
    if access("\(path)/Package.swift", R_OK) == 0 {
      self = .package(folder: path)
      return
    }
    let files = Self.entries(of: path).sorted().filter { PluginFile($0) != nil }
      .map { path == "." ? $0 : "\(path)/\($0)" }
    guard let only = files.first, files.count == 1 else {
      throw .refused(files.isEmpty ? .nothingToPack(path) : .severalToPack(path, files))
    }
    self = .file(only)
  }

  private static func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) { names.append(FileName.text(of: entry)) }
    return names
  }
}
