/// A text with the splices made on it. A text that differs in more than splices has a state of its own, since offsets in
/// one text mean nothing in the other.
final class TextState {
  /// The text without the splices.
  let original: TextBytes
  let overlay: Overlay
  let hash: Hash
  /// The number of this text among all that the document has had; 0 for the one as read.
  let generation: Int

  lazy var map = SourceMap(original.buffer)

  /// - Parameter overlay: the splices made on this very text before, if it is restored.
  init(_ original: TextBytes, generation: Int = 0, overlay: Overlay = Overlay()) {
    self.original = original
    self.generation = generation
    self.overlay = overlay
    hash = Hash()
  }

  /// Shares the text of another state, with splices of its own.
  init(sharing state: TextState, _ overlay: Overlay) {
    (original, hash, generation) = (state.original, state.hash, state.generation)
    self.overlay = overlay
  }
}
