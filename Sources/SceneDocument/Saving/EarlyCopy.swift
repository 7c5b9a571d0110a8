import Glibc
import JSONText

/// The new file of a scene that is still being read and edited, under no name yet: its text as far as it is settled is
/// written beside that work.
///
/// Saving takes it where what was written is how the text to be saved begins, and writes the rest behind it. Else it is
/// thrown away as if it had never been.
package final class EarlyCopy: @unchecked Sendable {
  // Used by one thread at a time: first whoever edits, then whoever saves.
  private let source: SceneBytes
  /// Holds the texts of the edits.
  private let overlay: Overlay
  private let target: String
  let file: AtomicFile
  private let writer: BackgroundWriter

  /// The edits that are settled, in the order of their spans.
  @exclusivity(unchecked) private var entries: [Overlay.Entry] = []
  @exclusivity(unchecked) private var offset = 0
  @exclusivity(unchecked) private var pieces: BackgroundWriter.Pieces = []
  private var isEnded = false
  private var isTaken = false

  /// Scenes of so many bytes are worth a thread.
  package static let least = 4 << 20
  /// What is handed to the thread at once.
  private static let batch = 1024

  /// Begins the file; nil where that does not pay, or cannot be done: then saving says why.
  ///
  /// - Parameters:
  ///   - path: where the document will be saved.
  ///   - least: of how many bytes a document is at least for which it pays.
  package init?(of document: SceneDocument, to path: String, from least: Int = EarlyCopy.least) {
    guard document.source.count >= least, !path.isEmpty, let target = AtomicFile.resolve(path),
      Self.isFileToReplace(target), let file = try? AtomicFile(name: path, target: target)
    else { return nil }
    guard let writer = BackgroundWriter(file.descriptor) else {
      _ = file.abandon(0)
      return nil
    }
    (source, overlay) = (document.source, document.overlay)
    (self.target, self.file, self.writer) = (target, file, writer)
  }

  deinit {
    if !isTaken { abandon() }
  }

  private static func isFileToReplace(_ target: String) -> Bool {
    guard let status = FileIdentity.status(target) else { return true }
    return status.st_mode & S_IFMT == S_IFREG && access(target, W_OK) == 0
  }

  /// Takes an edit that will be made, and with it all of the text before it.
  package func add(_ edit: PreparedEdit) {
    guard !isEnded, let entry = edit.entry else { return }
    // What stands before what is written already can only be told by saving, which will not take this then.
    guard entry.start >= offset else { return end() }
    add(offset..<entry.start)
    if !entry.text.isEmpty { pieces.append(entry.text) }
    offset = entry.end
    entries.append(entry)
    if pieces.count >= Self.batch { flush() }
  }

  /// From here on nothing is known.
  package func end() {
    isEnded = true
    flush()
  }

  private func add(_ span: Range<Int>) {
    if !span.isEmpty { pieces.append(UnsafeRawBufferPointer(start: source.base + span.lowerBound, count: span.count)) }
  }

  private func flush() {
    guard !pieces.isEmpty else { return }
    writer.add(pieces)
    pieces = []
    pieces.reserveCapacity(Self.batch + 2)
  }

  private func abandon() {
    writer.stop()
    _ = file.abandon(0)
  }

  /// The file with the whole of a text written to it, for whoever saves that; nil where it is of no use. Can be asked for
  /// once.
  func take(for snapshot: DocumentSnapshot, target: String, control: SaveControl) throws(SaveError) -> AtomicFile? {
    guard !isTaken else { return nil }
    isTaken = true
    let list = snapshot.entries.sorted
    let isBeginning = list.count >= entries.count && zip(entries, list).allSatisfy { $0 == $1.entry }
    guard source === snapshot.source, target == self.target, isBeginning else {
      abandon()
      return nil
    }
    flush()
    guard writer.finish() == 0 else {
      abandon()
      return nil
    }
    do throws(SystemError) {
      try snapshot.write(to: file.descriptor, behind: entries.count, isDurable: true, control: control)
    } catch {
      abandon()
      if error.code == ECANCELED { throw .cancelled(target) }
      return nil
    }
    return file
  }
}
