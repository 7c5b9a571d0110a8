internal import Glibc
internal import InspectorKit
internal import JSONText

// The files next to a plugin that its workers may read.
extension PluginPlaces {
  /// Returns the files and folders next to the plugin that a worker may read. Throws if a resource is missing or is not
  /// safe to read.
  ///
  /// A plugin lists its resources in its description, as `resources`. A script that needs resources before it can
  /// describe itself, such as the modules that it imports, also lists these in its first lines: `# inspector-resources:
  /// tables.py data`. A folder that `plugin new` or `plugin install` made is readable as a whole.
  ///
  /// - Parameter names: the resources that the description lists.
  func readableResources(_ names: [String]) throws(ProgramProblem) -> [String] {
    if let own = own.folder(holding: folder), !privates.isOrHoldsPrivate(own) { return [own] }
    var paths: [String] = []
    for name in names + Self.resources(inHeadOf: file) { paths.append(try path(ofResource: name)) }
    return paths
  }

  private func path(ofResource name: String) throws(ProgramProblem) -> String {
    var status = stat()
    guard !privates.isOrHoldsPrivate(folder), stat(folder, &status) == 0, status.st_mode & S_IWOTH == 0 else {
      throw .resourceInSharedFolder(folder: folder, name: name)
    }
    let path = "\(folder)/\(name)"
    guard PluginDescription.isResourceName(name), let real = realpath(path) else {
      throw .noResource(folder: folder, name: name)
    }
    // A link could lead anywhere.
    guard real.isExactly(path), isInstalled(path, S_IFREG) || isInstalled(path, S_IFDIR) else {
      throw .foreignResource(folder: folder, name: name)
    }
    return path
  }

  /// The number of bytes at the start of a script that are searched for resources.
  private static let headBytes = 4096

  /// Returns the names of the resources that the first lines of a script list; empty for any other file.
  static func resources(inHeadOf path: String) -> [String] {
    guard let head = ProgramFile.head(ofScript: path, bytes: headBytes) else { return [] }
    let mark = "# inspector-resources:"
    return head.parts(between: "\n").filter { $0.begins(with: mark) }.flatMap { line in
      String(Substring(line.utf8.dropFirst(mark.utf8.count))).split(whereSeparator: \.isWhitespace).map(String.init)
    }
  }
}

/// The folders that this program created for plugins alone: the user's plugin folder, and the folders that `plugin new`
/// created.
///
/// The folders that `plugin new` made are listed in `$XDG_STATE_HOME/inspector/plugin-folders`. A marker file in such a
/// folder would prove nothing, since an archive could contain it.
package struct OwnFolders {
  private let list: String?
  private let installed: String?

  /// Locates the folders by the environment variables of the user.
  package init(_ environment: [String: String]) {
    list = UserFolder.state.path(environment).map { "\($0)/inspector/plugin-folders" }
    installed = PluginSearch.userFolder(environment)
  }

  /// Records a folder that was created for a plugin. A folder that cannot be recorded is treated like any other folder.
  package func note(_ folder: String) {
    guard let list, let path = realpath(folder), !path.utf8.contains(0x0A), let line = Self.line(path) else { return }
    makeFolders(FileName.folder(of: list))
    let descriptor = open(list, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    _ = FileText.write(FileName.bytes(of: line + "\n"), toDescriptor: descriptor)
    close(descriptor)
  }

  /// Returns the folder that belongs to plugins alone and equals or contains the given folder; nil if no such folder
  /// exists.
  func folder(holding folder: String) -> String? {
    if let installed, let path = realpath(installed), path.isExactly(folder) { return path }
    guard let list, case .bytes(let bytes) = FileText.read(list, atMost: 1 << 20) else { return nil }
    for line in FileName.text(of: bytes).parts(between: "\n") {
      guard let blank = line.utf8.firstIndex(of: 0x20) else { continue }
      let path = String(Substring(line.utf8[blank...].dropFirst()))
      // A different folder may be at the recorded path now.
      if folder.isExactly(path) || folder.isBeneath(path), Self.line(path)?.isExactly(line) == true { return path }
    }
    return nil
  }

  /// Returns the line that records a folder: its device and inode numbers, and its path; nil if the path is not a
  /// folder.
  private static func line(_ path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return "\(status.st_dev):\(status.st_ino) \(path)"
  }
}
