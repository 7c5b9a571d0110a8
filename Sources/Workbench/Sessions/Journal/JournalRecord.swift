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

  static let magic = Array("inspector-journal/1\n".utf8)

  private static let causes: [SceneChange.Cause] = [.edit, .undo, .redo, .rollback]

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
      let (cause, name) = (try reader.number(), try reader.text())
      guard Self.causes.indices.contains(cause) else { throw ByteReader.Damage() }
      self = .edit(cause: Self.causes[cause], name: name, changes: reader.rest)
    default: throw ByteReader.Damage()
    }
  }
}
