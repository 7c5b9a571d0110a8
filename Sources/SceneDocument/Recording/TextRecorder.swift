/// Writes down how a document's text changes, as bytes that `TextReplay` makes the same changes of without any plugin.
///
/// A change of attributes costs what differs; a structural one the spans of text that differ. Changes that were taken
/// back, such as those of a dry run, stand there with what took them back until the recorder is cleared.
package final class TextRecorder {
  /// What stands before each change.
  enum Tag {
    static let entry = 1
    static let noEntry = 2
    static let text = 3
  }

  private var writer = ByteWriter()

  package init() {}

  /// The changes since the recorder was cleared.
  package var bytes: [UInt8] { writer.bytes }

  package func clear() {
    // A batch of a million objects should not be paid for ever after.
    writer.bytes.removeAll(keepingCapacity: writer.bytes.capacity < 1 << 20)
  }

  func note(_ entry: Overlay.Entry?, of key: Int) {
    guard let entry else {
      writer.add(Tag.noEntry)
      writer.add(key)
      return
    }
    writer.add(Tag.entry)
    add(entry, key)
  }

  /// Notes a structural edit: how the text that was there becomes the one that is, and the attribute edits on that.
  func note(_ splices: [Splice], _ entries: OverlayEntries) {
    writer.add(Tag.text)
    writer.add(splices.count)
    var end = 0
    for splice in splices {
      writer.add(splice.start - end)
      writer.add(splice.end - splice.start)
      writer.add(splice.text)
      end = splice.end
    }
    writer.add(entries.count)
    entries.visit { add($1, $0) }
  }

  /// A span of the former text, and what stands in its place.
  struct Splice {
    var start: Int
    var end: Int
    var text: UnsafeRawBufferPointer
  }

  private func add(_ entry: Overlay.Entry, _ key: Int) {
    writer.add(key)
    writer.add(entry.start)
    writer.add(entry.end - entry.start)
    writer.add(entry.text)
  }
}
