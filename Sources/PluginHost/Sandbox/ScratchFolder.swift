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

  /// Makes a folder; nil where that is not possible.
  ///
  /// - Parameter person: whom it belongs to, where that is not the host's.
  init?(environment: [String: String], for person: WorkerPerson? = nil) {
    guard let base = Self.base(environment, isPassed: person != nil) else { return nil }
    Self.cleaning.withLock { cleaned in
      if cleaned.insert(base).inserted { Self.removeOld(in: base) }
    }
    // The system puts letters that make the name unique in the place of the last six.
    let template = "\(base)/\(getpid())-" + String(repeating: "X", count: 6)
    var name = FileName.bytes(of: template).map(CChar.init(bitPattern:)) + [0]
    guard mkdtemp(&name) != nil else { return nil }
    if let person { lchown(name, person.user, person.group) }
    path = name.withUnsafeBufferPointer { name in
      name.baseAddress.map { FileName.text(of: $0) } ?? ""
    }
  }

  deinit { _ = remove() }

  /// Removes it with all that is in it, whatever the modes; links are not followed. The worker has ended.
  ///
  /// - Returns: the system's code where something stays.
  func remove() -> Int32? {
    isRemoved.exchange(true, ordering: .relaxed) ? nil : Self.remove(path)
  }

  /// The bases from which this process has removed what others left.
  private static let cleaning = Mutex<Set<String>>([])

  /// - Parameter isPassed: whether others than the host look for folders in it, whose names they know.
  private static func base(_ environment: [String: String], isPassed: Bool) -> String? {
    let parent = environment["TMPDIR"].flatMap { $0.begins(with: "/") ? $0 : nil } ?? "/tmp"
    let base = "\(parent)/inspector-plugins-\(geteuid())\(isPassed ? "-others" : "")"
    let mode: mode_t = isPassed ? 0o711 : 0o700
    // Whatever the process's mask takes away from new folders.
    if mkdir(base, mode) == 0 { chmod(base, mode) }
    // Somebody else may have made it first.
    var status = stat()
    guard lstat(base, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o077 & ~mode == 0
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
      _ = remove("\(base)/\(name)")
    }
  }

  private static func remove(_ path: String) -> Int32? {
    if rmdir(path) == 0 { return nil }
    let code = FileName.withName(path) { launcher_remove_folder($0) }
    return code == 0 ? nil : code
  }
}

/// A fact about a worker that is known only after its answers were taken, and belongs to no command then. Each kind is reported on the
/// standard error, once in a run.
enum WorkerNotice: Hashable {
  /// Files of a plugin could not be removed, with the system's code.
  case leftover(String, Int32)

  /// A plugin was ended while nothing was asked of it.
  case ended(String, WorkerExcess)

  private static let reported = Mutex<Set<String>>([])

  func report() {
    let (kind, text) =
      switch self {
      case .leftover(let path, let code):
        ("", "cannot remove '\(FileName.shown(path))', which a plugin left: \(errnoText(code)); remove it")
      case .ended(let plugin, let excess):
        ("ended \(plugin)", "\(PluginFailure.exceeding(plugin, excess).message)")
      }
    guard Self.reported.withLock({ $0.insert(kind).inserted }) else { return }
    _ = FileText.write(Array("warning: \(text)\n".utf8), toDescriptor: 2)
  }
}
