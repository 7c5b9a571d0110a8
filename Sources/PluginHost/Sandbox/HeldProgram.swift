internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Synchronization

/// A plugin's file at the time when it was found, so that all workers with one description run the same build.
///
/// An open descriptor refers to a native program. If a new file replaces the program, later workers with the same
/// description still run the former file. A script cannot be kept open, since its interpreter opens the script by its
/// path. Instead, the script's identity is compared with the former identity before and after a worker starts.
final class HeldProgram: Sendable {
  let path: String

  /// The path without symbolic links; nil if the file did not exist when it was inspected.
  let realPath: String?

  /// The identity of the file's contents at the time of inspection; nil if the file could not be inspected.
  let identity: FileIdentity?

  /// The descriptor of an open native program; -1 for any other file.
  let descriptor: Int32

  /// The resources that the latest description lists.
  private let described = Mutex<[String]>([])

  /// Inspects a file, and opens it if it is a native program.
  init(_ path: String) {
    self.path = path
    realPath = realpath(path)
    let opened = Self.open(path)
    identity = opened.file < 0 ? FileIdentity(path: path) : FileIdentity(descriptor: opened.file)
    if opened.file >= 0, !opened.isNative { Glibc.close(opened.file) }
    descriptor = opened.isNative ? opened.file : -1
  }

  /// The names of the files next to the plugin that its description lists as resources; empty until the description is
  /// known.
  var resources: [String] { described.withLock { $0 } }

  /// Stores the resources that the plugin's description lists; returns true if they differ from the former ones.
  func take(resources: [String]) -> Bool {
    described.withLock { known in
      defer { known = resources }
      return known != resources
    }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// True unless the file is known to have changed. After a change, a new worker would run a different build.
  var isUnchanged: Bool {
    let now = descriptor >= 0 ? FileIdentity(descriptor: descriptor) : FileIdentity(path: path)
    // The start of a missing file fails with an error message of its own.
    guard let identity, let now else { return true }
    return now.hasContent(of: identity)
  }

  private static func open(_ path: String) -> (file: Int32, isNative: Bool) {
    let file = JSONText.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file < 0 else {
      var head = [UInt8](repeating: 0, count: 4)
      let count = head.withUnsafeMutableBytes { pread(file, $0.baseAddress, 4, 0) }
      return (file, count == 4 && head == [0x7F, 0x45, 0x4C, 0x46])
    }
    // A file that is executable but not readable cannot be a script, since an interpreter has to read the script.
    let unread = errno == EACCES ? JSONText.open(path, Self.pathOnly | O_CLOEXEC) : -1
    return (unread, unread >= 0)
  }

  /// The value of `O_PATH`, which Swift does not import.
  private static let pathOnly: Int32 = 0o10000000
}
