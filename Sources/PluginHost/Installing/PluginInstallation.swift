internal import Glibc
internal import InspectorKit
internal import JSONText
internal import WorkbenchSupport

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
