internal import CLauncher
internal import Glibc
internal import JSONText
internal import Synchronization

/// A folder that one worker may write to; it goes with all that is in it when the worker ends.
///
/// It is in `inspector-plugins-UID` of the folder for temporary files. What a host left there that was killed is removed by
/// the next one.
final class ScratchFolder: Sendable {
  let path: String
  private let isRemoved = Atomic(false)

  /// Nil where none can be made.
  init?(environment: [String: String]) {
    guard let base = Self.base(environment) else { return nil }
    Self.cleaning.withLock { cleaned in
      if cleaned.insert(base).inserted { Self.removeOld(in: base) }
    }
    // The system puts letters that make the name unique in the place of the last six.
    let template = "\(base)/\(getpid())-" + String(repeating: "X", count: 6)
    var name = FileName.bytes(of: template).map(CChar.init(bitPattern:)) + [0]
    guard mkdtemp(&name) != nil else { return nil }
    path = name.withUnsafeBufferPointer { name in
      name.baseAddress.map { FileName.text(of: $0) } ?? ""
    }
  }

  deinit { remove() }

  func remove() {
    if !isRemoved.exchange(true, ordering: .relaxed) { Self.remove(path) }
  }

  /// The bases from which this process has removed what others left.
  private static let cleaning = Mutex<Set<String>>([])

  private static func base(_ environment: [String: String]) -> String? {
    let parent = environment["TMPDIR"].flatMap { $0.begins(with: "/") ? $0 : nil } ?? "/tmp"
    let base = "\(parent)/inspector-plugins-\(geteuid())"
    _ = mkdir(base, 0o700)
    // Somebody else may have made it first.
    var status = stat()
    guard lstat(base, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else { return nil }
    return base
  }

  private static func removeOld(in base: String) {
    guard let stream = opendir(base) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = FileName.text(of: entry)
      guard let process = name.parts(between: "-").first.flatMap({ pid_t($0) }), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      remove("\(base)/\(name)")
    }
  }

  /// Removes a folder with all that is in it; links are not followed.
  private static func remove(_ path: String) {
    if rmdir(path) == 0 { return }
    FileName.withName(path) { launcher_remove_folder($0) }
  }
}
