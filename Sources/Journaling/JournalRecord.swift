internal import InspectorKit
internal import SceneDocument

/// One record of a journal file.
///
/// The file begins with ``magic``. Each record consists of its payload's length (four bytes, the lowest first), a chain
/// of eight bytes, and the payload. The chain is the beginning of the SHA-256 of the previous record's chain and this
/// payload, so a record is sound only if all earlier records are unchanged. The file ends with a mark in the form of a
/// record's head (``end(_:)``), which the next record overwrites. If the mark is missing, the last record may be
/// incomplete.
enum JournalRecord: Hashable {
  /// The first record: the scene's path with all symbolic links resolved. `marksEnd` is true if the journal ends with a
  /// mark, which earlier versions did not write.
  case scene(path: String, marksEnd: Bool = true)

  /// A save: the scene's file contains, or was about to contain, a text with this SHA-256 (64 hexadecimal digits),
  /// which includes the first `edits` edits of this journal. `mark` is the result of `DocumentSnapshot.mark()` for this
  /// text.
  case saved(edits: Int, sha256: String, mark: ArraySlice<UInt8>)

  /// An edit, undo, redo or rollback, with its name and its changes to the text.
  case edit(cause: SceneChange.Cause, name: String, changes: ArraySlice<UInt8>)

  /// The start of the edits: the scene's file as it was read. `file` is the file's identity (inode, size and time), and
  /// `mark` is the result of `DocumentSnapshot.mark()` for its text. The SHA-256 follows in a separate record, since
  /// edits do not wait for its computation.
  case read(file: String, mark: ArraySlice<UInt8>)

  /// The SHA-256 of the text from which the edits start.
  case readSHA256(String)

  /// The start of a scratch's edits. `changes` transform the scene's text, which the copy with the number `file`
  /// contains, into the scratch's text.
  case scratch(Int, name: String, file: Int, changes: ArraySlice<UInt8>)

  /// An edit of a scratch.
  case scratchEdit(Int, cause: SceneChange.Cause, name: String, changes: ArraySlice<UInt8>)

  /// The end of a scratch: the scratch was committed or discarded.
  case scratchEnd(Int)

  /// A piece of the changes of an edit whose record follows later. The number identifies the pieces of one edit.
  case piece(Int, ArraySlice<UInt8>)

  /// An edit whose changes begin with the pieces of the given number, in their order. Records of other edits may lie
  /// between the pieces.
  indirect case joined(pieces: Int, JournalRecord)

  static let magic = Array("inspector-journal/2\n".utf8)

  /// The first bytes of a journal in the previous format. That format had only the first three kinds of records.
  static let formerMagic = Array("inspector-journal/1\n".utf8)

  /// The common prefix of the journals of all versions.
  static let anyMagic = Array("inspector-journal/".utf8)

  // MARK: Bytes

  /// The size of a record's head, in bytes: the length and the chain.
  static let headSize = 12
  static let firstChain = [UInt8](repeating: 0, count: 8)

  /// The value of the length field in the mark at the end of the file.
  static let endMark = 0xFFFF_FFFF

  static func head(_ count: UInt32, _ chain: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + chain
  }

  /// Returns the chain of a record: the first eight bytes of a SHA-256.
  ///
  /// - Parameter former: the chain of the previous record.
  static func chain(_ former: [UInt8], _ payload: ArraySlice<UInt8>) -> [UInt8] {
    var hash = SHA256()
    former.withUnsafeBytes { hash.add($0) }
    payload.withUnsafeBytes { hash.add($0) }
    return Array(hash.digest().prefix(8))
  }

  /// Returns the mark after the last record.
  ///
  /// - Parameter chain: the chain of that record.
  static func end(_ chain: [UInt8]) -> [UInt8] {
    head(UInt32(endMark), Self.chain(chain, Array("end".utf8)[...]))
  }

  /// Returns true if this version supports the kind of the record with this payload. An empty payload counts as
  /// supported.
  static func isKnown(_ payload: ArraySlice<UInt8>) -> Bool { payload.first.map { $0 < 10 } ?? true }

  private static let causes: [SceneChange.Cause] = [.edit, .undo, .redo, .rollback]

  private static func cause(_ number: Int) throws(ByteReader.Damage) -> SceneChange.Cause {
    guard causes.indices.contains(number) else { throw ByteReader.Damage() }
    return causes[number]
  }

  /// The name of the recorded edit; nil for any other record.
  var editName: String? {
    switch self {
    case .edit(_, let name, _), .scratchEdit(_, _, let name, _): name
    default: nil
    }
  }

  /// The number of the record's scratch; nil for a record of the scene.
  var scratch: Int? {
    switch self {
    case .scratch(let number, _, _, _), .scratchEdit(let number, _, _, _), .scratchEnd(let number): number
    default: nil
    }
  }

  var payload: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .scene(let path, let marksEnd):
      writer.add(0)
      writer.add(path)
      if marksEnd { writer.add(1) }
    case .saved(let edits, let sha256, let mark):
      writer.add(1)
      writer.add(edits)
      writer.add(sha256)
      writer.bytes += mark
    case .edit(let cause, let name, let changes):
      writer.add(2)
      writer.add(Self.causes.firstIndex(of: cause) ?? 0)
      writer.add(name)
      writer.bytes += changes
    case .read(let file, let mark):
      writer.add(3)
      writer.add(file)
      writer.bytes += mark
    case .readSHA256(let sha256):
      writer.add(4)
      writer.add(sha256)
    case .scratch(let number, let name, let file, let changes):
      writer.add(5)
      writer.add(number)
      writer.add(name)
      writer.add(file)
      writer.bytes += changes
    case .scratchEdit(let number, let cause, let name, let changes):
      writer.add(6)
      writer.add(number)
      writer.add(Self.causes.firstIndex(of: cause) ?? 0)
      writer.add(name)
      writer.bytes += changes
    case .scratchEnd(let number):
      writer.add(7)
      writer.add(number)
    case .piece(let number, let bytes):
      writer.add(8)
      writer.add(number)
      writer.bytes += bytes
    case .joined(let number, let record):
      writer.add(9)
      writer.add(number)
      writer.bytes += record.payload
    }
    return writer.bytes
  }

  init(_ payload: ArraySlice<UInt8>) throws(ByteReader.Damage) {
    var reader = ByteReader(payload)
    switch try reader.number() {
    case 0:
      let path = try reader.text()
      self = .scene(path: path, marksEnd: !reader.isAtEnd)
    case 1:
      let (edits, sha256) = (try reader.number(), try reader.text())
      self = .saved(edits: edits, sha256: sha256, mark: reader.rest)
    case 2:
      let cause = try Self.cause(try reader.number())
      self = .edit(cause: cause, name: try reader.text(), changes: reader.rest)
    case 3:
      let file = try reader.text()
      self = .read(file: file, mark: reader.rest)
    case 4: self = .readSHA256(try reader.text())
    case 5:
      let (number, name, file) = (try reader.number(), try reader.text(), try reader.number())
      self = .scratch(number, name: name, file: file, changes: reader.rest)
    case 6:
      let (number, cause) = (try reader.number(), try Self.cause(try reader.number()))
      self = .scratchEdit(number, cause: cause, name: try reader.text(), changes: reader.rest)
    case 7: self = .scratchEnd(try reader.number())
    case 8:
      let number = try reader.number()
      self = .piece(number, reader.rest)
    case 9:
      let number = try reader.number()
      self = .joined(pieces: number, try JournalRecord(reader.rest))
    default: throw ByteReader.Damage()
    }
  }
}

extension JournalRecord {
  /// Returns the edit with `first` inserted before its own changes; nil for a record that is not an edit.
  func following(_ first: [UInt8]) -> JournalRecord? {
    switch self {
    case .edit(let cause, let name, let changes): .edit(cause: cause, name: name, changes: (first + changes)[...])
    case .scratchEdit(let number, let cause, let name, let changes):
      .scratchEdit(number, cause: cause, name: name, changes: (first + changes)[...])
    default: nil
    }
  }
}

extension [JournalRecord] {
  /// The records with the pieces merged into their edits.
  var joined: [JournalRecord] {
    var pieces: [Int: [UInt8]] = [:]
    return compactMap { record in
      switch record {
      case .piece(let number, let bytes):
        pieces[number, default: []] += bytes
        return nil
      case .joined(let number, let edit): return edit.following(pieces.removeValue(forKey: number) ?? [])
      default: return record
      }
    }
  }
}
