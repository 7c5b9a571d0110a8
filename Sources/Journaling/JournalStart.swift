internal import InspectorKit
internal import SceneDocument

/// A text that a journal's edits can go on from: that which its first edit was made on, or one that was saved since.
struct JournalStart {
  /// How many edits of the journal it holds.
  let edits: Int
  let mark: ArraySlice<UInt8>
  /// What distinguished the file from others; nil where the edits do not begin with a file that was read.
  private(set) var file: String?
  /// Nil where the process ended before that was known.
  private(set) var sha256: String?

  static func all(of records: [JournalRecord]) -> [JournalStart] {
    var starts: [JournalStart] = []
    for record in records {
      switch record {
      case .saved(let edits, let sha256, let mark):
        starts.append(JournalStart(edits: edits, mark: mark, sha256: sha256))
      case .read(let file, let mark): starts.append(JournalStart(edits: 0, mark: mark, file: file))
      case .readSHA256(let sha256) where starts.first?.sha256 == nil && !starts.isEmpty: starts[0].sha256 = sha256
      default: break
      }
    }
    return starts
  }

  /// The last one that the scene's file is.
  static func last(of starts: [JournalStart], for text: DocumentSnapshot, _ file: String?) -> JournalStart? {
    guard !starts.isEmpty else { return nil }
    let sha256 = text.sha256
    return starts.last { $0.sha256 == sha256 || $0.sha256 == nil && file != nil && $0.file == file }
  }

  /// The last one that a copy of the scene is, which was made of the text that the first edit was made on.
  static func last(of starts: [JournalStart], for copy: JournalFolder.Copy) -> JournalStart? {
    let sha256 = copy.sha256 ?? SHA256.hex(of: copy.text)
    return starts.last { $0.sha256 == sha256 }
      ?? starts.first { $0.sha256 == nil && (copy.sha256 != nil || $0.size == copy.text.count) }
  }

  /// How many bytes the file had that was read.
  private var size: Int? {
    // As `SceneDocument.fileMark` has it: inode, size and time.
    file?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }
}
