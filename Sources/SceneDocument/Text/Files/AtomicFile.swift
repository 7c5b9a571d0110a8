import Glibc
import JSONText

/// A new file that replaces an old file atomically. It is written without a name, usually synced, and then renamed to
/// the old name.
///
/// A process killed at any moment leaves either the old file or the new one. A temporary file `.inspector-….tmp` can
/// remain if the process is killed between naming and replacing, or if the file system has no nameless files. The next
/// save in that folder removes it; see ``Temporaries``.
package struct AtomicFile {
  /// The path as given by the user, for messages.
  private let name: String
  /// The final path, with symbolic links resolved.
  private let target: String
  /// The temporary path; nil while the file has no name.
  private var temporary: String?
  package let descriptor: Int32
  /// True if the written bytes are durable.
  private var isSynced = false

  /// Creates the new file, which does not replace the old file yet. If there is an old file, only the owner can read
  /// the new file until ``take(_:dropping:)`` copies the old file's attributes. Otherwise, the new file has the mode
  /// and the access list of any new file in its folder.
  package init(name: String, target: String) throws(SceneError) {
    (self.name, self.target) = (name, target)
    let folder = FileName.folder(of: target)
    Temporaries.sweep(folder)
    let mode: mode_t = FileIdentity.status(target) == nil ? 0o666 : 0o600
    if let descriptor = Self.openNameless(in: folder, mode) {
      self.descriptor = descriptor
      _ = Temporaries.lock(descriptor)
      return
    }
    var opened: Int32 = -1
    temporary = Temporaries.make(in: folder) { name in
      opened = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      guard opened >= 0, !Temporaries.lock(opened) else { return opened >= 0 }
      // A sweep by a different process has mistaken this file for a leftover.
      close(opened)
      unlink(name)
      errno = EEXIST
      return false
    }
    guard temporary != nil else { throw SceneError(SaveRefusal.cannotCreate(in: folder, errno: errno), file: name) }
    descriptor = opened
  }

  /// Waits until the written bytes are durable. Not needed before ``commit(_:syncingFolder:)`` or ``commitNew()``, which
  /// also sync the file.
  mutating func sync() throws(SceneError) {
    guard fsync(descriptor) == 0 else { throw SceneError(SaveRefusal.cannotWrite(errno: errno), file: name) }
    isSynced = true
  }

  /// Copies the attributes of the file to be replaced to this file. If that fails, removes this file and throws an
  /// error.
  ///
  /// - Parameter dropping: true to leave out attributes that cannot be copied, false to throw an error for them.
  mutating func take(_ attributes: FileAttributes, dropping: Bool) throws(SceneError) {
    // After changing the file's owner, the process may no longer be allowed to name the file.
    if attributes.status.st_uid != geteuid() { try giveName() }
    do throws(SceneError) {
      try attributes.copy(to: descriptor, name: name, dropping: dropping)
    } catch {
      _ = abandon(0)
      throw error
    }
  }

  /// Syncs the file, unless it is synced already, and replaces the old file by it. Returns the identity of the new file, or
  /// nil if it cannot be read. If a step fails or the save is cancelled, removes this file and throws an error.
  ///
  /// - Parameter syncingFolder: makes the renaming in the folder durable; without it, a power cut could undo the renaming.
  mutating func commit(
    _ control: SaveControl = .none, syncingFolder: (String) -> Void = syncFolder
  ) throws(SceneError) -> FileIdentity? {
    guard isSynced || fsync(descriptor) == 0 else { throw abandon(errno) }
    let identity = try replace(control)
    syncingFolder(FileName.folder(of: target))
    return identity
  }

  /// Replaces the old file without syncing. A power cut soon afterwards may undo the replacement, or damage the file.
  package mutating func commitQuickly() throws(SceneError) { _ = try replace(.none) }

  private mutating func replace(_ control: SaveControl) throws(SceneError) -> FileIdentity? {
    guard let isDone = control.commit([name], { putInPlace() }) else { throw abandon(ECANCELED) }
    guard isDone else { throw abandon(errno) }
    let identity = FileIdentity.status(descriptor).map(FileIdentity.init)
    close(descriptor)
    return identity
  }

  /// Syncs the file and gives it its final name; throws `io.exists` if a file of that name exists, and another error if
  /// the system refuses.
  mutating func commitNew() throws(SceneError) {
    guard fsync(descriptor) == 0 else { throw abandon(errno) }
    let old = temporary ?? "/proc/self/fd/\(descriptor)"
    guard linkat(AT_FDCWD, old, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 else {
      let error = errno
      let failure = abandon(error)
      throw error == EEXIST ? SceneError(SaveRefusal.exists, file: name) : failure
    }
    if let temporary { unlink(temporary) }
    close(descriptor)
    // Without this, the new name itself could be lost in a power cut.
    syncFolder(FileName.folder(of: target))
  }

  /// Closes and removes the file, and returns the error to throw for an error code of the system.
  package func abandon(_ error: Int32) -> SceneError {
    close(descriptor)
    if let temporary { Temporaries.remove(temporary) }
    return SceneError(error == ECANCELED ? CancelledRefusal() : SaveRefusal.cannotWrite(errno: error), file: name)
  }

  // MARK: names

  /// Opens a nameless file, which disappears when its descriptor is closed before it has a name. Returns nil if the
  /// system has no nameless files.
  private static func openNameless(in folder: String, _ mode: mode_t) -> Int32? {
    // The file can be given a name only through `/proc`.
    guard access("/proc/self/fd", X_OK) == 0 else { return nil }
    // The octal flag is `O_TMPFILE`, which Swift does not import.
    let descriptor = open(folder, O_WRONLY | O_CLOEXEC | 0o20000000 | O_DIRECTORY, mode)
    return descriptor >= 0 ? descriptor : nil
  }

  private mutating func giveName() throws(SceneError) {
    guard nameIfNone() else { throw abandon(errno) }
  }

  /// Gives the file a temporary name if it has none; returns false, with the error in `errno`, if that fails.
  private mutating func nameIfNone() -> Bool {
    if temporary != nil { return true }
    temporary = Temporaries.make(in: FileName.folder(of: target)) { name in
      linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
    }
    return temporary != nil
  }

  /// Gives the file a name that no file has yet; returns false, with the error in `errno`, if that fails. The name is
  /// not that of a temporary file: no sweep removes it.
  mutating func giveName(_ name: String) -> Bool {
    guard nameIfNone(), let former = temporary, rename(former, name) == 0 else { return false }
    Temporaries.forget(former)
    temporary = name
    return true
  }

  /// Renames the file to its final name; returns false, with the error in `errno`, if that fails.
  mutating func putInPlace() -> Bool {
    guard nameIfNone(), let temporary, rename(temporary, target) == 0 else { return false }
    Temporaries.forget(temporary)
    return true
  }

  /// Returns the path with all symbolic links resolved, even if it leads to a missing file; nil if there are too many
  /// links.
  ///
  /// The path of a pipe or device stays unchanged, since a link to an open pipe, such as `/dev/stdout`, does not
  /// resolve to a path.
  package static func resolve(_ path: String) -> String? {
    if let status = FileIdentity.status(path), ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { return path }
    var path = path
    for _ in 0..<40 {
      if let whole = realpath(path) { return whole }
      guard let link = readlink(path) else {
        // The path stays the same if the process changes its working folder.
        let name = path.parts(between: "/").last ?? path
        return realpath(FileName.folder(of: path)).map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" } ?? path
      }
      path = link.begins(with: "/") ? link : "\(FileName.folder(of: path))/\(link)"
    }
    return nil
  }
}
