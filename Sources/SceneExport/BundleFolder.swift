import CSystem
import Glibc
public import InspectorKit
import JSONText
public import SceneDocument

/// A folder to which a bundle is written as a whole.
///
/// ```swift
/// try BundleFolder(path: "card.bundle").write(bundle)
/// ```
///
/// The files are written into a new folder beside the old one and synced; then the two folders exchange their names in
/// one step. A process that is killed at any moment leaves either the old bundle or the new one, if the file system
/// supports such an exchange. A folder that is not a bundle, or that contains other files, is never replaced.
public struct BundleFolder {
  /// The path as the caller gave it.
  public let path: String

  /// Creates a value for the folder at a path. The file system is not accessed before `write`.
  public init(path: String) { self.path = path }

  /// Writes a bundle to the folder, either completely or not at all.
  ///
  /// - Throws: `io.create` if the folder cannot be created, or if something other than a bundle, or a bundle with other
  ///   files, is at the path; `io.write` if writing fails.
  public func write(_ bundle: RuntimeBundle) throws(SceneError) {
    try write(.none) { folder throws(SceneError) in
      for (name, bytes) in bundle.files() {
        try writeFile("\(folder)/\(name)", .none, bytes)
      }
    }
  }

  /// Writes a bundle from its spooled text, either completely or not at all.
  ///
  /// - Throws: the errors of `write` for a bundle in memory, and `cancelled` if the bundle's job is cancelled.
  public func write(_ bundle: SpooledBundle) throws(SceneError) {
    let control = bundle.job.saveControl
    try write(control) { folder throws(SceneError) in
      try writeFile("\(folder)/\(RuntimeBundle.attributesFile)", control) { write throws(SceneError) in
        guard try bundle.attributes.forEachPiece(write) else { throw SceneError(SaveRefusal.spoolLost, file: path) }
      }
      try writeFile("\(folder)/\(RuntimeBundle.manifestFile)", control, bundle.manifest)
    }
  }

  /// Writes files into a temporary folder, then moves the folder to the target. On an error, the temporary folder is
  /// removed.
  private func write(
    _ control: SaveControl, _ files: (_ folder: String) throws(SceneError) -> Void
  ) throws(SceneError) {
    let target = try resolved()
    let isReplacing = try checkTarget(target)
    let parent = FileName.folder(of: target)
    let (temporary, lock) = try makeTemporary(in: parent)
    defer { close(lock) }
    do throws(SceneError) {
      try files(temporary)
      chmod(temporary, 0o777 & ~Self.umask)
      syncFolder(temporary)
      var result = Result<Void, SceneError>.success(())
      let isDone = control.commit([path]) {
        result = Result { () throws(SceneError) in try put(temporary, at: target, isReplacing: isReplacing) }
        return (try? result.get()) != nil
      }
      try result.get()
      if isDone == nil { throw SceneError(CancelledRefusal(), file: path) }
    } catch {
      Temporaries.remove(temporary)
      throw error
    }
    syncFolder(parent)
  }

  // MARK: The target

  /// Returns the path without trailing slashes and with symbolic links resolved. Throws an error if the path is empty.
  private func resolved() throws(SceneError) -> String {
    var text = path[...]
    while text.count > 1, text.last == "/" { text = text.dropLast() }
    guard !text.isEmpty else { throw SceneError(BundleFolderRefusal.emptyPath, file: path) }
    return realpath(String(text)) ?? String(text)
  }

  /// Returns true if there is a bundle at the path, which will be replaced; false if there is nothing. Throws an error
  /// for anything else, and for a bundle in a folder with other files.
  private func checkTarget(_ target: String) throws(SceneError) -> Bool {
    var status = stat()
    guard lstat(target, &status) == 0 else {
      if errno == ENOENT { return false }
      throw SceneError(BundleFolderRefusal.cannotLookAt(errno: errno), file: path)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw SceneError(BundleFolderRefusal.isNoFolder, file: path) }
    let names = Temporaries.entries(of: target)
    guard names.contains("bundle.json") else { throw SceneError(BundleFolderRefusal.isNoBundle, file: path) }
    if let other = names.filter({ !Self.ownNames.contains($0) }).sorted().first {
      throw SceneError(BundleFolderRefusal.holdsOther(other), file: path)
    }
    return true
  }

  private static let ownNames: Set<String> = ["bundle.json", "attributes.json"]

  // MARK: Writing

  private func makeTemporary(in parent: String) throws(SceneError) -> (name: String, lock: Int32) {
    Temporaries.sweep(parent)
    var descriptor: Int32 = -1
    let name = Temporaries.make(in: parent) { name in
      guard mkdir(name, 0o700) == 0 else { return false }
      descriptor = open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if descriptor >= 0, Temporaries.lock(descriptor) { return true }
      if descriptor >= 0 { close(descriptor) }
      rmdir(name)
      errno = EEXIST
      return false
    }
    guard let name else { throw SceneError(BundleFolderRefusal.cannotMake(in: parent, errno: errno), file: path) }
    return (name, descriptor)
  }

  private func writeFile(_ name: String, _ control: SaveControl, _ bytes: [UInt8]) throws(SceneError) {
    try writeFile(name, control) { write throws(SceneError) in
      try bytes.withUnsafeBufferPointer { bytes throws(SceneError) in try write(UnsafeRawBufferPointer(bytes)) }
    }
  }

  private func writeFile(
    _ name: String, _ control: SaveControl,
    _ body: ((UnsafeRawBufferPointer) throws(SceneError) -> Void) throws(SceneError) -> Void
  ) throws(SceneError) {
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    var writer = GatheredWriter(descriptor, flush: fdatasync, isCancelled: control.isCancelled)
    try body { bytes throws(SceneError) in
      do throws(SystemError) {
        try writer.add(bytes)
        try writer.finish()
      } catch {
        throw failure(error.code)
      }
    }
    guard fsync(descriptor) == 0 else { throw failure(errno) }
  }

  private func put(_ temporary: String, at target: String, isReplacing: Bool) throws(SceneError) {
    guard isReplacing else {
      guard rename(temporary, target) == 0 else { throw failure(errno) }
      Temporaries.forget(temporary)
      return
    }
    if Self.swap(temporary, target) {
      Temporaries.remove(temporary)
      return
    }
    // The file system cannot exchange two names, so for a moment no bundle has that name.
    let old = "\(temporary).old"
    guard rename(target, old) == 0 else { throw failure(errno) }
    guard rename(temporary, target) == 0 else {
      let error = errno
      rename(old, target)
      throw failure(error)
    }
    Temporaries.remove(old)
  }

  private func failure(_ error: Int32) -> SceneError {
    SceneError(error == ECANCELED ? CancelledRefusal() : SaveRefusal.cannotWrite(errno: error), file: path)
  }

  // MARK: System calls

  /// The process's file mode creation mask; if it is unknown, a mask that denies access to everyone but the owner.
  private static var umask: mode_t {
    guard let file = fopen("/proc/self/status", "r") else { return 0o077 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if text.hasPrefix("Umask:") { return mode_t(text.dropFirst(6).filter(\.isNumber), radix: 8) ?? 0o077 }
    }
    return 0o077
  }

  /// Exchanges the names of two folders in one step. Returns false if the file system cannot do this.
  private static func swap(_ first: String, _ second: String) -> Bool {
    let exchange: UInt32 = 2
    return FileName.withName(first) { first in
      FileName.withName(second) { renameat2(AT_FDCWD, first, AT_FDCWD, $0, exchange) == 0 }
    }
  }
}

/// A bundle whose attributes are spooled as text, so that it need not fit in memory. A ``BundleFolder`` writes it.
///
/// ```swift
/// let bundle = try session.spooledBundle()
/// try BundleFolder(path: "card.bundle").write(bundle)
/// ```
public final class SpooledBundle {
  /// The number of objects in the bundle.
  public let objectCount: Int

  /// The total number of attributes of all objects.
  public let attributeCount: Int

  /// True if the values are the effective ones, as computed by hooks; false if they are the stored ones.
  public let isEffective: Bool

  /// The parts of the scene that the bundle omits, with reasons.
  public let notCarried: [RuntimeBundle.Omission]

  let manifest: [UInt8]
  package let attributes: ByteSpool
  package let job: InspectorJob

  package init(_ bundle: RuntimeBundle, _ text: BundleText, _ attributes: ByteSpool, under job: InspectorJob) {
    (objectCount, attributeCount) = (text.objects, text.attributes)
    (isEffective, notCarried) = (bundle.isEffective, bundle.notCarried)
    manifest = text.manifest(of: bundle)
    self.attributes = attributes
    self.job = job
  }
}
