/// An original text with the splices made on it. Each replacement of the whole text makes a new state, since an offset
/// is valid only in the text to which it refers.
final class TextState {
  /// The text without the splices.
  let original: TextBytes
  let overlay: Overlay
  let hash: Hash
  /// The generation of this text; see ``TextDocument/generation``.
  let generation: Int

  lazy var map = SourceMap(original.buffer)

  /// Creates the state of a new or restored text.
  ///
  /// - Parameter overlay: the splices that were made on a restored text; empty for a new one.
  init(_ original: TextBytes, generation: Int = 0, overlay: Overlay = Overlay()) {
    self.original = original
    self.generation = generation
    self.overlay = overlay
    hash = Hash()
  }

  /// Creates a state that shares the original text of an existing state, but has other splices.
  init(sharing state: TextState, _ overlay: Overlay) {
    (original, hash, generation) = (state.original, state.hash, state.generation)
    self.overlay = overlay
  }
}
