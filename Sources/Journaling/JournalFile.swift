internal import Glibc
internal import InspectorKit
internal import SceneDocument

/// An open journal file, to which records are appended.
struct JournalFile {
  private let folder: JournalFolder
  /// The final path of the file, which error messages show even before the file is renamed.
  private let name: String
  private let descriptor: Int32
  private var end = 0
  private var chain = JournalRecord.firstChain

  /// Creates a file that only its owner can access.
  ///
  /// - Parameter name: the final path, for error messages, if the file will be renamed; nil to use `path`.
  init(creating path: String, for name: String? = nil, in folder: JournalFolder) throws(Diagnostic) {
    (self.folder, self.name) = (folder, name ?? path)
    descriptor = folder.create(path)
    guard descriptor >= 0 else { throw Diagnostic(JournalRefusal.folder(self.name, errno: errno)) }
    if let error = write(JournalRecord.magic) {
      closeFile()
      folder.remove(path)
      throw Diagnostic(JournalRefusal.write(self.name, errno: error))
    }
    end = JournalRecord.magic.count
  }

  func closeFile() { close(descriptor) }

  /// Appends records and waits until they are durable. If that fails, throws an error and leaves the journal unchanged.
  ///
  /// - Parameter isDurable: false to return immediately; the next durable call then also makes these records durable.
  mutating func append(_ records: [JournalRecord], isDurable: Bool = true) throws(Diagnostic) {
    var (bytes, chain) = ([UInt8](), chain)
    for record in records {
      let payload = record.payload
      chain = JournalRecord.chain(chain, payload[...])
      guard let count = UInt32(exactly: payload.count), count < JournalRecord.endMark else {
        throw Diagnostic(JournalRefusal.write(name, errno: EFBIG))
      }
      bytes += JournalRecord.head(count, chain)
      bytes += payload
    }
    if let error = write(bytes + JournalRecord.end(chain)) ?? (isDurable ? sync() : nil) {
      restore()
      throw Diagnostic(JournalRefusal.write(name, errno: error))
    }
    self.chain = chain
    end += bytes.count
  }

  /// Returns a duplicate of the file's descriptor, for syncing the file while records are appended; nil if the system
  /// has no descriptors left.
  func secondDescriptor() -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : nil
  }

  /// Removes the remains of a failed write, and restores the mark at the end.
  private func restore() {
    ftruncate(descriptor, off_t(end))
    if end > JournalRecord.magic.count { _ = write(JournalRecord.end(chain), isRepair: true) }
  }

  private func sync() -> Int32? {
    if let error = folder.fault?() { return error }
    return fdatasync(descriptor) == 0 ? nil : errno
  }

  /// Writes bytes after the last record, over the mark there. Returns the system's error code, or nil on success.
  private func write(_ bytes: [UInt8], isRepair: Bool = false) -> Int32? {
    let fault = isRepair ? nil : folder.fault?()
    // An injected fault acts like a full disk, which accepts the first half of the bytes.
    let room = fault == nil ? bytes.count : bytes.count / 2
    return bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < room, let base = bytes.baseAddress {
        let count = pwrite(descriptor, base + written, room - written, off_t(end + written))
        if count < 0, errno == EINTR { continue }
        if count < 0 { return errno }
        written += count
      }
      return fault
    }
  }
}
