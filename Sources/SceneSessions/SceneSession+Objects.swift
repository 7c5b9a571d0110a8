public import SceneDocument

extension SceneSession {
  /// The number of an object, by its id; the error says which id may have been meant.
  public func node(id: String) throws(EditError) -> NodeIndex {
    try withModel { model throws(EditError) in try Self.node(id, in: model) }
  }
}
