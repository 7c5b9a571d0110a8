internal import CommandLineKit
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Workbench

/// The plugin at a path: a file, the only plugin of a folder, or a Swift package.
enum PluginAtPath: Hashable {
  /// A Swift package that builds a plugin.
  case package(folder: String)

  /// A program, a script or a description.
  case file(String)

  /// Finds the plugin at a path.
  ///
  /// - Throws: if nothing exists at the path, or if a folder is not a package and contains no plugin or several.
  init(_ path: String) throws(Diagnostic) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Diagnostic(PluginRefusal.noFileOrFolder, file: path) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      self = .file(path)
      return
    }
    if Self.isPackage(path) {
      self = .package(folder: path)
      return
    }
    let files = Self.plugins(in: path)
    guard let only = files.first, files.count == 1 else {
      throw Diagnostic(files.isEmpty ? PluginRefusal.noPluginIn(path) : .severalPluginsIn(path, files))
    }
    self = .file(only)
  }

  /// Returns true if a folder contains a Swift package.
  static func isPackage(_ folder: String) -> Bool { access("\(folder)/Package.swift", R_OK) == 0 }

  /// Returns the path of the plugin's file; for a package, that of the plugin in the newer of its debug and release
  /// builds.
  ///
  /// - Throws: if no plugin was built from the package, or several were.
  func builtFile() throws(Diagnostic) -> String {
    switch self {
    case .file(let path): return path
    case .package(let folder):
      let builds = ["debug", "release"].map { Self.plugins(in: "\(folder)/.build/\($0)") }
      guard let newest = builds.max(by: { Self.time(of: $0) < Self.time(of: $1) }), let only = newest.first else {
        throw Diagnostic(PluginRefusal.notBuilt(folder))
      }
      guard newest.count == 1 else { throw Diagnostic(PluginRefusal.severalPluginsIn(folder, newest)) }
      return only
    }
  }

  /// Returns the modification time of the newest file, in seconds since 1970; 0 if no file can be inspected.
  private static func time(of files: [String]) -> Double {
    files.reduce(0) { newest, file in
      var status = stat()
      guard stat(file, &status) == 0 else { return newest }
      return max(newest, Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
    }
  }

  /// Returns the paths of the plugins' files in a folder, sorted by name.
  static func plugins(in folder: String) -> [String] {
    Temporaries.entries(of: folder).sorted().filter { PluginFile($0) != nil && !$0.hasSuffix(".product") }
      .map { folder == "." ? $0 : "\(folder)/\($0)" }
  }
}
