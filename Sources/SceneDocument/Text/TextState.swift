/// A text with the splices made on it. A text that differs in more than splices has a state of its own, since offsets in
/// one text mean nothing in the other.
final class TextState {
  /// The text without the splices.
  let original: TextBytes
  let overlay: Overlay
  let hash: Hash
  /// The number of this text among all that the document has had; 0 for the one as read.
  let generation: Int

  /// The overlay that keeps shared texts alive, where another document uses them too.
  private let lender: Overlay?

  lazy var map = SourceMap(original.buffer)

  /// - Parameter overlay: the splices made on this very text before, where it is restored.
  init(_ original: TextBytes, generation: Int = 0, overlay: Overlay = Overlay()) {
    self.original = original
    self.generation = generation
    self.overlay = overlay
    hash = Hash()
    lender = nil
  }

  /// Shares the text of another state; its own splices begin as those of a snapshot.
  init(sharing state: TextState, _ snapshot: DocumentSnapshot) {
    (original, hash, generation) = (state.original, state.hash, state.generation)
    (overlay, lender) = (Overlay(), snapshot.overlay)
    snapshot.entries.visitUnsorted { overlay[$0] = $1 }
  }
}
