import Glibc
package import InspectorKit
import JSONText
import SceneDocument
package import WorkbenchSupport

/// An installation in progress. The copy of a plugin's file must describe itself before it is moved into the user's
/// plugin folder.
///
/// Exactly the bytes that described themselves are installed, even if the original file changes meanwhile. If the
/// installation is abandoned or the process ends, the plugin folder remains unchanged.
package struct PluginInstallation {
  /// A failure to copy a file or to move it into place.
  package struct Failure: Error {
    /// The path that the system call failed on.
    package let path: String
    /// The system's error code (`errno`).
    package let code: Int32
  }

  /// The copy, under the original file name.
  package let copy: PluginFile

  private let folder: UserPluginFolder
  private let staging: String

  /// Removes the leftovers of abandoned installations, and copies a file into a temporary folder next to the user's
  /// plugin folder.
  ///
  /// - Parameter bytes: the contents of the file, read once.
  package init(_ file: PluginFile, bytes: [UInt8], into folder: UserPluginFolder) throws(Failure) {
    self.folder = folder
    Self.sweep(folder)
    staging = "\(FileName.folder(of: folder.path))/\(Self.prefix)\(getpid())"
    guard mkdir(staging, 0o700) == 0, let copy = PluginFile("\(staging)/\(file.fileName)") else {
      throw Failure(path: staging, code: errno)
    }
    self.copy = copy
    let descriptor = open(copy.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(copy.path) }
    let isWritten =
      FileText.write(bytes, toDescriptor: descriptor) && fchmod(descriptor, file.isData ? 0o644 : 0o755) == 0
      && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    errno = code
    guard isWritten else { throw failure(copy.path) }
  }

  private func failure(_ path: String) -> Failure {
    let failure = Failure(path: path, code: errno)
    abandon()
    return failure
  }

  /// The path of the plugin after its installation.
  package var target: String { "\(folder.path)/\(copy.fileName)" }

  /// Moves the copy into the plugin folder, where it replaces an existing file in one step, and syncs the folder. If
  /// the copy cannot be moved, removes it and throws.
  package func commit() throws(Failure) {
    guard rename(copy.path, target) == 0 else { throw failure(target) }
    rmdir(staging)
    syncFolder(folder.path)
  }

  /// Removes the copy and its temporary folder.
  package func abandon() {
    unlink(copy.path)
    rmdir(staging)
  }

  private static let prefix = ".installing-"

  /// Removes the temporary installation folders of this process and of processes that no longer run.
  private static func sweep(_ folder: UserPluginFolder) {
    let parent = FileName.folder(of: folder.path)
    for name in Temporaries.entries(of: parent) where name.begins(with: prefix) {
      guard let process = pid_t(String(Substring(name.utf8.dropFirst(prefix.utf8.count)))) else { continue }
      guard process == getpid() || kill(process, 0) != 0 && errno == ESRCH else { continue }
      for file in Temporaries.entries(of: "\(parent)/\(name)") { unlink("\(parent)/\(name)/\(file)") }
      rmdir("\(parent)/\(name)")
    }
  }
}

/// A plugin's file that the caller specified by its path, in contrast to a file found by a search.
package struct PluginFile {
  /// The path as the caller passed it.
  package let path: String

  /// The plugin's name according to its file name; its case may differ from the name in the plugin's description.
  package let name: String

  /// True if the plugin is a description without code.
  package let isData: Bool

  /// Creates the value for a path; nil if the file name does not follow the naming scheme of plugins.
  package init?(_ path: String) {
    guard let candidate = PluginSearch.Candidate(path: path), !candidate.name.isEmpty, !candidate.isFormat,
      candidate.isData || !candidate.name.utf8.contains(UInt8(ascii: "."))
    else { return nil }
    (self.path, name, isData) = (path, candidate.name, candidate.isData)
  }

  /// The maximum size of a description that is read, in bytes; a longer file is refused.
  package static let mostBytesOfDescription = WorkerProtocol.messageLimit

  /// The maximum size of a program or script that is copied, in bytes; a longer file is refused.
  package static let mostBytesOfProgram = 1 << 30

  /// The name of the file without its folder.
  package var fileName: String { path.parts(between: "/").last ?? path }

  /// Starts the plugin, returns its description after the same validation as in a library, and ends the plugin.
  ///
  /// - Throws: the plugin's failure. A class that crashes the plugin is a failure, too; a library would leave out that
  ///   class.
  package func describe(limits: PluginLimits, under job: InspectorJob) throws(PluginFailure) -> PluginDescription {
    let program = HeldProgram(path)
    let plugin = InstalledPlugin(
      name: name, path: path, limit: limits.answer, isData: isData
    ) { () throws(PluginFailure) -> any PluginConnection in
      try PluginProcess(plugin: name, executable: program, limits: limits)
    }
    plugin.beginDescribing(under: job)
    plugin.finishDescribing()
    defer { plugin.stop() }
    if let failure = plugin.problem ?? plugin.leftOut.first?.failure { throw failure }
    guard let description = plugin.description else { throw .notDescribed(name) }
    return description
  }

  /// The names of the libraries that a native program is linked with; nil for any other file.
  package var neededLibraries: [String]? { ProgramFile(path)?.neededLibraries }

  /// The names of the files next to a script that its first lines list as resources; empty for any other file.
  package var resourcesInHead: [String] { PluginPlaces.resources(inHeadOf: path) }

  /// The text after `#!` in the first line of a script; nil for any other file.
  package var interpreter: String? { ProgramFile.firstLine(ofScript: path) }
}

/// The folder of a user's own plugins: `$XDG_DATA_HOME/inspector/plugins`.
package struct UserPluginFolder {
  /// The path of the folder, which may not exist yet.
  package let path: String

  private let environment: [String: String]

  /// Finds the folder; nil if the environment sets neither `XDG_DATA_HOME` nor `HOME` to an absolute path.
  package init?(_ environment: [String: String]) {
    guard let path = PluginSearch.userFolder(environment) else { return nil }
    (self.path, self.environment) = (path, environment)
  }

  /// The plugin files in the folder, sorted by name, including those that are not run because other users could change
  /// them.
  package var files: [PluginFile] {
    Temporaries.entries(of: path).sorted().compactMap { PluginFile("\(path)/\($0)") }
  }

  /// Creates the folder with access for the user alone.
  ///
  /// - Returns: the reason why nothing in the folder would be run; nil if its plugins are run.
  package func make() -> UnusedPlugin? {
    makeFolders(path)
    var trust = FileTrust()
    return trust.fault(of: path).map { UnusedPlugin(.folder, path, $0) }
  }

  /// Returns the paths of plugins of this name outside this folder, in search order. The paths are in `after` if a
  /// search finds the file in this folder first, and in `before` otherwise. Both lists are empty if a search finds no
  /// plugin of this name.
  ///
  /// - Parameter executableFolder: the folder of the running program.
  package func places(ofName name: String, executableFolder: String?) -> (before: [String], after: [String]) {
    let search = PluginSearch(executableFolder: executableFolder, environment: environment)
    let outcome = search.candidates()
    let isOwn: (String) -> Bool = { FileName.folder(of: $0).isExactly(path) }
    guard let first = outcome.found.first(where: { $0.name.isExactly(name) })?.path else { return ([], []) }
    let shadowed = outcome.unused.filter { $0.reason == .shadowed && $0.usedInstead?.isExactly(first) == true }
    let others = ([first] + shadowed.map(\.path)).filter { !isOwn($0) }
    return isOwn(first) ? ([], others) : (others, [])
  }
}
