internal import SceneDocument
internal import SceneSessions

/// A record of the state in which a scene's picture was last drawn.
struct PictureNews {
  /// The session's version; nil before the first drawing.
  private var version: Int?
  private var pluginKey: [String] = []
  private weak var document: SceneDocument?

  /// Returns the objects to redraw; nil for all.
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
