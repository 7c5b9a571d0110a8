public import SceneDocument

/// A front end's position in a session: the current object, the previously current one, and the selected objects.
///
/// Front ends that share a session have a cursor each, which one thread uses at a time. A cursor follows structural
/// edits by any caller: a moved object stays current; if the current object is removed, its innermost surviving
/// ancestor becomes current.
///
/// ```swift
/// let cursor = SceneCursor(in: session)
/// cursor.go(to: try session.node(id: "card"))
/// try session.undo()  // may insert, move or remove objects
/// cursor.current      // the same object, by its new number
/// ```
///
/// The numbers of objects that a cursor returns are valid until the next structural edit.
public final class SceneCursor {
  /// The session whose objects the cursor refers to; see ``follow(_:)``.
  public private(set) var session: SceneSession

  /// The session's version in which the object numbers of the position are valid.
  private var version: Int
  private var position = Position()

  private struct Position {
    /// The ancestors of the current object, outermost first, then the object itself.
    var path: [NodeIndex] = []
    var formerPath: [NodeIndex] = []
    var selection: [NodeIndex] = []
  }

  /// Creates a cursor without a current object.
  public init(in session: SceneSession) {
    self.session = session
    version = session.version
  }

  /// The current object; nil if there is none.
  public var current: NodeIndex? { path.last }

  /// The ancestors of the current object, outermost first, then the object itself; empty if no object is current.
  public var path: [NodeIndex] { read { position, _ in position.path } }

  /// The selected objects, in the order in which they were selected.
  public var selection: [NodeIndex] { read { position, _ in position.selection } }

  /// Makes an object the current one, or none if `node` is nil, and clears the selection.
  public func go(to node: NodeIndex?) {
    read { position, document in
      position = Position(path: node.map { Self.path(to: $0, in: document) } ?? [], formerPath: position.path)
    }
  }

  /// Returns to the previously current object, and clears the selection. A second call switches back.
  public func goBack() {
    read { position, _ in position = Position(path: position.formerPath, formerPath: position.path) }
  }

  /// Replaces the selection with the given objects, in this order.
  public func select(_ nodes: [NodeIndex]) { read { position, _ in position.selection = nodes } }

  /// Moves the cursor to a different session, such as a scratch's. The position's objects are looked up by their ids in
  /// the new session; missing objects are dropped.
  public func follow(_ session: SceneSession) {
    let (ids, selected) = read { position, document in
      ([position.path, position.formerPath].map { $0.last.map(document.id) }, position.selection.map(document.id))
    }
    self.session = session
    session.withModel { model in
      let document = model.document
      let paths = ids.map { id in id.flatMap { document.node(id: $0) }.map { Self.path(to: $0, in: document) } ?? [] }
      position = Position(
        path: paths[0], formerPath: paths[1], selection: selected.compactMap { document.node(id: $0) })
      version = model.version
    }
  }

  /// Calls `body` with the position and the current document, after updating the position's object numbers.
  @discardableResult private func read<R>(_ body: (inout Position, SceneDocument) -> R) -> R {
    session.withModel { model in
      let maps = session.changes(after: version, upTo: model.version).compactMap(\.map)
      version = model.version
      for map in maps {
        position.path = position.path.compactMap(map.new)
        position.formerPath = position.formerPath.compactMap(map.new)
        position.selection = position.selection.compactMap(map.new)
      }
      if !maps.isEmpty {
        position.path = position.path.last.map { Self.path(to: $0, in: model.document) } ?? []
        position.formerPath = position.formerPath.last.map { Self.path(to: $0, in: model.document) } ?? []
      }
      return body(&position, model.document)
    }
  }

  private static func path(to node: NodeIndex, in document: SceneDocument) -> [NodeIndex] {
    var nodes = [node]
    while let parent = document.parent(nodes[nodes.count - 1]) { nodes.append(parent) }
    return nodes.reversed()
  }
}
