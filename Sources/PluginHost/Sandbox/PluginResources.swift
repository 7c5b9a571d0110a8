internal import Glibc
internal import InspectorKit
internal import JSONText

/// The files next to a plugin that its workers may read.
///
/// A plugin lists them in its description, as `resources`. A script that needs some before it can describe itself, such
/// as the modules that it imports, also lists them in its first lines: `# inspector-resources: tables.py data`. A
/// folder that `plugin new` or `plugin install` made is readable as a whole.
struct PluginResources {
  private let place: PluginPlaces
  private let environment: [String: String]

  init(_ place: PluginPlaces, _ environment: [String: String]) {
    (self.place, self.environment) = (place, environment)
  }

  /// Returns the files and folders that a worker may read.
  ///
  /// - Parameter names: the resources that the description lists.
  func readable(_ names: [String]) throws(ProgramProblem) -> [String] {
    if let own = OwnFolders(environment).folder(holding: place.folder), !place.privates.isOrHoldsPrivate(own) {
      return [own]
    }
    var paths: [String] = []
    for name in names + Self.namesInHead(ofScript: place.file) { paths.append(try path(of: name)) }
    return paths
  }

  private func path(of name: String) throws(ProgramProblem) -> String {
    var folder = stat()
    guard !place.privates.isOrHoldsPrivate(place.folder), stat(place.folder, &folder) == 0,
      folder.st_mode & S_IWOTH == 0
    else { throw .resourceInSharedFolder(folder: place.folder, name: name) }
    let path = "\(place.folder)/\(name)"
    guard PluginDescription.isResourceName(name), let real = realpath(path) else {
      throw .noResource(folder: place.folder, name: name)
    }
    // A link could lead anywhere.
    guard real.isExactly(path), place.isInstalled(path, S_IFREG) || place.isInstalled(path, S_IFDIR) else {
      throw .foreignResource(folder: place.folder, name: name)
    }
    return path
  }

  /// The number of bytes at the start of a script that are searched for the line.
  private static let headBytes = 4096

  /// Returns the resources in the first lines of a script; none for any other file.
  static func namesInHead(ofScript path: String) -> [String] {
    guard let head = ProgramFile.head(ofScript: path, bytes: headBytes) else { return [] }
    let mark = "# inspector-resources:"
    return head.parts(between: "\n").filter { $0.begins(with: mark) }.flatMap { line in
      String(Substring(line.utf8.dropFirst(mark.utf8.count))).split(whereSeparator: \.isWhitespace).map(String.init)
    }
  }
}

/// The folders that belong to plugins alone, since this program made them.
///
/// These are the user's plugin folder and the folders that `plugin new` made. They are listed in
/// `$XDG_STATE_HOME/inspector`, since an archive could contain a marker file in the folder itself.
package struct OwnFolders {
  private let list: String?
  private let installed: String?

  /// Finds the folders in an environment.
  package init(_ environment: [String: String]) {
    list = UserFolder.state.path(environment).map { "\($0)/inspector/plugin-folders" }
    installed = UserFolder.data.path(environment).map { "\($0)/inspector/plugins" }
  }

  /// Records a folder that was made for a plugin. A folder that cannot be recorded is treated as any other folder.
  package func note(_ folder: String) {
    guard let list, let path = realpath(folder), !path.utf8.contains(0x0A), let line = Self.line(path) else { return }
    makeFolders(FileName.folder(of: list))
    let descriptor = open(list, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    _ = FileText.write(FileName.bytes(of: line + "\n"), toDescriptor: descriptor)
    close(descriptor)
  }

  /// Returns the plugin's own folder that is this folder or contains it.
  func folder(holding folder: String) -> String? {
    if let installed, let path = realpath(installed), path.isExactly(folder) { return path }
    guard let list, case .bytes(let bytes) = FileText.read(list, atMost: 1 << 20) else { return nil }
    for line in FileName.text(of: bytes).parts(between: "\n") {
      guard let blank = line.utf8.firstIndex(of: 0x20) else { continue }
      let path = String(Substring(line.utf8[blank...].dropFirst()))
      // Another folder may exist at the path by now.
      if folder.isExactly(path) || folder.isBeneath(path), Self.line(path)?.isExactly(line) == true { return path }
    }
    return nil
  }

  /// Returns the recorded line of a folder: its device and inode numbers, and its path.
  private static func line(_ path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return "\(status.st_dev):\(status.st_ino) \(path)"
  }
}
