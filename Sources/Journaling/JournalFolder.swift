internal import Glibc
internal import InspectorKit
internal import JSONText

/// The folder that contains the user's journals, opened for the journals of one scene.
///
/// The folder is kept open, so that nobody can replace it. It is used only if it belongs to the user and nobody else
/// can write to it. Functions that take a path expect a path that ``journal(_:)`` or a similar function returned.
package final class JournalFolder: Sendable {
  package let path: String
  /// The scene's path with all symbolic links resolved.
  package let scene: String
  /// The prefix of the names of this scene's files: a hash of the scene's path.
  package let key: String
  package let descriptor: Int32

  /// A hook for tests of full disks, whose result makes the next write fail with a system error.
  @TaskLocal static var fault: (@Sendable () -> Int32?)?
  let fault = JournalFolder.fault

  /// Opens `$XDG_STATE_HOME/inspector/journal`, else `~/.local/state/inspector/journal`, and creates missing folders.
  /// Throws an error if the folder cannot be created or is not safe.
  ///
  /// - Parameter scene: the scene's path with all symbolic links resolved.
  init(environment: [String: String], scene: String) throws(Diagnostic) {
    guard let state = UserFolder.state.path(environment) else { throw Diagnostic(JournalRefusal.noFolder) }
    path = "\(state)/inspector/journal"
    self.scene = scene
    key = String(SHA256.hex(of: Array(scene.utf8)).prefix(32))
    descriptor = try Self.opened(state, "journal")
  }

  deinit { close(descriptor) }

  /// Opens the folder `inspector/FOLDER` within a state folder, and returns its descriptor. Creates missing folders, and
  /// makes them durable. Throws an error if a folder cannot be opened or is not safe.
  static func opened(_ state: String, _ folder: String) throws(Diagnostic) -> Int32 {
    try make(state)
    var (path, descriptor) = (state, open(state, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard descriptor >= 0 else { throw Diagnostic(JournalRefusal.folder(path, errno: errno)) }
    for name in ["inspector", folder] {
      path += "/\(name)"
      let error = mkdirat(descriptor, name, 0o700) == 0 ? 0 : errno
      let next = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let openError = errno
      if error == 0 { fsync(descriptor) }
      close(descriptor)
      guard next >= 0 else {
        if [ENOTDIR, ELOOP].contains(openError) { throw Diagnostic(JournalRefusal.unsafe(path, .noFolder)) }
        throw Diagnostic(JournalRefusal.folder(path, errno: [0, EEXIST].contains(error) ? openError : error))
      }
      descriptor = next
      var status = stat()
      guard fstat(descriptor, &status) == 0, let reason = Self.distrust(status) else { continue }
      close(descriptor)
      throw Diagnostic(JournalRefusal.unsafe(path, reason))
    }
    return descriptor
  }

  /// Creates a folder and its missing parents, with access for the user only. Throws an error if one of them cannot be
  /// created.
  private static func make(_ path: String) throws(Diagnostic) {
    var end = path.startIndex
    while end < path.endIndex {
      let former = String(path[..<end])
      end = path.utf8[path.utf8.index(after: end)...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
      guard mkdir(String(path[..<end]), 0o700) == 0 else {
        let error = errno
        // An existing folder may be one that this process has no permission to create.
        if access(String(path[..<end]), F_OK) == 0 { continue }
        throw Diagnostic(JournalRefusal.folder(path, errno: error))
      }
      syncFolder(former.isEmpty ? "/" : former)
    }
  }

  /// Returns the reason for not trusting a file or folder, for example that another user owns it or can write to it;
  /// nil if it is safe.
  static func distrust(_ status: stat) -> JournalRefusal.Distrust? {
    if status.st_uid != geteuid() { return .owner }
    return status.st_mode & 0o022 == 0 ? nil : .shared
  }

  // MARK: Names

  package var lock: String { "\(path)/\(key).lock" }
  package func journal(_ number: Int) -> String { "\(path)/\(key)-\(number).journal" }

  /// Returns the path for the copy of the scene from before the journal's edits.
  package func base(_ number: Int) -> String { "\(path)/\(key)-\(number).base" }

  /// Returns the path for the copy of the scene from which a scratch starts.
  package func scratch(_ number: Int, _ file: Int) -> String { "\(path)/\(key)-\(number)-\(file).scratch" }

  /// Returns the file name in the path of one of the folder's files.
  package func name(_ path: String) -> String { String(Substring(path.utf8.dropFirst(self.path.utf8.count + 1))) }

  /// The names of this scene's files, without the prefix `key`.
  private var names: Set<String> {
    let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0 else { return [] }
    guard let folder = fdopendir(own) else {
      close(own)
      return []
    }
    defer { closedir(folder) }
    var names = Set<String>()
    while let entry = readdir(folder) {
      let name = FileName.text(of: entry)
      if name.hasPrefix("\(key)-") { names.insert(String(name.dropFirst(key.count + 1))) }
    }
    return names
  }

  /// Returns the journal number at the beginning of a file's name; nil if the name does not begin with a valid one.
  private static func number(_ name: String) -> Int? {
    let digits = name.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0, number < 1 << 48, "\(number)" == digits else { return nil }
    return number
  }

  /// Returns the numbers of the existing journals, the oldest first.
  package func numbers() -> [Int] {
    names.compactMap { name in Self.number(name).flatMap { name == "\($0).journal" ? $0 : nil } }.sorted()
  }

  // MARK: Leftover files

  /// Removes unfinished files of a killed process, and sets aside copies whose journal is missing.
  ///
  /// - Returns: an error for each missing journal of which copies still exist.
  func tidy() -> [Diagnostic] {
    let names = names
    for name in names where name.hasSuffix(".tmp") { remove("\(path)/\(key)-\(name)") }
    let copies = names.filter { $0.hasSuffix(".base") || $0.hasSuffix(".scratch") }
    let numbers = Set(copies.compactMap(Self.number)).filter { !names.contains("\($0).journal") }
    return numbers.sorted().compactMap { number in
      let kept = aside(number)
      setAside(number, kept)
      return Diagnostic(JournalRefusal.orphan(KeptJournal(path: journal(number), ending: kept)))
    }
  }

  /// Removes a journal and its copies of the scene.
  package func remove(_ number: Int) {
    remove(base(number))
    remove(journal(number))
    for name in names where name.hasPrefix("\(number)-") && name.hasSuffix(".scratch") {
      remove("\(path)/\(key)-\(name)")
    }
    sync()
  }

  /// Returns an unused suffix for setting aside a journal and its copies: `.damaged`, else `.damaged-2` and so on.
  func aside(_ number: Int) -> String {
    let names = names.filter { Self.number($0) == number }
    var (suffix, count) = (".damaged", 1)
    while names.contains(where: { $0.hasSuffix(suffix) }) {
      count += 1
      suffix = ".damaged-\(count)"
    }
    return suffix
  }

  /// Appends a suffix to the names of a journal and its copies of the scene. Later processes ignore the renamed files,
  /// which remain available to the user.
  func setAside(_ number: Int, _ suffix: String) {
    let endings = [".journal", ".base", ".scratch"]
    let own = names.filter { name in Self.number(name) == number && endings.contains { name.hasSuffix($0) } }
    // The journal is renamed first. If the process is interrupted afterwards, the next `tidy()` sets the copies aside.
    for name in own.sorted(by: { $0.hasSuffix(".journal") && !$1.hasSuffix(".journal") }) {
      renameat(descriptor, "\(key)-\(name)", descriptor, "\(key)-\(name)\(suffix)")
    }
    sync()
  }
}
