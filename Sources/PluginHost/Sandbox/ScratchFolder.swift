internal import CLauncher
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Synchronization

/// A folder that one worker may write to, removed with its contents when the worker ends.
///
/// Scratch folders are in the folder `inspector-plugins-UID` of `$TMPDIR`, or of `/tmp`. The next host process removes
/// the folders that a killed host process left.
final class ScratchFolder: Sendable {
  let path: String
  private let isRemoved = Atomic(false)

  /// Creates a folder; nil if the system refuses, or if other users own the parent folder or can change it.
  ///
  /// - Parameter person: the user that the worker runs as, who becomes the owner of the folder; nil for the host's
  ///   user.
  init?(environment: [String: String], for person: WorkerPerson? = nil) {
    guard let base = Self.base(environment, isPassed: person != nil) else { return nil }
    Self.cleaning.withLock { cleaned in
      if cleaned.insert(base).inserted { Self.removeOld(in: base) }
    }
    guard let made = mkdtemp("\(base)/\(getpid())-XXXXXX") else { return nil }
    if let person { _ = FileName.withName(made) { lchown($0, person.user, person.group) } }
    path = made
  }

  deinit { _ = remove() }

  /// Removes the folder with its contents, whatever their modes, after the worker has ended. Links are not followed.
  ///
  /// - Returns: the system's error code if some files remain; nil if no files remain, or if the folder was removed
  ///   before.
  func remove() -> Int32? {
    isRemoved.exchange(true, ordering: .relaxed) ? nil : Self.remove(path)
  }

  /// The parent folders from which the scratch folders of earlier hosts have been removed.
  private static let cleaning = Mutex<Set<String>>([])

  /// Returns the parent folder of the scratch folders, and creates the folder if it does not exist. Returns nil if the
  /// folder is not safe to use.
  ///
  /// - Parameter isPassed: true for workers that run as other users. They know the names of their scratch folders, so
  ///   they may pass through this folder, but may not list it.
  private static func base(_ environment: [String: String], isPassed: Bool) -> String? {
    let parent = environment["TMPDIR"].flatMap { $0.begins(with: "/") ? $0 : nil } ?? "/tmp"
    let base = "\(parent)/inspector-plugins-\(geteuid())\(isPassed ? "-others" : "")"
    let mode: mode_t = isPassed ? 0o711 : 0o700
    // The mode must not depend on the process's file mode mask.
    if mkdir(base, mode) == 0 { chmod(base, mode) }
    // Another user may have created the folder first.
    var status = stat()
    guard lstat(base, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o077 & ~mode == 0
    else { return nil }
    return base
  }

  private static func removeOld(in base: String) {
    for name in Temporaries.entries(of: base) {
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

/// A warning about a worker that arises after the worker's last reply, when no command can report the warning. Each
/// warning is written to standard error once in a run: `leftover` once in total, `ended` once for each plugin.
enum WorkerNotice: Hashable {
  /// Some files of a plugin could not be removed, with the system's error code.
  case leftover(String, Int32)

  /// A plugin exceeded a limit and was ended while no request was under way.
  case ended(String, WorkerExcess)

  private static let reported = Mutex<Set<String>>([])

  /// Writes the warning to standard error, unless a warning of the same kind was written before in this run.
  func report() {
    let (kind, text) =
      switch self {
      case .leftover(let path, let code):
        ("", "cannot remove '\(FileName.shown(path))', which a plugin left: \(errnoText(code)); remove it")
      case .ended(let plugin, let excess):
        ("ended \(plugin)", PluginFailure.exceeding(plugin, excess).message)
      }
    guard Self.reported.withLock({ $0.insert(kind).inserted }) else { return }
    _ = FileText.write(Array("warning: \(text)\n".utf8), toDescriptor: 2)
  }
}
