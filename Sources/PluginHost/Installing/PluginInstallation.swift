import Glibc
package import InspectorKit
import JSONText
package import WorkbenchSupport

/// A plugin on its way into a person's folder: a copy that is described before it gets its place.
///
/// What is described is what is installed, whatever happens to the file meanwhile. Where the installation is given up, or the
/// process ends, the folder of plugins is as it was.
package struct PluginInstallation {
  /// Why a file could not be copied or put in its place.
  package struct Failure: Error {
    /// The path that the system refused.
    package let path: String
    /// The system's code.
    package let code: Int32
  }

  /// The copy, under the file's own name.
  package let copy: PluginFile

  private let folder: UserPluginFolder
  private let staging: String

  /// Copies a file into a folder of its own beside the plugins.
  ///
  /// - Parameter bytes: the file's, read once.
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

  /// Where the plugin will be.
  package var target: String { "\(folder.path)/\(copy.fileName)" }

  /// Puts the copy in its place, durable; one that is there already is replaced in one step.
  package func commit() throws(Failure) {
    guard rename(copy.path, target) == 0 else { throw failure(target) }
    rmdir(staging)
    syncFolder(folder.path)
  }

  /// Removes the copy.
  package func abandon() {
    unlink(copy.path)
    rmdir(staging)
  }

  private static let prefix = ".installing-"

  /// Removes what processes left that were ended in between.
  private static func sweep(_ folder: UserPluginFolder) {
    let parent = FileName.folder(of: folder.path)
    for name in PluginSearch.entries(of: parent) where name.begins(with: prefix) {
      guard let process = pid_t(String(Substring(name.utf8.dropFirst(prefix.utf8.count)))) else { continue }
      guard process == getpid() || kill(process, 0) != 0 && errno == ESRCH else { continue }
      for file in PluginSearch.entries(of: "\(parent)/\(name)") { unlink("\(parent)/\(name)/\(file)") }
      rmdir("\(parent)/\(name)")
    }
  }
}

/// A file that may be a plugin, outside of any search.
package struct PluginFile {
  /// The path as it was given.
  package let path: String

  /// What its name says that the plugin is called; upper and lower case may differ from what the plugin says itself.
  package let name: String

  /// Whether the plugin is a description alone.
  package let isData: Bool

  /// A file by its path; nil where its name is not one by which plugins are found in folders.
  package init?(_ path: String) {
    guard let candidate = PluginSearch.Candidate(path: path), !candidate.name.isEmpty else { return nil }
    guard candidate.isData || !candidate.name.utf8.contains(UInt8(ascii: ".")) else { return nil }
    (self.path, name, isData) = (path, candidate.name, candidate.isData)
  }

  /// The most bytes of a description that are read.
  package static let mostBytesOfDescription = WorkerProtocol.messageLimit

  /// The most bytes of a program or script that is copied.
  package static let mostBytesOfProgram = 1 << 30

  /// The name of the file without its folder.
  package var fileName: String { path.parts(between: "/").last ?? path }

  /// Asks the plugin what it is, as every search does, and holds the answer against all rules.
  ///
  /// - Throws: also where one of its classes ends it, which elsewhere is left out.
  package func describe(
    limits: PluginLimits, under job: InspectorJob
  ) throws(PluginFailure) -> PluginDescription {
    let program = HeldProgram(path)
    let plugin = InstalledPlugin(
      name: name, path: path, limit: limits.answer, isData: isData
    ) { () throws(PluginFailure) -> any PluginConnection in
      try PluginProcess(
        plugin: name, executable: program, limits: limits, output: nil)
    }
    plugin.beginDescribing(under: job)
    plugin.finishDescribing()
    defer { plugin.stop() }
    if let failure = plugin.problem ?? plugin.leftOut.first?.failure { throw failure }
    guard let description = plugin.description else { throw .notDescribed(name) }
    return description
  }

  /// The libraries that a native program needs beside it; empty for one that needs none, nil for any other file.
  package var neededLibraries: [String]? { ProgramFile(path)?.neededLibraries }

  /// The files beside a script that its first lines list as resources; empty for any other file.
  package var resourcesInHead: [String] { PluginResources.namesInHead(ofScript: path) }

  /// What the first line of a script says after `#!`; nil for any other file.
  package var interpreter: String? { ProgramFile.firstLine(ofScript: path) }
}

/// The folder in which a person's own plugins are: `$XDG_DATA_HOME/inspector/plugins`.
package struct UserPluginFolder {
  /// The folder; it may not be there yet.
  package let path: String

  private let environment: [String: String]

  /// Nil where the environment names neither `XDG_DATA_HOME` nor `HOME` by a whole path.
  package init?(_ environment: [String: String]) {
    guard let path = PluginSearch(executableFolder: nil, environment: environment).userFolder else { return nil }
    (self.path, self.environment) = (path, environment)
  }

  /// The plugins in it, by their names, also those that others could change, and that are not run.
  package var files: [PluginFile] {
    PluginSearch.entries(of: path).sorted().compactMap { PluginFile("\(path)/\($0)") }
  }

  /// Makes the folder, for the person alone.
  ///
  /// - Returns: why nothing in it would be run, or nil.
  package func make() -> UnusedPlugin? {
    makeFolders(path)
    var trust = FileTrust()
    return trust.fault(of: path).map { UnusedPlugin(folder: path, $0) }
  }

  /// Where else plugins of a name are found, in the order of the search.
  ///
  /// - Parameter executableFolder: that of the running program.
  package func places(ofName name: String, executableFolder: String?) -> (before: [String], after: [String]) {
    let search = PluginSearch(executableFolder: executableFolder, environment: environment)
    let outcome = search.candidates()
    let (found, unused) = (outcome.found, outcome.unused)
    let isOwn: (String) -> Bool = { FileName.folder(of: $0).isExactly(path) }
    guard let first = found.first(where: { $0.name.isExactly(name) })?.path else { return ([], []) }
    let shadowed = unused.filter { $0.reason == .shadowed && $0.usedInstead?.isExactly(first) == true }.map(\.path)
    let others = ([first] + shadowed).filter { !isOwn($0) }
    return isOwn(first) ? ([], others) : (others, [])
  }
}
