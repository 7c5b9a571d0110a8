internal import Glibc
internal import JSONText

/// Where plugins are looked for.
///
/// In this order: the paths given by `--plugin`, the executable's own folder, `$INSPECTOR_PLUGIN_PATH`, and the user's
/// plugin folder (`$XDG_DATA_HOME/inspector/plugins`). The first plugin of a name wins. A scene can name plugins that
/// it needs, never a path.
public struct PluginSearch: Sendable {
  /// Executables or folders named by the person.
  public var paths: [String]

  /// The folder of the running executable.
  public var executableFolder: String?

  /// The process's environment.
  public var environment: [String: String]

  public init(paths: [String] = [], executableFolder: String?, environment: [String: String]) {
    self.paths = paths
    self.executableFolder = executableFolder
    self.environment = environment
  }

  /// A file that looks like a plugin.
  struct Candidate: Hashable {
    var name: String
    var path: String
  }

  /// A place that was not searched, or a file that was not taken, and why.
  struct Refusal: Hashable {
    var path: String
    var message: String
  }

  static let prefix = "inspector-plugin-"

  /// The candidates, the first of each name only, and what was refused.
  func candidates() -> (found: [Candidate], refused: [Refusal]) {
    var found: [Candidate] = []
    var refused: [Refusal] = []
    func take(_ path: String, isNamed: Bool) {
      let name = String(
        Substring((path.parts(between: "/").last { !$0.isEmpty } ?? "").utf8.dropFirst(Self.prefix.utf8.count)))
      guard !found.contains(where: { $0.name.isExactly(name) }) else { return }
      if let problem = Self.problem(ofFile: path, isNamed: isNamed) {
        refused.append(Refusal(path: path, message: problem))
      } else {
        found.append(Candidate(name: name, path: path))
      }
    }
    for path in paths {
      switch Self.kind(of: path) {
      case .folder: for file in Self.executables(in: path, refused: &refused) { take(file, isNamed: true) }
      case .file: take(path, isNamed: true)
      case nil: refused.append(Refusal(path: path, message: "there is no plugin '\(path)'"))
      }
    }
    for folder in folders(&refused) where Self.kind(of: folder) == .folder {
      for file in Self.executables(in: folder, refused: &refused) { take(file, isNamed: false) }
    }
    return (found, refused)
  }

  private func folders(_ refused: inout [Refusal]) -> [String] {
    var folders = executableFolder.map { [$0] } ?? []
    for entry in (environment["INSPECTOR_PLUGIN_PATH"] ?? "").parts(between: ":") {
      if entry.begins(with: "/") {
        folders.append(entry)
      } else if environment["INSPECTOR_PLUGIN_PATH"]?.isEmpty == false {
        let what = entry.isEmpty ? "an empty entry" : "the relative entry '\(entry)'"
        refused.append(
          Refusal(
            path: entry,
            message: "INSPECTOR_PLUGIN_PATH holds \(what), which is not searched; write whole paths"))
      }
    }
    if let data = environment["XDG_DATA_HOME"], data.begins(with: "/") {
      folders.append("\(data)/inspector/plugins")
    } else if let home = environment["HOME"], home.begins(with: "/") {
      folders.append("\(home)/.local/share/inspector/plugins")
    }
    return folders
  }

  private enum Kind { case file, folder }

  private static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// Plugin executables in a folder, by name.
  private static func executables(in folder: String, refused: inout [Refusal]) -> [String] {
    if let problem = problem(ofFolder: folder) {
      // An ordinary folder without plugins is nobody's concern.
      if entries(of: folder).contains(where: { $0.begins(with: prefix) }) {
        refused.append(Refusal(path: folder, message: problem))
      }
      return []
    }
    return entries(of: folder).filter { $0.begins(with: prefix) && !$0.utf8.contains(UInt8(ascii: ".")) }.sorted().map {
      "\(folder)/\($0)"
    }
    .filter { kind(of: $0) == .file && access($0, X_OK) == 0 }
  }

  private static func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }

  private static func problem(ofFolder path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return "the folder '\(path)' cannot be read" }
    guard status.st_mode & S_IWOTH == 0 else {
      return "the folder '\(path)' can be written by others, so no plugin in it is run; take that away with 'chmod o-w'"
    }
    return nil
  }

  private static func problem(ofFile path: String, isNamed: Bool) -> String? {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = path[(slash.map(path.utf8.index(after:)) ?? path.startIndex)...]
    guard name.begins(with: prefix) else { return "'\(path)' is no plugin: its name does not begin with '\(prefix)'" }
    var status = stat()
    guard stat(path, &status) == 0 else { return "'\(path)' cannot be read" }
    guard access(path, X_OK) == 0 else { return "'\(path)' cannot be executed; allow it with 'chmod +x'" }
    guard status.st_mode & S_IWOTH == 0 else {
      return "'\(path)' can be written by others and is not run; take that away with 'chmod o-w'"
    }
    let folder = slash.map { String(path[..<$0]) } ?? "."
    return isNamed ? problem(ofFolder: folder.isEmpty ? "/" : folder) : nil
  }
}
