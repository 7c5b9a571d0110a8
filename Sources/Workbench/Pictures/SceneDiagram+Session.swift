public import ScenePictures
public import SceneSessions

extension SceneDiagram {
  /// Creates a diagram of the objects of a scene.
  ///
  /// - Parameters:
  ///   - session: the scene.
  ///   - id: the object that is shown with its descendants; nil for the whole scene.
  ///   - depth: the number of levels shown; nil for all.
  /// - Throws: if there is no such object.
  public init(_ session: SceneSession, of id: String? = nil, depth: Int? = nil) throws(Diagnostic) {
    self = try session.asking { model throws(Diagnostic) in
      let root = try id.map { id throws(Diagnostic) in try SceneSession.node(id, in: model) }
      return SceneDiagram(model, of: root, depth: depth)
    }
  }
}
