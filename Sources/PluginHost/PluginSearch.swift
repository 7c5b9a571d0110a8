internal import Glibc
internal import JSONText

/// The places in which plugins are looked for.
///
/// In this order: the paths given by `--plugin`, `$INSPECTOR_PLUGIN_PATH`, the user's plugin folder
/// (`$XDG_DATA_HOME/inspector/plugins`), and the executable's own folder, which holds what is shipped. The first plugin
/// of a name wins, and of plugins with a class of one name the first as well; `ClassPrecedence` decides. A scene can name
/// plugins that it needs, never a path.
///
/// What a path names is used as the person says. What is found elsewhere is used where it, and all that leads to it,
/// belongs to the person or to root and can be written by nobody else.
public struct PluginSearch: Sendable {
  /// Executables or folders named by the person.
  public var paths: [String]

  /// The folder of the running executable.
  public var executableFolder: String?

  /// The process's environment.
  public var environment: [String: String]

  /// Whether nothing is looked for, so that no plugin runs.
  public var isSafeMode = false

  /// Whether only what the person named is looked at.
  package var looksAtPathsOnly = false

  /// A search in the places that these values give. Nothing is read before the library looks for plugins.
  public init(paths: [String] = [], executableFolder: String?, environment: [String: String]) {
    self.paths = paths
    self.executableFolder = executableFolder
    self.environment = environment
  }

  /// A file that looks like a plugin.
  struct Candidate: Hashable, Sendable {
    var name: String
    var path: String

    /// Whether the file is a description alone, which nothing runs.
    var isData = false

    /// The kind of place that it was found in.
    var origin = PluginPlace.Origin.option

    /// What the name of a file says of it; nil where it is no plugin's.
    init?(path: String) {
      let file = path.parts(between: "/").last { !$0.isEmpty } ?? ""
      self.path = path
      if file.begins(with: PluginSearch.prefix) {
        name = String(Substring(file.utf8.dropFirst(PluginSearch.prefix.utf8.count)))
      } else if file.hasSuffix(PluginSearch.dataSuffix), file.utf8.count > PluginSearch.dataSuffix.utf8.count {
        name = String(Substring(file.utf8.dropLast(PluginSearch.dataSuffix.utf8.count)))
        isData = true
      } else {
        return nil
      }
    }
  }

  static let prefix = "inspector-plugin-"

  /// How the name of a plugin ends that is a description alone: `uikit.inspector-plugin.json`.
  static let dataSuffix = ".inspector-plugin.json"

  /// What a search found.
  struct Outcome {
    /// The candidates, the first of each name only.
    var found: [Candidate] = []
    var unused: [UnusedPlugin] = []

    /// What was found at each place that was searched.
    var places: [PluginPlace] = []
  }

  /// Looks for plugins in all places.
  func candidates() -> Outcome {
    guard !isSafeMode else { return Outcome() }
    var search = Search()
    for path in paths { search.visit(.option, path) }
    guard !looksAtPathsOnly else { return search.outcome }
    if let entries = environment["INSPECTOR_PLUGIN_PATH"], !entries.isEmpty {
      for entry in entries.parts(between: ":") { search.visit(.variable, entry) }
    }
    if let folder = userFolder { search.visit(.user, folder) }
    if let executableFolder { search.visit(.program, executableFolder) }
    return search.outcome
  }

  /// The files and folders that are looked at first. What else a search finds is in one of them.
  var places: [String] {
    let entries = (environment["INSPECTOR_PLUGIN_PATH"] ?? "").parts(between: ":").filter { $0.begins(with: "/") }
    return isSafeMode ? [] : paths + [executableFolder, userFolder].compactMap(\.self) + entries
  }

  /// Where a person installs plugins; nil where the environment does not say it.
  var userFolder: String? {
    UserFolder.data.path(environment).map { "\($0)/inspector/plugins" }
  }

  fileprivate static func kind(of path: String) -> PluginPlace.Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  static func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(FileName.text(of: entry))
    }
    return names
  }

  fileprivate static func problem(ofFile path: String) -> UnusedPlugin? {
    guard let candidate = Candidate(path: path) else {
      return UnusedPlugin(
        path, .name,
        "'\(path)' is no plugin: its name does not begin with '\(prefix)', nor end with '\(dataSuffix)'")
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

/// A file that could be a plugin, or a place that could hold some, that is not used.
public struct UnusedPlugin: Hashable, Sendable {
  /// The path as it was found, or given.
  public var path: String

  /// Why it is not used, for programs.
  public var reason: Reason

  /// Why it is not used, and what to do about it.
  public var message: String

  /// The file that is used in its place.
  public var usedInstead: String?

  /// The file or folder that is at fault, where that is another: one above it, or the target of a link.
  package var culprit: String?

  /// Whether every command warns of it, not only the list of plugins: a person named it, or it is not safe.
  var isWarning = true

  /// Why a file or place is not used.
  public enum Reason: String, Sendable {
    /// The file has no bit that lets it be executed.
    case notExecutable
    /// A plugin of the same name is found first.
    case shadowed
    /// There is nothing at the path.
    case missing
    /// The file, or what leads to it, can be written by its group or by others.
    case writable
    /// The file, or what leads to it, belongs to neither the person nor root.
    case owner
    /// The path is a device, a pipe or a socket.
    case notFile
    /// An entry of the search path that is no whole path.
    case relative
    /// An entry of the search path that is empty.
    case empty
    /// The file has no name of a plugin.
    case name
    /// The file, or what leads to it, cannot be looked at.
    case unreadable
  }

  init(_ path: String, _ reason: Reason, _ message: String) {
    (self.path, self.reason, self.message) = (path, reason, message)
  }

  /// The file without a warning: only the list of plugins shows it.
  fileprivate var quiet: UnusedPlugin {
    var quiet = self
    quiet.isWarning = false
    return quiet
  }
}

/// What a search has found so far.
private struct Search {
  var found: [PluginSearch.Candidate] = []
  var unused: [UnusedPlugin] = []
  private(set) var places: [PluginPlace] = []
  private var trust = FileTrust()

  /// What the search has found.
  var outcome: PluginSearch.Outcome { PluginSearch.Outcome(found: found, unused: unused, places: places) }

  /// Looks for plugins in a place, and notes what was found there.
  mutating func visit(_ origin: PluginPlace.Origin, _ path: String) {
    let (foundBefore, unusedBefore) = (found.count, unused.count)
    switch origin {
    case .option: take(named: path)
    case .program, .user: take(folder: path, isNamed: false)
    case .variable: take(entry: path)
    }
    for number in foundBefore..<found.count { found[number].origin = origin }
    places.append(
      PluginPlace(
        origin: origin, path: path, kind: PluginSearch.kind(of: path), found: found[foundBefore...].map(\.path),
        unused: Array(unused[unusedBefore...])))
  }

  /// Takes what `--plugin` names.
  private mutating func take(named path: String) {
    switch PluginSearch.kind(of: path) {
    case .folder: take(folder: path, isNamed: true)
    case .file: take(path, isNamed: true)
    case nil: unused.append(UnusedPlugin(path, .missing, "there is no plugin '\(path)'"))
    }
  }

  /// Notes a path that is not used, each path and reason once.
  private mutating func leave(_ path: UnusedPlugin) {
    if !unused.contains(where: { $0.path == path.path && $0.reason == path.reason }) { unused.append(path) }
  }

  /// Takes a file, or notes why it is not used.
  ///
  /// - Parameter isNamed: whether the person named the file or its folder, which is consent to run it.
  private mutating func take(_ path: String, isNamed: Bool) {
    let candidate = PluginSearch.Candidate(path: path)
    if let first = found.first(where: { candidate?.name.isExactly($0.name) == true })?.path {
      guard !isSameFile(first, path) else { return }
      var shadowed = UnusedPlugin(
        path, .shadowed, "'\(path)' is not used, since '\(first)' has the same name and is found first"
      ).quiet
      shadowed.usedInstead = first
      leave(shadowed)
    } else if let problem = PluginSearch.problem(ofFile: path) {
      leave(problem)
    } else if !isNamed, let fault = trust.fault(of: path) {
      leave(UnusedPlugin(file: path, fault))
    } else if let candidate {
      found.append(candidate)
    }
  }

  /// Takes the plugins in a folder, by name.
  private mutating func take(folder: String, isNamed: Bool) {
    guard PluginSearch.kind(of: folder) == .folder else { return }
    let names = PluginSearch.entries(of: folder).filter { PluginSearch.Candidate(path: $0) != nil }.sorted()
    // An ordinary folder without plugins is nobody's concern.
    guard !names.isEmpty else { return }
    if !isNamed, let fault = trust.fault(of: folder) { return leave(UnusedPlugin(folder: folder, fault)) }
    for name in names {
      let path = "\(folder)/\(name)"
      guard PluginSearch.kind(of: path) == .file else { continue }
      guard name.begins(with: PluginSearch.prefix) else {
        take(path, isNamed: isNamed)
        continue
      }
      let isExecutable = access(path, X_OK) == 0
      guard !name.utf8.contains(UInt8(ascii: ".")) else {
        // Beside programs there are files about them, which nobody runs.
        if isExecutable {
          leave(
            UnusedPlugin(path, .name, "'\(path)' is not used, since its name has a point; leave the ending out").quiet)
        }
        continue
      }
      if isExecutable {
        take(path, isNamed: isNamed)
      } else if let problem = PluginSearch.problem(ofFile: path) {
        leave(problem.quiet)
      }
    }
  }

  /// Takes an entry of `INSPECTOR_PLUGIN_PATH`.
  private mutating func take(entry: String) {
    let what = entry.isEmpty ? "an empty entry" : "the relative entry '\(entry)'"
    if !entry.begins(with: "/") {
      leave(
        UnusedPlugin(
          entry, entry.isEmpty ? .empty : .relative,
          "INSPECTOR_PLUGIN_PATH holds \(what), which is not searched; write whole paths"))
    } else if PluginSearch.kind(of: entry) == .folder {
      take(folder: entry, isNamed: false)
    } else {
      leave(
        UnusedPlugin(entry, .missing, "INSPECTOR_PLUGIN_PATH holds '\(entry)', which is no folder; leave it out").quiet)
    }
  }
}
