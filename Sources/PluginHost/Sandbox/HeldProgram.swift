internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Synchronization

/// A plugin's file as it was when the plugin was found, so that all workers of one description run one build.
///
/// A native program is held by a descriptor: where another file takes its place, later workers of the same description
/// still run the former file. A script cannot be held, since its interpreter reads it by its path. It is compared with what
/// it was instead, before and after a worker starts.
final class HeldProgram: Sendable {
  let path: String

  /// The path without symbolic links; nil where there was no such file.
  let realPath: String?

  /// What distinguishes the file from another; nil where it cannot be looked at.
  let identity: FileIdentity?

  /// The native program, open; -1 for any other file.
  let descriptor: Int32

  /// The resources that its description lists, by then.
  private let described = Mutex<[String]>([])

  /// Looks at a file, and opens it where it is a native program.
  init(_ path: String) {
    self.path = path
    realPath = realpath(path)
    let opened = Self.open(path)
    identity = opened.file < 0 ? FileIdentity(path: path) : FileIdentity(descriptor: opened.file)
    if opened.file >= 0, !opened.isNative { Glibc.close(opened.file) }
    descriptor = opened.isNative ? opened.file : -1
  }

  /// The files beside it that its description lists; empty while that is not known.
  var resources: [String] { described.withLock { $0 } }

  /// Takes the resources of its description. False where they are known.
  func take(resources: [String]) -> Bool {
    described.withLock { known in
      defer { known = resources }
      return known != resources
    }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// False where a worker that starts now would run another build, as far as the file shows it.
  var isUnchanged: Bool {
    let now = descriptor >= 0 ? FileIdentity(descriptor: descriptor) : FileIdentity(path: path)
    // What is no longer there does not start, which is reported in its own words.
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
    // What can be executed and not read is no script, which its interpreter has to read.
    let unread = errno == EACCES ? JSONText.open(path, Self.pathOnly | O_CLOEXEC) : -1
    return (unread, unread >= 0)
  }

  /// `O_PATH`, which Swift does not import.
  private static let pathOnly: Int32 = 0o10000000
}
