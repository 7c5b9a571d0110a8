/// A change of which objects a scene has, where they stand, and what they are called.
///
/// Objects are named by their numbers before the edit, all of them: the changes of one edit do not see one another.
public enum StructureChange: Hashable, Sendable {
  /// Puts in an object, given as JSON text. Its numbers and strings stay as they are written; blanks and line breaks
  /// become those of the objects around it. Lists of children whose `[` stands at one of the offsets `filling` are laid out
  /// as lists that were empty and are filled by another edit: as the object that has them.
  case insert(object: [UInt8], at: ObjectPlace, filling: Set<Int> = [])

  /// Takes out an object with all it holds. What lies within an object that goes too needs no mention, and may have one.
  case remove(NodeIndex)

  /// Puts in a copy of an object and all it holds, as they were before the edit, with ids that are new: `badge` becomes
  /// `badge-2`. The copy itself has the id given, or a new one too; it goes after the original where no place is given.
  /// Constraints in it that refer to an object of the subtree refer to its copy.
  case duplicate(NodeIndex, id: String?, at: ObjectPlace?)

  /// Moves an object with all it holds.
  case move(NodeIndex, to: ObjectPlace)

  /// Gives an object another id; constraints that refer to it by the one it has follow.
  case setID(String, of: NodeIndex)

  /// Gives an object another class; its attributes stay.
  case setClass(String, of: NodeIndex)

  /// Gives an object a name, or takes away the one it has.
  case setName(String?, of: NodeIndex)

  /// Gives an object constraints, as the text of a JSON array, or takes away those that it has.
  case setConstraints([UInt8]?, of: NodeIndex)

  /// Gives an object, or the scene where `of` is nil, a member that no other change gives, such as an unknown key or
  /// `base`, as JSON text, or takes it away. One edit changes one member of an object at most.
  case setMember(String, [UInt8]?, of: NodeIndex?)
}

/// A place for an object: among the children of another, or among the scene's own objects.
///
/// Objects that one edit puts in the same place stand there in the order of its changes.
public enum ObjectPlace: Hashable, Sendable {
  /// Before all children of an object; nil stands for the scene.
  case first(in: NodeIndex?)

  /// After all children of an object.
  case last(in: NodeIndex?)

  /// The place with this many children before it, of those that the edit neither moves nor removes.
  case at(Int, in: NodeIndex?)

  case before(NodeIndex)
  case after(NodeIndex)
}

/// Takes back a structural edit, to the byte. Made by `restructure` and `restore` of the same document.
public struct StructureRestore {
  /// Which number each object had before the edit and has after it.
  public let map: NodeMap

  /// The number that the object of each change has after the edit; nil where the object was removed.
  public let nodes: [NodeIndex?]

  /// Whether the edit changed anything; one that gives an object the class it has, for one, does not.
  public var isChange: Bool { former != nil }

  /// Whether the text as a whole was replaced, so that objects that stayed may have other attributes.
  package var replacesText = false

  /// What the document was; nil where the edit changed nothing.
  let former: FormerText?
}
