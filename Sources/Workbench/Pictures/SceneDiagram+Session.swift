public import ScenePictures
public import SceneSessions

extension SceneDiagram {
  /// Gathers the objects of a scene.
  ///
  /// - Parameters:
  ///   - session: the scene.
  ///   - id: the object that is shown with all that it holds; nil for the whole scene.
  ///   - depth: how many levels are shown; nil for all.
  /// - Throws: where there is no such object.
  public init(_ session: SceneSession, of id: String? = nil, depth: Int? = nil) throws(EditError) {
    self = try session.asking { model throws(EditError) in
      let root = try id.map { id throws(EditError) in try SceneSession.node(id, in: model) }
      return SceneDiagram(model, of: root, depth: depth)
    }
  }
}
