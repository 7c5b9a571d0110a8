internal import Glibc
internal import InspectorKit
internal import SceneDocument

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

  /// The scene as a scratch was made over it.
  func scratch(_ number: Int, _ file: Int) -> String { "\(path)/\(key)-\(number)-\(file).scratch" }

  /// The names of the scene's files behind the key.
  private var names: Set<String> {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names = Set<String>()
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
      }
      if name.hasPrefix("\(key)-") { names.insert(String(name.dropFirst(key.count + 1))) }
    }
    return names
  }

  /// The numbers of the journals that are there, the oldest first. What else a killed process left of them is removed.
  func numbers() -> [Int] {
    let names = names
    let journals = names.filter { $0.hasSuffix(".journal") }
    for name in names.subtracting(journals) {
      guard name.hasSuffix(".tmp") || !journals.contains("\(name.prefix { $0.isNumber }).journal") else { continue }
      unlink("\(path)/\(key)-\(name)")
    }
    return journals.compactMap { Int($0.dropLast(8)) }.sorted()
  }

  /// Removes a journal with all that belongs to it.
  func remove(_ number: Int) {
    unlink(journal(number))
    unlink(base(number))
    for name in names where name.hasPrefix("\(number)-") { unlink("\(path)/\(key)-\(name)") }
    sync()
  }

  /// Writes a text to a file of the folder, all at once and durable; false where that is not possible.
  func write(_ text: DocumentSnapshot, to path: String) -> Bool {
    let temporary = "\(path).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let isWritten = (try? text.write(toDescriptor: descriptor)) != nil && fsync(descriptor) == 0
    close(descriptor)
    guard isWritten, rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    sync()
    return true
  }
}
