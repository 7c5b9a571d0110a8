import Glibc
import JSONText
import Synchronization

/// The temporary files and folders of saves: `.inspector-….tmp` in the folder of the file that they will replace.
///
/// A process locks each temporary file that it creates (`flock`). The system releases the lock when the process ends,
/// so a file that another process can lock is a leftover of a killed process.
package enum Temporaries {
  private static let prefix = ".inspector-"
  private static let suffix = ".tmp"

  /// The paths of this process's temporary files and folders that do not have their final names yet.
  private static let made = Mutex<Set<String>>([])

  /// Creates a temporary file or folder under an unused name, and returns its path; nil, with the error in `errno`, if
  /// that fails.
  ///
  /// - Parameter make: creates the file or folder with a given path; returns false, with the error in `errno`, if that
  ///   fails.
  package static func make(in folder: String, _ make: (String) -> Bool) -> String? {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      let name = "\(folder)/\(prefix)\(String(generator.next(), radix: 36))\(suffix)"
      if make(name) {
        made.withLock { _ = $0.insert(name) }
        return name
      }
      guard errno == EEXIST else { break }
    }
    return nil
  }

  /// Locks a new temporary file; returns false if a sweep of another process has locked or removed it.
  ///
  /// On a file system without locks, the result is true, since no process sweeps there.
  package static func lock(_ descriptor: Int32) -> Bool {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return false }
    return FileIdentity.status(descriptor).map { $0.st_nlink > 0 } ?? true
  }

  /// Removes a path from the list of temporary files that ``removeAll()`` removes. Called when the file was removed or
  /// has its final name.
  package static func forget(_ name: String) { made.withLock { _ = $0.remove(name) } }

  /// Removes all temporary files of this process, just before it exits.
  package static func removeAll() {
    for name in made.withLock({ $0 }) { remove(name) }
  }

  /// Removes a temporary file, or a temporary folder with the files in it.
  package static func remove(_ name: String) {
    if unlink(name) != 0 {
      for entry in entries(of: name) { unlink("\(name)/\(entry)") }
      rmdir(name)
    }
    forget(name)
  }

  // MARK: leftovers of killed processes

  /// The time of this process's last sweep of each folder.
  private static let swept = Mutex<[String: ContinuousClock.Instant]>([:])

  /// Removes the leftovers of killed processes from a folder. Each folder is searched at most once a second, since very
  /// many scenes may be saved there.
  package static func sweep(_ folder: String) {
    let isDue = swept.withLock { swept in
      let now = ContinuousClock.now
      if let last = swept[folder], now - last < .seconds(1) { return false }
      swept[folder] = now
      return true
    }
    guard isDue else { return }
    for entry in entries(of: folder) where entry.hasPrefix(prefix) && entry.hasSuffix(suffix) {
      sweepOne("\(folder)/\(entry)")
    }
  }

  private static func sweepOne(_ name: String) {
    let descriptor = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard let opened = FileIdentity.status(descriptor), [S_IFREG, S_IFDIR].contains(opened.st_mode & S_IFMT),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    // The name may now belong to a different file, or the file may have been renamed to its final name.
    var named = stat()
    guard lstat(name, &named) == 0, named.st_dev == opened.st_dev, named.st_ino == opened.st_ino else { return }
    remove(name)
  }

  /// Returns the names of the files and folders in a folder, in no particular order; empty if the folder cannot be
  /// read.
  package static func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = FileName.text(of: entry)
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
