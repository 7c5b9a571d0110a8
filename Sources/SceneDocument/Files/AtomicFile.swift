import Glibc
import JSONText

/// A file that comes into being all at once: written without a name, synced, then put where the old one was.
///
/// A process that is killed at any moment leaves the old file or the new one, and nothing beside it. Where the system has no
/// files without names, and in the instant between naming and replacing, it can be a temporary `.inspector-….tmp`, which the
/// next save in that folder removes; see ``Temporaries``.
package struct AtomicFile {
  /// The path as people know it, for messages.
  private let name: String
  /// Where the file will be: symbolic links followed.
  private let target: String
  /// Nil while it has no name.
  private var temporary: String?
  package let descriptor: Int32

  /// Makes the file. One that will replace another can be read by its owner only until it has the other's attributes; one
  /// that is new has the mode, and the access list, of any new file in its folder.
  package init(name: String, target: String) throws(SaveError) {
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
      // A sweep has taken it for one that was left.
      close(opened)
      unlink(name)
      errno = EEXIST
      return false
    }
    guard temporary != nil else { throw SaveError(SaveRefusal.cannotCreate(in: folder, errno: errno), file: name) }
    descriptor = opened
  }

  /// Waits until what was written is durable. What is committed next need not be synced here.
  func sync() throws(SaveError) {
    guard fsync(descriptor) == 0 else { throw SaveError(SaveRefusal.cannotWrite(errno: errno), file: name) }
  }

  /// Gives the file the attributes of the one that it will replace.
  mutating func take(_ attributes: FileAttributes, dropping: Bool) throws(SaveError) {
    // A process that gives a file away may not be allowed to name it any more.
    if attributes.status.st_uid != geteuid() { try giveName() }
    do throws(SaveError) {
      try attributes.copy(to: descriptor, name: name, dropping: dropping)
    } catch {
      _ = abandon(0)
      throw error
    }
  }

  /// Puts the file in its place, durable; returns what identifies it from now on.
  mutating func commit(_ control: SaveControl = .none) throws(SaveError) -> FileIdentity? {
    guard fsync(descriptor) == 0 else { throw abandon(errno) }
    let identity = try replace(control)
    // Without this the rename itself could be lost in a power cut.
    syncFolder(FileName.folder(of: target))
    return identity
  }

  /// Puts the file in its place. A power cut may undo that, or damage the file.
  package mutating func commitQuickly() throws(SaveError) { _ = try replace(.none) }

  private mutating func replace(_ control: SaveControl) throws(SaveError) -> FileIdentity? {
    guard let isDone = control.commit(name, { putInPlace() }) else { throw abandon(ECANCELED) }
    guard isDone else { throw abandon(errno) }
    let identity = FileIdentity.status(descriptor).map(FileIdentity.init)
    close(descriptor)
    return identity
  }

  /// Gives the file its name, where nothing has that name yet.
  mutating func commitNew() throws(SaveError) {
    guard fsync(descriptor) == 0 else { throw abandon(errno) }
    let old = temporary ?? "/proc/self/fd/\(descriptor)"
    guard linkat(AT_FDCWD, old, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 else {
      let error = errno
      let failure = abandon(error)
      throw error == EEXIST ? SaveError(SaveRefusal.exists, file: name) : failure
    }
    if let temporary { unlink(temporary) }
    close(descriptor)
    // Without this the rename itself could be lost in a power cut.
    syncFolder(FileName.folder(of: target))
  }

  /// Removes the file; returns the error to throw.
  package func abandon(_ error: Int32) -> SaveError {
    close(descriptor)
    if let temporary { Temporaries.remove(temporary) }
    return SaveError(error == ECANCELED ? CancelledRefusal() : SaveRefusal.cannotWrite(errno: error), file: name)
  }

  // MARK: names

  /// A file that is gone with its descriptor unless it is given a name; nil where there are none.
  private static func openNameless(in folder: String, _ mode: mode_t) -> Int32? {
    // Naming it goes by way of `/proc`.
    guard access("/proc/self/fd", X_OK) == 0 else { return nil }
    // `O_TMPFILE`, which Swift does not import.
    let descriptor = open(folder, O_WRONLY | O_CLOEXEC | 0o20000000 | O_DIRECTORY, mode)
    return descriptor >= 0 ? descriptor : nil
  }

  private mutating func giveName() throws(SaveError) {
    guard nameIfNone() else { throw abandon(errno) }
  }

  /// False with the system's error where it cannot be named.
  private mutating func nameIfNone() -> Bool {
    if temporary != nil { return true }
    temporary = Temporaries.make(in: FileName.folder(of: target)) { name in
      linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
    }
    return temporary != nil
  }

  /// False with the system's error where it cannot be put there.
  private mutating func putInPlace() -> Bool {
    guard nameIfNone(), let temporary, rename(temporary, target) == 0 else { return false }
    Temporaries.forget(temporary)
    return true
  }

  /// Where a path leads when all its symbolic links are followed, the last one too, even to a file that is not there.
  ///
  /// A pipe or device keeps its name: that of an open one, such as `/dev/stdout`, leads to no path.
  static func resolve(_ path: String) -> String? {
    if let status = FileIdentity.status(path), ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { return path }
    var path = path
    for _ in 0..<40 {
      if let whole = realpath(path) { return whole }
      guard let link = readlink(path) else { return path }
      path = link.begins(with: "/") ? link : "\(FileName.folder(of: path))/\(link)"
    }
    return nil
  }
}
