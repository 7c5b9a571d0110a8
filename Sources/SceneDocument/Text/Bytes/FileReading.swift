import Glibc
import JSONText

/// An operation that reads one file. A large file is read on a separate thread, so that the scan of the text can begin
/// before the whole file has been read.
///
/// If a file is changed while it is read, the reading ends with an error, since the result could mix two states. Pipes
/// are read to their end; they have no identity by which a change could be noticed.
///
/// The monitor guards the number of bytes read so far. These bytes are never written again, so they are read without
/// the monitor. Only the owner of this object joins the thread.
package final class FileReading: @unchecked Sendable {
  /// The parameters of reading a file.
  package struct Pace: Sendable {
    /// The minimum size, in bytes, of a file that is read on a separate thread.
    package var least: Int
    /// The maximum number of bytes to read with one system call. It is small enough for the bytes to be still in the
    /// processor's cache when the scan reaches them.
    package var piece: Int
    /// The number of bytes that a scan may read beyond the bytes for which it has waited. Hardly any object is longer
    /// than the margin.
    package var margin: Int

    /// Parameters for reading the whole file before the scan begins.
    static let before = Pace(least: .max)

    package init(least: Int = 4 << 20, piece: Int = 512 << 10, margin: Int = 256 << 10) {
      (self.least, self.piece, self.margin) = (least, piece, margin)
    }
  }

  /// The file's bytes, with zeros in place of bytes that were not read yet.
  let bytes: TextBytes
  let pace: Pace

  private let path: String
  private let descriptor: Int32
  private let identity: FileIdentity?
  private var thread: WorkThread?

  private let monitor = Monitor()
  // The monitor guards the following three properties.
  private var filled = 0
  private var outcome: (count: Int, error: Int32)?
  private var isStopped = false

  /// Opens a file and starts or completes reading it, depending on its size. Throws if the file cannot be opened, is a
  /// folder, or is too large.
  ///
  /// - Parameter what: the kind of file, for messages.
  init(path: String, limits: SceneLimits, as what: String = "scene", pace: Pace = .before) throws(SceneError) {
    (self.path, self.pace) = (path, pace)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SceneError(FileRefusal.cannotOpen(errno: errno), file: path) }
    do throws(SceneError) {
      (bytes, identity) = try Self.memory(for: descriptor, path, limits, what)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    // The content of a pipe, or of a file without a size, has already been read.
    guard let identity, identity.size > 0 else {
      outcome = (bytes.count, 0)
      return
    }
    if bytes.count >= pace.least { thread = WorkThread { [unowned(unsafe) self] in read() } }
    if thread == nil { read() }
  }

  deinit {
    monitor.withLock { isStopped = true }
    thread?.join()
    close(descriptor)
  }

  /// Returns memory for the content of a file, and the file's identity. For a regular file with a size, the memory is
  /// zeroed. The content of a pipe, or of a file without a size, is read at once. For a pipe, the identity is nil.
  private static func memory(
    for descriptor: Int32, _ path: String, _ limits: SceneLimits, _ what: String
  ) throws(SceneError) -> (TextBytes, FileIdentity?) {
    guard let status = FileIdentity.status(descriptor) else {
      throw SceneError(FileRefusal.cannotRead(errno: errno), file: path)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw SceneError(FileRefusal.isFolder(insteadOf: what), file: path) }
    guard status.st_mode & S_IFMT == S_IFREG else { return (try TextBytes.readPipe(descriptor, path, limits), nil) }
    let size = Int(status.st_size)
    // A file of `/proc` has the size 0, since the system creates its content when it is read.
    if size == 0 { return (try TextBytes.readPipe(descriptor, path, limits), FileIdentity(status)) }
    guard size <= limits.bytes else {
      throw SceneError(FileRefusal.tooLarge(size: size, limit: limits.bytes), file: path)
    }
    guard let bytes = TextBytes(count: size) else { throw SceneError(FileRefusal.noMemory(size: size), file: path) }
    return (bytes, FileIdentity(status))
  }

  private func read() {
    // The scan begins after the first piece, so a smaller file is read in smaller pieces.
    let piece = min(pace.piece, max(bytes.count / 32, 1 << 16))
    let result = bytes.fill(fromFile: descriptor, piece: piece) { count in
      monitor.withLock {
        filled = count
        monitor.wake()
        return !isStopped
      }
    }
    monitor.withLock {
      outcome = result
      monitor.wake()
    }
  }

  /// Waits until `count` bytes have been read or reading has ended. Returns the number of bytes read so far; nil if
  /// reading has ended.
  func wait(for count: Int) -> Int? {
    monitor.withLock {
      while filled < count, outcome == nil { monitor.wait() }
      return outcome == nil ? filled : nil
    }
  }

  /// Waits until reading has ended, and returns the file's identity; nil for a pipe. Throws an error if reading failed,
  /// or if the file was changed meanwhile.
  func finish() throws(SceneError) -> FileIdentity? {
    thread?.join()
    guard let outcome = monitor.withLock({ outcome }) else { return nil }
    guard outcome.error == 0 else { throw SceneError(FileRefusal.cannotRead(errno: outcome.error), file: path) }
    guard let identity else { return nil }
    guard outcome.count == bytes.count, FileIdentity.status(descriptor).map(FileIdentity.init) == identity else {
      throw SceneError(FileRefusal.changedWhileRead, file: path)
    }
    return identity
  }
}
