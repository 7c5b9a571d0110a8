internal import Glibc
internal import InspectorKit
internal import SceneDocument

/// A journal that is being written, one record after another.
struct JournalFile {
  private static let headSize = 12

  private let descriptor: Int32
  private var end: Int
  private var chain = [UInt8](repeating: 0, count: 8)

  /// A new file, for its owner only.
  init(creating path: String) throws(JournalError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .folder(path, errno) }
    end = 0
    if let error = write(JournalRecord.magic) {
      closeFile()
      throw .write(path, error)
    }
    end = JournalRecord.magic.count
  }

  func closeFile() { close(descriptor) }

  /// Adds records, and waits until they are durable. On an error the journal is what it was.
  mutating func append(_ records: [JournalRecord]) throws(SystemFailure) {
    var (bytes, chain) = ([UInt8](), chain)
    for record in records {
      let payload = record.payload
      chain = Self.next(chain, payload[...])
      guard let count = UInt32(exactly: payload.count) else { throw SystemFailure(code: EFBIG) }
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
      bytes += chain
      bytes += payload
    }
    if let error = write(bytes) { throw SystemFailure(code: error) }
    guard fdatasync(descriptor) == 0 else { throw SystemFailure(code: errno) }
    self.chain = chain
    end += bytes.count
  }

  /// What a failed write left behind the end is written over by the next one, and read by nobody: it is not whole.
  private func write(_ bytes: [UInt8]) -> Int32? {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count, let base = bytes.baseAddress {
        let count = pwrite(descriptor, base + written, bytes.count - written, off_t(end + written))
        if count < 0, errno == EINTR { continue }
        if count < 0 { return errno }
        written += count
      }
      return nil
    }
  }

  struct SystemFailure: Error { var code: Int32 }

  private static func next(_ chain: [UInt8], _ payload: ArraySlice<UInt8>) -> [UInt8] {
    var hash = SHA256()
    chain.withUnsafeBytes { hash.add($0) }
    payload.withUnsafeBytes { hash.add($0) }
    return Array(hash.digest().prefix(8))
  }

  // MARK: reading

  /// The records of a journal up to the first that is not whole; nil where the bytes are no journal that is understood.
  static func records(_ bytes: [UInt8]) -> [JournalRecord]? {
    guard bytes.starts(with: JournalRecord.magic) || bytes.starts(with: JournalRecord.formerMagic) else { return nil }
    var records: [JournalRecord] = []
    var chain = [UInt8](repeating: 0, count: 8)
    var reader = ByteReader(bytes[JournalRecord.magic.count...])
    while let head = try? reader.take(Self.headSize) {
      let count = head.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      guard let payload = try? reader.take(count) else { break }
      chain = next(chain, payload)
      guard head.dropFirst(4).elementsEqual(chain), let record = try? JournalRecord(payload) else { break }
      records.append(record)
    }
    return records
  }
}
