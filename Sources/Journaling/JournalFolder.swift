internal import Glibc
internal import InspectorKit
internal import JSONText

/// The folder with the journals of one scene, which is never beside the scene.
///
/// It is held open, so that nobody can put another folder in its place, and is used only where it belongs to the person and
/// nobody else may write it. Paths that are given to its functions are those that ``journal(_:)`` and the like answer.
package final class JournalFolder: Sendable {
  package let path: String
  /// The path of the scene with all symbolic links followed.
  package let scene: String
  /// What the names of the scene's files begin with.
  package let key: String
  package let descriptor: Int32

  /// Makes the next step of writing fail with a system's error, in tests of full disks.
  @TaskLocal static var fault: (@Sendable () -> Int32?)?
  let fault = JournalFolder.fault

  /// Opens `$XDG_STATE_HOME/inspector/journal`, else `~/.local/state/inspector/journal`; makes it where it is missing.
  ///
  /// - Parameter scene: its path with all symbolic links followed.
  init(environment: [String: String], scene: String) throws(JournalError) {
    guard let state = UserFolder.state.path(environment) else { throw JournalError(.noFolder) }
    path = "\(state)/inspector/journal"
    self.scene = scene
    key = String(SHA256.hex(of: Array(scene.utf8)).prefix(32))
    descriptor = try Self.opened(state)
  }

  deinit { close(descriptor) }

  /// Opens the folder, and makes sure that a power cut leaves what was made of it there.
  private static func opened(_ state: String) throws(JournalError) -> Int32 {
    try make(state)
    var (path, descriptor) = (state, open(state, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard descriptor >= 0 else { throw JournalError(.folder(path, errno: errno)) }
    for name in ["inspector", "journal"] {
      path += "/\(name)"
      let error = mkdirat(descriptor, name, 0o700) == 0 ? 0 : errno
      let next = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let openError = errno
      if error == 0 { fsync(descriptor) }
      close(descriptor)
      guard next >= 0 else {
        if [ENOTDIR, ELOOP].contains(openError) { throw JournalError(.unsafe(path, .noFolder)) }
        throw JournalError(.folder(path, errno: [0, EEXIST].contains(error) ? openError : error))
      }
      descriptor = next
      var status = stat()
      guard fstat(descriptor, &status) == 0, let reason = Self.distrust(status) else { continue }
      close(descriptor)
      throw JournalError(.unsafe(path, reason))
    }
    return descriptor
  }

  /// Makes a folder and those above it, for the person alone.
  private static func make(_ path: String) throws(JournalError) {
    var end = path.startIndex
    while end < path.endIndex {
      let former = String(path[..<end])
      end = path.utf8[path.utf8.index(after: end)...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
      guard mkdir(String(path[..<end]), 0o700) == 0 else {
        let error = errno
        // One that is there already may be one that we could not make.
        if access(String(path[..<end]), F_OK) == 0 { continue }
        throw JournalError(.folder(path, errno: error))
      }
      syncFolder(former.isEmpty ? "/" : former)
    }
  }

  /// Why a file or folder is not used: others have, or had, a part in it.
  static func distrust(_ status: stat) -> JournalRefusal.Distrust? {
    if status.st_uid != geteuid() { return .owner }
    return status.st_mode & 0o022 == 0 ? nil : .shared
  }

  // MARK: names

  package var lock: String { "\(path)/\(key).lock" }
  package func journal(_ number: Int) -> String { "\(path)/\(key)-\(number).journal" }

  /// A copy of the scene as the journal's edits found it.
  package func base(_ number: Int) -> String { "\(path)/\(key)-\(number).base" }

  /// The scene as a scratch was made over it.
  package func scratch(_ number: Int, _ file: Int) -> String { "\(path)/\(key)-\(number)-\(file).scratch" }

  /// The name in the folder of one of its files.
  package func name(_ path: String) -> String { String(Substring(path.utf8.dropFirst(self.path.utf8.count + 1))) }

  /// The names of the scene's files after the key.
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

  /// The number that the name of a file begins with; nil for one that no journal has.
  private static func number(_ name: String) -> Int? {
    let digits = name.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0, number < 1 << 48, "\(number)" == digits else { return nil }
    return number
  }

  /// The numbers of the journals that are there, the oldest first.
  package func numbers() -> [Int] {
    names.compactMap { name in Self.number(name).flatMap { name == "\($0).journal" ? $0 : nil } }.sorted()
  }

  // MARK: leftovers

  /// Removes what a killed process had not named yet, and keeps copies whose journal is missing aside.
  ///
  /// - Returns: what is missing.
  func tidy() -> [JournalError] {
    let names = names
    for name in names where name.hasSuffix(".tmp") { remove("\(path)/\(key)-\(name)") }
    let copies = names.filter { $0.hasSuffix(".base") || $0.hasSuffix(".scratch") }
    let numbers = Set(copies.compactMap(Self.number)).filter { !names.contains("\($0).journal") }
    return numbers.sorted().compactMap { number in
      let kept = aside(number)
      setAside(number, kept)
      return JournalError(.orphan(KeptJournal(journal(number), ending: kept)))
    }
  }

  /// Removes a journal with all that belongs to it.
  package func remove(_ number: Int) {
    remove(base(number))
    remove(journal(number))
    for name in names where name.hasPrefix("\(number)-") && name.hasSuffix(".scratch") {
      remove("\(path)/\(key)-\(name)")
    }
    sync()
  }

  /// The end of the names under which a journal and its copies can be kept: `.damaged`, where nothing has it yet.
  func aside(_ number: Int) -> String {
    let names = names.filter { Self.number($0) == number }
    var (suffix, count) = (".damaged", 1)
    while names.contains(where: { $0.hasSuffix(suffix) }) {
      count += 1
      suffix = ".damaged-\(count)"
    }
    return suffix
  }

  /// Gives a journal and its copies other names, under which nobody looks for them but people.
  func setAside(_ number: Int, _ suffix: String) {
    let endings = [".journal", ".base", ".scratch"]
    let own = names.filter { name in Self.number(name) == number && endings.contains { name.hasSuffix($0) } }
    // The journal goes first: without it the others are kept aside by the next one that looks.
    for name in own.sorted(by: { $0.hasSuffix(".journal") && !$1.hasSuffix(".journal") }) {
      renameat(descriptor, "\(key)-\(name)", descriptor, "\(key)-\(name)\(suffix)")
    }
    sync()
  }
}
