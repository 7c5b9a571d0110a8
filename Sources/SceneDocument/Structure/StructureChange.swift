/// A change of the set of objects, their places, ids, classes, names or other members.
///
/// Objects are named by their numbers before the edit, all of them: the changes of one edit do not see one another.
public enum StructureChange: Hashable, Sendable {
  /// Inserts an object, given as JSON text. Its numbers and strings stay as written; blanks and line breaks become
  /// those of the objects around it. Lists of children whose `[` is at one of the offsets `filling` are laid out like
  /// empty lists filled by a later edit: as the object that has them.
  case insert(object: [UInt8], at: ObjectPlace, filling: Set<Int> = [])

  /// Removes an object with its descendants. A descendant of a removed object needs no change of its own, and may have
  /// one.
  case remove(NodeIndex)

  /// Inserts a copy of an object and its descendants, as they were before the edit, with new ids: `badge` becomes
  /// `badge-2`. The copy itself has the given id, or a new one too; it goes after the original if no place is given.
  /// Constraints in it that refer to an object of the subtree refer to its copy.
  case duplicate(NodeIndex, id: String?, at: ObjectPlace?)

  /// Moves an object with its descendants.
  case move(NodeIndex, to: ObjectPlace)

  /// Changes an object's id; constraints that refer to the old id follow.
  case setID(String, of: NodeIndex)

  /// Changes an object's class; its attributes stay.
  case setClass(String, of: NodeIndex)

  /// Sets or, for nil, removes an object's name.
  case setName(String?, of: NodeIndex)

  /// Sets an object's constraints, as the text of a JSON array, or removes them for nil.
  case setConstraints([UInt8]?, of: NodeIndex)

  /// Sets a member of an object, or of the scene if `of` is nil, that no other change covers, such as an unknown key
  /// or `base`, as JSON text; nil removes it. One edit changes one member of an object at most.
  case setMember(String, [UInt8]?, of: NodeIndex?)
}

/// A place for an object: among the children of another, or among the scene's own objects.
///
/// Objects that one edit puts in the same place follow the order of its changes.
public enum ObjectPlace: Hashable, Sendable {
  /// Before all children of an object; nil stands for the scene.
  case first(in: NodeIndex?)

  /// After all children of an object.
  case last(in: NodeIndex?)

  /// The place after this many children, of those that the edit neither moves nor removes.
  case at(Int, in: NodeIndex?)

  case before(NodeIndex)
  case after(NodeIndex)
}

/// The record that undoes a structural edit, to the byte. `restructure` and `restore` of the same document make it.
public struct StructureRestore {
  /// The map from the numbers of objects before the edit to those after it.
  public let map: NodeMap

  /// The number that the object of each change has after the edit; nil if the object was removed.
  public let nodes: [NodeIndex?]

  /// True if the edit changed anything; giving an object the class it has, for example, does not.
  public var isChange: Bool { former != nil }

  /// True if the text as a whole was replaced, so that surviving objects may have different attributes.
  package var replacesText = false

  /// The document's former text; nil if the edit changed nothing.
  let former: FormerText?
}
