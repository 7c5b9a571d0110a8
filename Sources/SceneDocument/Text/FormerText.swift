/// A document's state before a structural edit: the differences of its text, and the attribute edits made on it.
///
/// The text itself is not kept, so that a thousand edits of a large scene cost as much as they changed; it is derived
/// from the present one on demand.
package struct FormerText {
  /// The differing spans of the present text, in their order, each with the number of bytes of `replaced` that stood in
  /// its place.
  private var differences: [(span: Range<Int>, count: Int)] = []

  /// The former text of all differences, one after the other.
  private var replaced: [UInt8] = []
  let overlay: Overlay
  /// The splices of the overlay. An undo makes the overlay the document's again, perhaps while another thread reads the
  /// former document.
  let entries: OverlayEntries
  let generation: Int
  /// The generation whose text `differences` refer to.
  let present: Int

  init(overlay: Overlay, generation: Int, present: Int) {
    self.overlay = overlay
    entries = overlay.entries
    self.generation = generation
    self.present = present
  }

  /// Records that `start ..< end` of the present text replaced `old`.
  mutating func add(start: Int, end: Int, old: UnsafeRawBufferPointer) {
    differences.append((start..<end, old.count))
    replaced.append(contentsOf: old)
  }

  /// Writes the former text, and returns it together with the way back to the present one; nil if there is no memory
  /// for it.
  func written(from present: TextState) -> (text: TextBytes, back: FormerText)? {
    let size = differences.reduce(present.original.count) { $0 + $1.count - $1.span.count }
    guard let text = TextBytes(count: size) else { return nil }
    var back = FormerText(overlay: present.overlay, generation: present.generation, present: generation)
    let original = present.original.buffer
    var (read, written, taken) = (0, 0, 0)
    replaced.withUnsafeBytes { replaced in
      for difference in differences {
        text.write(original[read..<difference.span.lowerBound], at: written)
        written += difference.span.lowerBound - read
        text.write(replaced[taken..<taken + difference.count], at: written)
        back.add(
          start: written, end: written + difference.count,
          old: UnsafeRawBufferPointer(rebasing: original[difference.span]))
        written += difference.count
        taken += difference.count
        read = difference.span.upperBound
      }
    }
    text.write(original[read...], at: written)
    return (text, back)
  }
}

extension FormerText {
  /// Records the changes from the former text to `next`; this value leads back.
  func recordForth(to next: TextState, in recorder: TextRecorder) {
    var (old, new) = (0, 0)
    let splices = differences.map { span, count in
      let start = old + span.lowerBound - new
      (old, new) = (start + count, span.upperBound)
      return (start..<start + count, UnsafeRawBufferPointer(rebasing: next.original.buffer[span]))
    }
    recorder.note(splices, next.overlay.entries)
  }

  /// Records the changes from the present text back to the former one.
  func recordBack(in recorder: TextRecorder) {
    replaced.withUnsafeBytes { replaced in
      var taken = 0
      let splices = differences.map { span, count in
        defer { taken += count }
        return (span, UnsafeRawBufferPointer(rebasing: replaced[taken..<taken + count]))
      }
      recorder.note(splices, overlay.entries)
    }
  }

  /// Makes the way back from a text to the one that it replaced, as one span.
  init(from former: TextState, to present: TextState) {
    self.init(overlay: former.overlay, generation: former.generation, present: present.generation)
    let (old, new) = (former.original.buffer, present.original.buffer)
    let (start, end) = old.common(with: new)
    add(
      start: start, end: new.count - end,
      old: UnsafeRawBufferPointer(rebasing: old[start..<old.count - end]))
  }
}
