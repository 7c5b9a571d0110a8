package import SceneDocument

extension SceneDocument {
  /// The object whose id a person typed: as it is, or as selectors have it, with `#` before it.
  package func node(typed text: String) -> NodeIndex? {
    node(id: text) ?? Selector.id(written: text).flatMap { node(id: $0) }
  }
}
