internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The references to update after a structural edit: references to objects with a new id, and references between
/// objects that are copied together.
struct ReferenceFollowing {
  /// The references to objects that get a new id, each with that id. Objects are numbered as before the edit.
  private var renamed: [(reference: PropertyReference, id: String)] = []

  /// The copied objects, by the index of the change that copies them, with the references inside each copy. Both
  /// objects of a reference are numbered relative to the top of the copy.
  private var copied: [(change: Int, references: [(offset: Int, place: Int, target: Int)])] = []

  init(_ changes: [StructureChange], in model: SceneModel) {
    let document = model.document
    var ids: [ExactText: String] = [:]
    for case .setID(let id, let node) in changes {
      ids[ExactText(document.id(node))] = id
      for inner in document.innerObjects(of: node) {
        let address = document.id(inner)
        ids[ExactText(address)] = address.rest(after: document.id(node)).map { id + $0 }
      }
    }
    renamed = model.references(to: Set(ids.keys)).compactMap { reference in
      reference.isWhole ? ids[ExactText(reference.id)].map { (reference, $0) } : nil
    }
    for (place, change) in changes.enumerated() {
      guard case .duplicate(let top, _, _) = change, model.hasReferences else { continue }
      let nodes = top..<document.afterSubtree(top)
      let references = nodes.flatMap { node in
        model.references(of: node).compactMap { reference -> (Int, Int, Int)? in
          guard reference.isWhole, let target = document.node(id: reference.id), nodes.contains(target) else {
            return nil
          }
          return (node.number - top.number, reference.place, target.number - top.number)
        }
      }
      if !references.isEmpty { copied.append((place, references)) }
    }
  }

  /// True if no reference needs an update.
  var isEmpty: Bool { renamed.isEmpty && copied.isEmpty }

  /// Returns a property whose updated reference would resolve to a different object, with the new id and the id of that
  /// object; nil if there is none. Inside a placeholder, ids are first resolved among the placeholder's own objects.
  func captured(
    after restore: StructureRestore, in model: SceneModel
  ) -> (property: String, id: String, meant: String)? {
    for (reference, id) in renamed {
      guard let node = restore.map.new(reference.node), let binding = model.binding(of: node) else { continue }
      let key = model.storedKey(node, binding, at: reference.place)
      let meant = model.document.address(id, from: node, key: key)
      if !meant.isExactly(id) { return ("\(model.document.id(node)).\(key)", id, meant) }
    }
    return nil
  }

  /// Returns the edits of the referring objects after the structural edit, in document order.
  func edits(after restore: StructureRestore, in model: SceneModel) -> [ObjectEdit] {
    var values: [NodeIndex: [(place: Int, id: String)]] = [:]
    for (reference, id) in renamed {
      guard let node = restore.map.new(reference.node) else { continue }
      values[node, default: []].append((reference.place, id))
    }
    for (change, references) in copied {
      guard let top = restore.nodes[change] else { continue }
      for (offset, place, target) in references {
        let id = model.document.id(NodeIndex(top.number + target))
        values[NodeIndex(top.number + offset), default: []].append((place, id))
      }
    }
    return values.sorted { $0.key < $1.key }.compactMap { ObjectEdit(storing: $1, in: $0, model) }
  }
}

extension ObjectEdit {
  /// Creates an edit that stores ids in properties of an object that refer to other objects; nil if no plugin declares
  /// the object's class.
  init?(storing values: [(place: Int, id: String)], in node: NodeIndex, _ model: SceneModel) {
    guard let binding = model.binding(of: node) else { return nil }
    self.init(
      node, cells: values.map { ($0.place, .value(.string($0.id))) },
      changes: values.map { place, id in
        .set(key: model.storedKey(node, binding, at: place), value: JSONString.quoted(id))
      })
  }
}
