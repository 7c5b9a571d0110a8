internal import SceneDocument

/// What a journal holds, one record after another.
///
/// The file begins with ``magic``. Each record is its length (four bytes, the lowest first), eight bytes of the SHA-256 of
/// the former record's eight bytes and its own, and its own; so a record stands only behind those it was written behind,
/// and what a power cut tore, or a former use of the disk left, ends the journal.
enum JournalRecord: Hashable {
  /// The first one: which scene this is about, by its path with all symbolic links followed.
  case scene(path: String)

  /// The scene's file holds, or was about to hold, a text of this SHA-256 (64 hexadecimal digits): that of the state
  /// after so many edits of this journal.
  case saved(edits: Int, sha256: String, mark: ArraySlice<UInt8>)

  /// An edit, or one that was taken back: its name, and what it did to the text.
  case edit(cause: SceneChange.Cause, name: String, changes: ArraySlice<UInt8>)

  /// The edits begin with the scene's file as it was read: what told it from others then, and the mark of its text. Its
  /// SHA-256 follows in a record of its own, since an edit does not wait for that.
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

  private static let causes: [SceneChange.Cause] = [.edit, .undo, .redo, .rollback]

  private static func cause(_ number: Int) throws(ByteReader.Damage) -> SceneChange.Cause {
    guard causes.indices.contains(number) else { throw ByteReader.Damage() }
    return causes[number]
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
    case .scene(let path):
      writer.add(0)
      writer.add(path)
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
    case 0: self = .scene(path: try reader.text())
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
