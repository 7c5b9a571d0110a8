internal import Glibc
internal import JSONText
internal import SceneDocument

/// A search for plugins in several places.
///
/// The order of the places: the paths that `--plugin` names, the folders of `$INSPECTOR_PLUGIN_PATH` or else those of
/// the setting `plugins.paths`, the user's plugin folder (`$XDG_DATA_HOME/inspector/plugins`), the executable's own
/// folder with the shipped plugins, and the folder `.inspector/plugins` of the workspace, from which only plugins
/// without code are used. If several plugins have the same name, the first is used; if several classes have the same
/// name, `ClassPrecedence` chooses one. A scene can require plugins by name, but not by path.
///
/// A path that the user names is always trusted. A file found elsewhere is used only if the file and all folders and
/// links on its path belong to the user or to root, and nobody else can write to them.
public struct PluginSearch: Sendable {
  /// The paths of plugin files and folders that the user named.
  public var paths: [String]

  /// The folder of the running executable; nil to search no such folder.
  public var executableFolder: String?

  /// The environment variables, which name further places.
  public var environment: [String: String]

  /// The folders of the setting `plugins.paths`, with `:` between them; nil if the user has not set it.
  package var settingPath: String?

  /// The folder of the workspace's plugins; nil if there is no workspace. The folder is not trusted, so programs in it
  /// are not run and links in it are not followed.
  package var workspaceFolder: String?

  /// True if the search skips all places, so that no plugin runs.
  public var isSafeMode = false

  /// True if only the paths that the user named are searched.
  package var looksAtPathsOnly = false

  /// Creates a search in the given places. Reads nothing; a library performs the search.
  public init(paths: [String] = [], executableFolder: String?, environment: [String: String]) {
    (self.paths, self.executableFolder, self.environment) = (paths, executableFolder, environment)
  }

  /// A file with the name of a plugin.
  struct Candidate: Hashable, Sendable {
    var name: String
    var path: String

    /// True if the file is a description without code, which is never executed.
    var isData = false

    /// True if the file describes a format of other programs instead of a plugin.
    var isFormat = false

    /// The kind of place in which the file was found.
    var origin = PluginPlace.Origin.option

    /// Reads the plugin's name and kind from a file name; nil if the name is not that of a plugin's file.
    init?(path: String) {
      let file = path.parts(between: "/").last { !$0.isEmpty } ?? ""
      self.path = path
      if file.begins(with: PluginSearch.prefix) {
        name = String(Substring(file.utf8.dropFirst(PluginSearch.prefix.utf8.count)))
      } else if file.hasSuffix(PluginSearch.dataSuffix), file.utf8.count > PluginSearch.dataSuffix.utf8.count {
        name = String(Substring(file.utf8.dropLast(PluginSearch.dataSuffix.utf8.count)))
        isData = true
      } else if file.hasSuffix(PluginSearch.formatSuffix), file.utf8.count > PluginSearch.formatSuffix.utf8.count {
        name = String(Substring(file.utf8.dropLast(PluginSearch.formatSuffix.utf8.count)))
        (isData, isFormat) = (true, true)
      } else {
        return nil
      }
    }
  }

  static let prefix = "inspector-plugin-"

  /// The file name suffix of a plugin that is a description without code: `uikit.inspector-plugin.json`.
  static let dataSuffix = ".inspector-plugin.json"

  /// The file name suffix of the description of another program's format: `maplibre.inspector-format.json`.
  static let formatSuffix = ".inspector-format.json"

  /// The result of a search: the files to use, and the files and places that are not used.
  struct Outcome {
    /// The files to use as plugins, in search order. If several files have the same plugin name, only the first is
    /// included.
    private(set) var found: [Candidate] = []

    /// The files that describe formats, in search order. If several files have the same name, only the first is
    /// included.
    private(set) var formats: [Candidate] = []

    /// The files and places that are not used.
    private(set) var unused: [UnusedPlugin] = []

    /// The searched places, each with the files found there.
    private(set) var places: [PluginPlace] = []

    private lazy var trust = FileTrust()
  }

  /// Searches all places and returns the plugins and formats found, and the files that are not used. Searches nothing
  /// in safe mode.
  func candidates() -> Outcome {
    var outcome = Outcome()
    guard !isSafeMode else { return outcome }
    for path in paths { outcome.visit(.option, path) }
    guard !looksAtPathsOnly else { return outcome }
    if let entries = environment["INSPECTOR_PLUGIN_PATH"], !entries.isEmpty {
      for entry in entries.parts(between: ":") { outcome.visit(.variable, entry) }
    } else if let settingPath, !settingPath.isEmpty {
      for entry in settingPath.parts(between: ":") { outcome.visit(.setting, entry) }
    }
    if let folder = Self.userFolder(environment) { outcome.visit(.user, folder) }
    if let executableFolder { outcome.visit(.program, executableFolder) }
    // Few workspaces have a folder of plugins.
    if let workspaceFolder, Self.kind(of: workspaceFolder) == .folder { outcome.visit(.workspace, workspaceFolder) }
    return outcome
  }

  /// The paths that a search may visit, in no particular order, without relative entries of `INSPECTOR_PLUGIN_PATH`;
  /// empty in safe mode.
  var places: [String] {
    let variable = environment["INSPECTOR_PLUGIN_PATH"].flatMap { $0.isEmpty ? nil : $0 }
    let entries = (variable ?? settingPath ?? "").parts(between: ":").filter { $0.begins(with: "/") }
    let folders = [executableFolder, Self.userFolder(environment), workspaceFolder].compactMap(\.self)
    return isSafeMode ? [] : paths + folders + entries
  }

  /// Returns the folder for plugins that the user installs; nil if the environment does not determine it.
  static func userFolder(_ environment: [String: String]) -> String? {
    UserFolder.data.path(environment).map { "\($0)/inspector/plugins" }
  }

  fileprivate static func kind(of path: String) -> PluginPlace.Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// Returns the type of the file at a path, without following a symbolic link; nil if no file exists there.
  fileprivate static func ownType(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  fileprivate static func problem(ofFile path: String) -> UnusedPlugin? {
    guard let candidate = Candidate(path: path) else {
      return UnusedPlugin(
        path, .name,
        "'\(path)' is not a plugin: its name neither begins with '\(prefix)' nor ends with '\(dataSuffix)'")
    }
    var status = stat()
    guard stat(path, &status) == 0, !candidate.isData || access(path, R_OK) == 0 else {
      return UnusedPlugin(path, .unreadable, "'\(path)' cannot be read")
    }
    guard candidate.isData || access(path, X_OK) == 0 else {
      return UnusedPlugin(path, .notExecutable, "'\(path)' cannot be executed; allow it with 'chmod +x'")
    }
    return nil
  }
}

/// A plugin file or a searched place that is not used.
public struct UnusedPlugin: Hashable, Sendable {
  /// The path of the file or place, as the user wrote it or the search found it.
  public var path: String

  /// The reason why the file or place is not used, as a value that programs can compare.
  public var reason: Reason

  /// The message with the reason and the remedy.
  public var message: String

  /// The path of the file that is used instead, for the reason ``Reason/shadowed``; nil for any other reason.
  public var usedInstead: String?

  /// The path of the untrusted file or folder: the path itself, a parent folder, or the target of a link. Nil if the
  /// reason is not a lack of trust.
  package var culprit: String?

  /// True if every command reports the file, since the user named it or using it would be unsafe; false if only the
  /// list of plugins shows it.
  var isWarning = true

  /// A reason why a file or place is not used.
  public enum Reason: String, Sendable {
    /// The file is not executable.
    case notExecutable
    /// A plugin of the same name is found first.
    case shadowed
    /// The path does not exist, or an entry of the search path is not a folder.
    case missing
    /// The group or other users can write to the file, or to a folder on the path to it.
    case writable
    /// The file, or a folder or link on the path to it, belongs to neither the user nor root.
    case owner
    /// The path is a device, a pipe or a socket.
    case notFile
    /// The entry of the search path is not an absolute path.
    case relative
    /// The entry of the search path is empty.
    case empty
    /// The file name does not follow the naming scheme of plugins.
    case name
    /// The file cannot be read, or its path cannot be followed to the end.
    case unreadable
    /// The file is a program or a link in the workspace.
    case workspace
  }

  init(_ path: String, _ reason: Reason, _ message: String) {
    (self.path, self.reason, self.message) = (path, reason, message)
  }

  /// A copy without a warning, which only the list of plugins shows.
  fileprivate var quiet: UnusedPlugin {
    var quiet = self
    quiet.isWarning = false
    return quiet
  }
}

extension PluginPlace.Origin {
  /// The list of folders as the user wrote it, to show in messages.
  fileprivate var list: String { self == .setting ? "the setting 'plugins.paths'" : "INSPECTOR_PLUGIN_PATH" }
}

extension PluginSearch.Outcome {
  /// Searches one place and records the files found there.
  fileprivate mutating func visit(_ origin: PluginPlace.Origin, _ path: String) {
    let (foundBefore, unusedBefore, kind) = (found.count, unused.count, PluginSearch.kind(of: path))
    switch (origin, kind) {
    case (.option, .folder): take(folder: path, isNamed: true)
    case (.option, .file): take(path, isNamed: true)
    case (.option, nil): unused.append(UnusedPlugin(path, .missing, "there is no plugin '\(path)'"))
    case (.variable, _) where !path.begins(with: "/"), (.setting, _) where !path.begins(with: "/"):
      let what = path.isEmpty ? "an empty entry" : "the relative entry '\(path)'"
      leave(
        UnusedPlugin(
          path, path.isEmpty ? .empty : .relative,
          "\(origin.list) holds \(what), which is not searched; write absolute paths"))
    case (.workspace, .folder): take(workspace: path)
    case (_, .folder): take(folder: path, isNamed: false)
    case (.variable, _), (.setting, _):
      leave(
        UnusedPlugin(path, .missing, "\(origin.list) holds '\(path)', which is not a folder; leave it out")
          .quiet)
    case (.user, _), (.program, _), (.workspace, _): break
    }
    for number in foundBefore..<found.count { found[number].origin = origin }
    places.append(
      PluginPlace(
        origin: origin, path: path, kind: kind, found: found[foundBefore...].map(\.path),
        unused: Array(unused[unusedBefore...])))
  }

  /// Records a path that is not used, unless the path was recorded before for the same reason.
  private mutating func leave(_ path: UnusedPlugin) {
    if !unused.contains(where: { $0.path == path.path && $0.reason == path.reason }) { unused.append(path) }
  }

  /// Adds a file to the plugins found, or records the reason for not using the file. Ignores a file that was found
  /// before.
  ///
  /// - Parameter isNamed: true if the user named the file or its folder with `--plugin`, which is consent to run it.
  private mutating func take(_ path: String, isNamed: Bool) {
    let candidate = PluginSearch.Candidate(path: path)
    if let first = (found + formats).first(where: {
      candidate?.name.isExactly($0.name) == true && candidate?.isFormat == $0.isFormat
    })?.path {
      guard !isSameFile(first, path) else { return }
      var shadowed = UnusedPlugin(
        path, .shadowed, "'\(path)' is not used, since '\(first)' has the same name and is found first"
      ).quiet
      shadowed.usedInstead = first
      leave(shadowed)
    } else if let problem = PluginSearch.problem(ofFile: path) {
      leave(problem)
    } else if !isNamed, let fault = trust.fault(of: path) {
      leave(UnusedPlugin(.file, path, fault))
    } else if let candidate {
      if candidate.isFormat { formats.append(candidate) } else { found.append(candidate) }
    }
  }

  /// Adds the plugins without code in the folder of a workspace, sorted by name, and records the files that are not used.
  private mutating func take(workspace folder: String) {
    guard [folder, FileName.folder(of: folder)].allSatisfy({ PluginSearch.ownType(of: $0) == S_IFDIR }) else {
      return leave(
        UnusedPlugin(folder, .workspace, "no plugin in '\(folder)' is used, since it is a link or lies behind one"))
    }
    for name in Temporaries.entries(of: folder).sorted() {
      let path = "\(folder)/\(name)"
      guard let candidate = PluginSearch.Candidate(path: path), PluginSearch.kind(of: path) == .file else { continue }
      if !candidate.isData {
        leave(
          UnusedPlugin(
            path, .workspace,
            "'\(path)' is not run, since it comes with the workspace; install it with 'inspector plugin install', or name it with '--plugin'"
          ))
      } else if PluginSearch.ownType(of: path) != S_IFREG {
        leave(
          UnusedPlugin(
            path, .workspace, "'\(path)' is not used, since it is a link, a pipe or a device; copy the file there"))
      } else {
        // The workspace belongs to the user. Its files are not executed, so group write access to them is safe.
        take(path, isNamed: true)
      }
    }
  }

  /// Adds the plugins in a folder, sorted by name, and records the files that are not used.
  private mutating func take(folder: String, isNamed: Bool) {
    let names = Temporaries.entries(of: folder).filter { PluginSearch.Candidate(path: $0) != nil }.sorted()
    // An ordinary folder without plugins needs no report.
    guard !names.isEmpty else { return }
    if !isNamed, let fault = trust.fault(of: folder) { return leave(UnusedPlugin(.folder, folder, fault)) }
    for name in names {
      let path = "\(folder)/\(name)"
      guard PluginSearch.kind(of: path) == .file else { continue }
      let (isProgram, isExecutable) = (name.begins(with: PluginSearch.prefix), access(path, X_OK) == 0)
      if isProgram, name.utf8.contains(UInt8(ascii: ".")) {
        // Other files next to programs are not executable and need no report.
        guard isExecutable else { continue }
        leave(
          UnusedPlugin(path, .name, "'\(path)' is not used because its name has a dot; remove the file extension").quiet
        )
      } else if isProgram, !isExecutable, let problem = PluginSearch.problem(ofFile: path) {
        leave(problem.quiet)
      } else {
        take(path, isNamed: isNamed)
      }
    }
  }
}
