/// A change to the tree of objects, or to an object's id, class, name or other members.
///
/// All changes of one edit identify objects by their numbers before the edit.
public enum StructureChange: Hashable, Sendable {
  /// Inserts an object, given as JSON text. Its numbers and strings stay as written; its spaces and line breaks are
  /// replaced to match the objects around it. The set `filling` contains offsets, in the text, of the `[` of lists of
  /// children. These lists are laid out as if they had been inserted empty, and a later edit had filled them.
  case insert(object: [UInt8], at: ObjectPlace, filling: Set<Int> = [])

  /// Removes an object with its descendants. The same edit may also contain changes to the descendants.
  case remove(NodeIndex)

  /// Inserts a copy of an object and its descendants, as they were before the edit, with new ids: `badge` becomes
  /// `badge-2`. The copy of the object itself gets the given id, or a new one if `id` is nil. If no place is given, the
  /// copy follows the original. Constraints in the copy that refer to a copied object refer to its copy.
  case duplicate(NodeIndex, id: String?, at: ObjectPlace?)

  /// Moves an object with its descendants.
  case move(NodeIndex, to: ObjectPlace)

  /// Changes an object's id; constraints that refer to the object are changed, too.
  case setID(String, of: NodeIndex)

  /// Changes an object's class; its attributes stay unchanged.
  case setClass(String, of: NodeIndex)

  /// Sets an object's name, or removes it if the text is nil.
  case setName(String?, of: NodeIndex)

  /// Sets an object's constraints to the text of a JSON array, or removes them if the text is nil.
  case setConstraints([UInt8]?, of: NodeIndex)

  /// Sets a member for which there is no other kind of change, such as `base` or an unknown key, to a JSON text, or
  /// removes it if the text is nil. The member belongs to an object, or to the scene if `of` is nil. An edit may change
  /// only one such member of each object.
  case setMember(String, [UInt8]?, of: NodeIndex?)
}

/// A place for an object among the children of an object, or among the root objects.
///
/// If one edit inserts several objects in the same place, they keep the order of the edit's changes.
public enum ObjectPlace: Hashable, Sendable {
  /// Before all children of an object; for nil, before all root objects.
  case first(in: NodeIndex?)

  /// After all children of an object; for nil, after all root objects.
  case last(in: NodeIndex?)

  /// At an index among the children of an object or, for nil, among the root objects; 0 is before the first one.
  /// Children that the edit moves or removes are not counted.
  case at(Int, in: NodeIndex?)

  case before(NodeIndex)
  case after(NodeIndex)
}

/// The record that undoes a structural edit exactly, to the byte. It is valid only for the document that returned it.
public struct StructureRestore {
  /// The map between the numbers of objects before and after the edit.
  public let map: NodeMap

  /// For each change, the number that its object has after the edit; nil if the edit removed the object, or if the
  /// change concerns the scene itself.
  public let nodes: [NodeIndex?]

  /// Creates the record of a change that only renumbers objects, and changes no byte of the document's file.
  package init(renumbering map: NodeMap) { self.init(map: map, nodes: [], former: nil) }

  init(map: NodeMap, nodes: [NodeIndex?], replacesText: Bool = false, written: Written? = nil, former: FormerText?) {
    (self.map, self.nodes, self.replacesText, self.written) = (map, nodes, replacesText, written)
    self.former = former
  }

  /// True if the edit changed the text; setting an object's class to its current one, for example, does not.
  public var isChange: Bool { former != nil }

  /// True if the whole text was replaced. Surviving objects may then have different attributes.
  package var replacesText = false

  /// The record that restores the written document of a composed scene, with the former composition; nil for a scene
  /// that is not composed.
  var written: Written?

  /// The records that undo a structural edit of the written document, the last one first, and the composition to return
  /// to.
  final class Written {
    let restores: [StructureRestore]
    let composition: Composition

    /// The identity of the composed text to which the record belongs.
    private(set) weak var lineage: TextDocument.Lineage?

    init(_ restores: [StructureRestore], _ composition: Composition, of composed: TextDocument) {
      (self.restores, self.composition, lineage) = (restores, composition, composed.lineage)
    }
  }

  /// The record that restores a foreign document, with its former projection; nil for other documents.
  var foreign: Foreign?

  /// The record that undoes a replacement of a foreign document's text, and the projection to return to.
  final class Foreign {
    let former: FormerText

    // The projection itself would keep the whole former text in memory.
    let parts: Projection.Parts

    init(_ former: FormerText, _ projection: Projection) { (self.former, parts) = (former, projection.parts) }
  }

  /// The record of the document's former text; nil if the edit changed nothing.
  let former: FormerText?
}
