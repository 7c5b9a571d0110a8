/// What a document was before a structural edit: what differs in its text, and the attribute edits that were made on it.
///
/// The text itself is not kept, so that a thousand edits of a large scene cost what they changed; it is derived from
/// the present one when it is wanted back.
struct FormerText {
  /// A span of the present text, and how many bytes of `replaced` stood in its place.
  struct Difference {
    var start: Int
    var end: Int
    var count: Int
  }

  /// In the order of the text.
  private(set) var differences: [Difference] = []
  private(set) var replaced: [UInt8] = []
  let overlay: Overlay
  let generation: Int
  /// The generation whose text `differences` speak of.
  let present: Int

  init(overlay: Overlay, generation: Int, present: Int) {
    self.overlay = overlay
    self.generation = generation
    self.present = present
  }

  /// Notes that `start ..< end` of the present text stands where `old` stood.
  mutating func add(start: Int, end: Int, old: UnsafeRawBufferPointer) {
    differences.append(Difference(start: start, end: end, count: old.count))
    replaced.append(contentsOf: old)
  }

  /// Writes the former text, and answers it together with what leads back to the present one; nil where there is no
  /// memory for it.
  func written(from present: SceneState) -> (text: SceneBytes, back: FormerText)? {
    let size = differences.reduce(present.source.count) { $0 + $1.count - ($1.end - $1.start) }
    guard let text = SceneBytes(count: size) else { return nil }
    var back = FormerText(overlay: present.overlay, generation: present.generation, present: generation)
    let source = present.source.buffer
    var (read, written, taken) = (0, 0, 0)
    replaced.withUnsafeBytes { replaced in
      for difference in differences {
        text.write(source[read..<difference.start], at: written)
        written += difference.start - read
        text.write(replaced[taken..<taken + difference.count], at: written)
        back.add(
          start: written, end: written + difference.count,
          old: UnsafeRawBufferPointer(rebasing: source[difference.start..<difference.end]))
        written += difference.count
        taken += difference.count
        read = difference.end
      }
    }
    text.write(source[read...], at: written)
    return (text, back)
  }
}
