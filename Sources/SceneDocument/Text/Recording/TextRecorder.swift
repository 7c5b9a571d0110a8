/// A recorder of the changes to a document's text, as bytes from which `TextReplay` can repeat them without any plugin.
///
/// The record of a change is about as large as the changed text. A change that was undone, such as that of a dry run,
/// stays in the record together with its undoing until the recorder is cleared.
package final class TextRecorder {
  /// The numbers that precede each change and identify its kind.
  enum Tag {
    static let entry = 1
    static let noEntry = 2
    static let text = 3
  }

  private var writer = ByteWriter()

  /// The changed loose keys of an overlay. Their splices are written when the record is read, since many edits may
  /// replace one of them.
  private var loose: Set<UInt32> = []
  private var overlay: Overlay?

  package init() {}

  /// The record of all changes since the recorder was created or last cleared.
  package var bytes: [UInt8] {
    writeLoose()
    return writer.bytes
  }

  package func clear() {
    (loose, overlay) = ([], nil)
    // The memory for an edit of a million objects should not be kept for ever.
    writer.bytes.removeAll(keepingCapacity: writer.bytes.capacity < 1 << 20)
  }

  /// Records the new splice of a key that is dense.
  func note(_ entry: Overlay.Entry?, of key: UInt32) { write(entry, of: key) }

  /// Records that the splice of a key that is not dense has changed in an overlay.
  func noteChange(of key: UInt32, in overlay: Overlay) {
    if overlay !== self.overlay { writeLoose() }
    self.overlay = overlay
    loose.insert(key)
  }

  private func writeLoose() {
    guard let overlay else { return }
    for key in loose.sorted() { write(overlay[key], of: key) }
    (loose, self.overlay) = ([], nil)
  }

  private func write(_ entry: Overlay.Entry?, of key: UInt32) {
    guard let entry else {
      writer.add(Tag.noEntry)
      writer.add(Int(key))
      return
    }
    writer.add(Tag.entry)
    add(entry, key)
  }

  /// Records a structural edit: the spans of the old text with their replacements, and the attribute edits of the new
  /// text.
  func note(_ splices: [(span: Range<Int>, text: UnsafeRawBufferPointer)], _ entries: OverlayEntries) {
    writeLoose()
    writer.add(Tag.text)
    writer.add(splices.count)
    var end = 0
    for splice in splices {
      writer.add(splice.span.lowerBound - end)
      writer.add(splice.span.count)
      writer.add(splice.text)
      end = splice.span.upperBound
    }
    writer.add(entries.count)
    entries.visit { add($1, $0) }
  }

  private func add(_ entry: Overlay.Entry, _ key: UInt32) {
    writer.add(Int(key))
    writer.add(entry.start)
    writer.add(entry.end - entry.start)
    writer.add(entry.text)
  }
}
