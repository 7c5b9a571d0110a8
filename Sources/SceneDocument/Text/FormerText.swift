/// The state of a document before a structural edit: the differences between the former and the later text, and the
/// attribute edits that were in effect.
///  The former text itself is not kept, but computed from the current text on demand. The memory for an edit therefore
///  depends only on its changes.
package struct FormerText {
  /// The differing spans of the later text, in their order, each with the length of the former text in that place.
  private var differences: [(span: Range<Int>, count: Int)] = []

  /// The former bytes of the spans in `differences`, concatenated.
  private var replaced: [UInt8] = []
  private(set) var overlay: Overlay
  /// The splices of the overlay at the time of the edit. After an undo, the document uses the overlay again and may
  /// change it while another thread reads the former document.
  private(set) var entries: OverlayEntries
  let generation: Int
  /// The generation of the later text, to which `differences` refer.
  let present: Int

  init(overlay: Overlay, generation: Int, present: Int) {
    self.overlay = overlay
    entries = overlay.shared()
    self.generation = generation
    self.present = present
  }

  /// Returns a copy of this state with the splices of a different overlay of the same original text.
  func following(_ overlay: Overlay) -> FormerText {
    var former = self
    (former.overlay, former.entries) = (overlay, overlay.shared())
    return former
  }

  /// Records that `start ..< end` of the later text replaced `old`.
  mutating func add(start: Int, end: Int, old: UnsafeRawBufferPointer) {
    differences.append((start..<end, old.count))
    replaced.append(contentsOf: old)
  }

  /// Returns the former text, and the record from which the current text can be restored; nil if there is not enough
  /// memory.
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
  /// Records in `recorder` the changes from the former text to the later text `next`.
  func recordForth(to next: TextState, in recorder: TextRecorder) {
    var (old, new) = (0, 0)
    let splices = differences.map { span, count in
      let start = old + span.lowerBound - new
      (old, new) = (start + count, span.upperBound)
      return (start..<start + count, UnsafeRawBufferPointer(rebasing: next.original.buffer[span]))
    }
    recorder.note(splices, next.overlay.shared())
  }

  /// Records in `recorder` the changes from the later text back to the former text.
  func recordBack(in recorder: TextRecorder) {
    replaced.withUnsafeBytes { replaced in
      var taken = 0
      let splices = differences.map { span, count in
        defer { taken += count }
        return (span, UnsafeRawBufferPointer(rebasing: replaced[taken..<taken + count]))
      }
      recorder.note(splices, overlay.shared())
    }
  }

  /// Creates the record that restores the text `former` from the text `present`, which replaced it. A single span
  /// covers all differences.
  init(from former: TextState, to present: TextState) {
    self.init(overlay: former.overlay, generation: former.generation, present: present.generation)
    let (old, new) = (former.original.buffer, present.original.buffer)
    let (start, end) = old.common(with: new)
    add(
      start: start, end: new.count - end,
      old: UnsafeRawBufferPointer(rebasing: old[start..<old.count - end]))
  }
}
