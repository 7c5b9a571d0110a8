public import ScenePictures
public import SceneSessions

extension Diagram {
  /// Creates a diagram of a scene's object tree, with the classes, titles and stored attributes of the objects.
  ///
  /// - Parameters:
  ///   - session: the scene.
  ///   - id: the object to show with its descendants; nil for the whole scene.
  ///   - depth: the maximum number of levels to show; nil for all.
  /// - Throws: an error if the scene has no object with this id.
  public init(_ session: SceneSession, of id: String? = nil, depth: Int? = nil) throws(Diagnostic) {
    self = try session.asking { model throws(Diagnostic) in
      let root = try id.map { id throws(Diagnostic) in try SceneSession.node(id, in: model) }
      return Diagram(model, of: root, depth: depth)
    }
  }
}
