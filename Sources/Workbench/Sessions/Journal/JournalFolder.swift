internal import Glibc
internal import InspectorKit

/// Where the journals of one scene are kept: never beside the scene.
struct JournalFolder: Sendable {
  let path: String
  /// What the names of the scene's files begin with.
  let key: String

  /// `$XDG_STATE_HOME/inspector/journal`, else `~/.local/state/inspector/journal`.
  ///
  /// - Parameter scene: its path with all symbolic links followed.
  init(environment: [String: String], scene: String) throws(JournalError) {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      path = "\(state)/inspector/journal"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      path = "\(home)/.local/state/inspector/journal"
    } else {
      throw .noFolder
    }
    key = String(SHA256.hex(of: Array(scene.utf8)).prefix(32))
  }

  /// Makes the folder, for its owner only, and makes sure that a power cut leaves it there.
  func make() throws(JournalError) {
    var made: [String] = []
    var end = path.startIndex
    while end < path.endIndex {
      let next = path.index(after: end)
      end = path[next...].firstIndex(of: "/") ?? path.endIndex
      let folder = String(path[..<end])
      if mkdir(folder, 0o700) == 0 { made.append(folder) } else if errno != EEXIST { throw .folder(path, errno) }
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw .folder(path, ENOTDIR) }
    for folder in made { Self.sync(String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])) }
  }

  /// Makes new, renamed and removed files of the folder durable.
  func sync() { Self.sync(path) }

  private static func sync(_ path: String) {
    let descriptor = open(path.isEmpty ? "/" : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  var lock: String { "\(path)/\(key).lock" }
  func journal(_ number: Int) -> String { "\(path)/\(key)-\(number).journal" }

  /// A copy of the scene as the journal's edits found it.
  func base(_ number: Int) -> String { "\(path)/\(key)-\(number).base" }

  /// The numbers of the journals that are there, the oldest first. What else a killed process left of them is removed.
  func numbers() -> [Int] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names = Set<String>()
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
      }
      if name.hasPrefix("\(key)-") { names.insert(String(name.dropFirst(key.count + 1))) }
    }
    let journals = names.filter { $0.hasSuffix(".journal") }
    for name in names.subtracting(journals) where !journals.contains(String(name.dropLast(5)) + ".journal") {
      unlink("\(path)/\(key)-\(name)")
    }
    return journals.compactMap { Int($0.dropLast(8)) }.sorted()
  }

  func remove(_ number: Int) {
    unlink(journal(number))
    unlink(base(number))
    sync()
  }
}
