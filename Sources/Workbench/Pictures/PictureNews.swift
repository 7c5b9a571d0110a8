internal import SceneDocument
internal import SceneSessions

/// A record of the state of a scene at the last drawing of its picture, from which the objects to redraw follow.
struct PictureNews {
  /// The session's version; nil before the first drawing.
  private var version: Int?
  private var pluginKey: [String] = []
  private weak var document: SceneDocument?

  /// Returns the objects that changed since the last call and need a new drawing, sorted; nil for all objects.
  ///
  /// - Parameter hasLayout: true if the picture uses a layout, which is valid only for the document that it was made of.
  mutating func take(_ session: SceneSession, _ model: SceneModel, hasLayout: Bool) -> [NodeIndex]? {
    let changes = version.map { session.changes(after: $0, upTo: model.version) }
    // A layout reads the document that it was made with, which another thread may use by now.
    let isOther = pluginKey != model.pluginKey || hasLayout && document !== model.document
    (version, pluginKey, document) = (model.version, model.pluginKey, model.document)
    guard let changes, !isOther,
      !changes.contains(where: { $0.map != nil || !$0.colors.isEmpty || !$0.structure.isEmpty })
    else { return nil }
    let touched = Set(changes.flatMap(\.nodes))
    guard !touched.isEmpty, model.hasParentReaders else { return touched.sorted() }
    return touched.union(DependentBuilds.readers(below: NodeSet(touched), in: model)).sorted()
  }
}
