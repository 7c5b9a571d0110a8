internal import InspectorKit
internal import SceneDocument

/// The contents of a journal file: the records before the first incomplete or damaged one, and the state of the
/// remaining bytes.
struct JournalContents {
  /// The reason for rejecting a file as a whole: it is not a journal, or it is a journal of a later version.
  enum Failure: Error, Hashable {
    case noJournal
    case laterVersion(Int)
  }

  private(set) var records: [JournalRecord] = []

  /// The state of the bytes after the last sound record; nil if the journal is intact.
  private(set) var rest: JournalRefusal.Rest?

  /// The start offset of the first record, followed by the end offset of each sound record.
  private(set) var ends: [Int]

  init(_ bytes: [UInt8]) throws(Failure) {
    guard bytes.starts(with: JournalRecord.magic) || bytes.starts(with: JournalRecord.formerMagic) else {
      throw Self.failure(bytes)
    }
    ends = [JournalRecord.magic.count]
    var chain = JournalRecord.firstChain
    var place = JournalRecord.magic.count
    defer { records = records.joined }
    while place < bytes.count {
      guard let record = read(bytes[place...], &chain, &place) else { return }
      records.append(record)
      ends.append(place)
    }
    if isMarked { rest = .unmarked }
  }

  /// True if the journal must end with a mark and its copies of the scene must begin with their SHA-256, as in the
  /// current version.
  var isMarked: Bool { if case .scene(_, marksEnd: true)? = records.first { true } else { false } }

  private static func failure(_ bytes: [UInt8]) -> Failure {
    guard bytes.starts(with: JournalRecord.anyMagic) else { return .noJournal }
    let number = bytes.dropFirst(JournalRecord.anyMagic.count).prefix { $0 != 0x0A }
    guard let version = Int(String(decoding: number.prefix(9), as: UTF8.self)), version > 2 else { return .noJournal }
    return .laterVersion(version)
  }

  /// Reads the record at `place` and moves `place` after it. Returns nil and sets `rest` if no sound record follows.
  private mutating func read(_ bytes: ArraySlice<UInt8>, _ chain: inout [UInt8], _ place: inout Int) -> JournalRecord? {
    var reader = ByteReader(bytes)
    guard let head = try? reader.take(JournalRecord.headSize) else {
      rest = .torn(bytes: bytes.count, at: place)
      return nil
    }
    let count = head.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    if count == JournalRecord.endMark {
      let isIntact = reader.isAtEnd && JournalRecord.end(chain).elementsEqual(head)
      rest = isIntact ? nil : .damaged(bytes: bytes.count, at: place)
      return nil
    }
    guard let payload = try? reader.take(count) else {
      // A completely written journal ends with a mark. If the mark exists, the length in the record's head is wrong.
      let isMarked = reader.rest.suffix(JournalRecord.headSize).prefix(4).elementsEqual([0xFF, 0xFF, 0xFF, 0xFF])
      rest = isMarked ? .damaged(bytes: bytes.count, at: place) : .torn(bytes: bytes.count, at: place)
      return nil
    }
    let next = JournalRecord.chain(chain, payload)
    guard head.dropFirst(4).elementsEqual(next) else {
      rest = .damaged(bytes: bytes.count, at: place)
      return nil
    }
    guard let record = try? JournalRecord(payload) else {
      let isKnown = JournalRecord.isKnown(payload)
      rest = isKnown ? .damaged(bytes: bytes.count, at: place) : .unknown(bytes: bytes.count, at: place)
      return nil
    }
    chain = next
    place += JournalRecord.headSize + count
    return record
  }
}
