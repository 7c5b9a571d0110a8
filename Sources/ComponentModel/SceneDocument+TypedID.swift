package import SceneDocument

extension SceneDocument {
  /// Returns the object whose id the user typed, either bare or in selector form with a leading `#`; nil if there is
  /// none.
  package func node(typed text: String) -> NodeIndex? {
    node(id: text) ?? Selector.id(written: text).flatMap { node(id: $0) }
  }
}
