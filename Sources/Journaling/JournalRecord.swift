internal import InspectorKit
internal import SceneDocument

/// What a journal holds, one record after another.
///
/// The file begins with ``magic``. Each record is its length (four bytes, the lowest first), eight bytes of the SHA-256 of
/// the former record's eight bytes and its own, and its own; so a record is sound only after those it was written after.
/// At the end of the file is a mark in the form of a record's head (``end(_:)``), which the next record is written over:
/// where it is missing, the last one may not have been written to its end.
enum JournalRecord: Hashable {
  /// The first one: which scene this is about, by its path with all symbolic links followed; and whether the end of the
  /// journal is marked, which former versions did not do.
  case scene(path: String, marksEnd: Bool = true)

  /// The scene's file holds, or was about to hold, a text of this SHA-256 (64 hexadecimal digits): that of the state
  /// after so many edits of this journal.
  case saved(edits: Int, sha256: String, mark: ArraySlice<UInt8>)

  /// An edit, or one that was taken back: its name, and what it did to the text.
  case edit(cause: SceneChange.Cause, name: String, changes: ArraySlice<UInt8>)

  /// The edits begin with the scene's file as it was read: what distinguished it from other files then, and the mark of
  /// its text. Its SHA-256 follows in a record of its own, since an edit does not wait for that.
  case read(file: String, mark: ArraySlice<UInt8>)

  /// The SHA-256 of the text that the edits begin with.
  case readSHA256(String)

  /// A scratch has a text of its own from now on: that of the scene that it was made over lies in a file of this number,
  /// and `changes` make its own of that.
  case scratch(Int, name: String, file: Int, changes: ArraySlice<UInt8>)

  /// An edit of a scratch.
  case scratchEdit(Int, cause: SceneChange.Cause, name: String, changes: ArraySlice<UInt8>)

  /// A scratch was committed or given up.
  case scratchEnd(Int)

  static let magic = Array("inspector-journal/2\n".utf8)

  /// What former versions began with; they had the first three records only.
  static let formerMagic = Array("inspector-journal/1\n".utf8)

  /// What journals of all versions begin with.
  static let anyMagic = Array("inspector-journal/".utf8)

  // MARK: bytes

  /// The length and the eight bytes before each record's own.
  static let headSize = 12
  static let firstChain = [UInt8](repeating: 0, count: 8)

  /// The length that the mark at the end has.
  static let endMark = 0xFFFF_FFFF

  static func head(_ count: UInt32, _ chain: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + chain
  }

  /// The eight bytes of a record.
  ///
  /// - Parameter former: those of the record before it.
  static func chain(_ former: [UInt8], _ payload: ArraySlice<UInt8>) -> [UInt8] {
    var hash = SHA256()
    former.withUnsafeBytes { hash.add($0) }
    payload.withUnsafeBytes { hash.add($0) }
    return Array(hash.digest().prefix(8))
  }

  /// The mark after a record.
  ///
  /// - Parameter chain: the record's eight bytes.
  static func end(_ chain: [UInt8]) -> [UInt8] {
    head(UInt32(endMark), Self.chain(chain, Array("end".utf8)[...]))
  }

  /// Whether a record is of a kind that is known.
  static func isKnown(_ payload: ArraySlice<UInt8>) -> Bool { payload.first.map { $0 < 8 } ?? true }

  private static let causes: [SceneChange.Cause] = [.edit, .undo, .redo, .rollback]

  private static func cause(_ number: Int) throws(ByteReader.Damage) -> SceneChange.Cause {
    guard causes.indices.contains(number) else { throw ByteReader.Damage() }
    return causes[number]
  }

  /// The name of the edit that it is.
  var editName: String? {
    switch self {
    case .edit(_, let name, _), .scratchEdit(_, _, let name, _): name
    default: nil
    }
  }

  /// The scratch that it is about.
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
    default: throw ByteReader.Damage()
    }
  }
}
