/// A difference that an edit made to an object itself: its existence, place, id, class, name, constraints or bindings.
///
/// It is a difference between the scene before the whole edit and the scene after it: an object that one step inserts
/// and a later step removes makes no difference.
public struct StructureDifference: Hashable, Sendable {
  /// The aspect of an object that differs, with its old and new state.
  public enum Kind: Hashable, Sendable {
    /// The object is new, at this site.
    case inserted(Site)
    /// The object was removed from this site.
    case removed(Site)
    case moved(from: Site, to: Site)
    case id(old: String)
    case className(old: String)
    case name(old: String?, new: String?)

    /// The constraints changed. Both lists are JSON text; nil if the object has no constraints.
    case constraints(old: String?, new: String?)

    /// The bindings to settings changed. Both values are JSON text; nil if the object has no bindings.
    case bindings(old: String?, new: String?)
  }

  /// A place among the children of an object, or of the scene if there is no parent.
  public struct Site: Hashable, Sendable {
    /// The id of the parent; nil for the top of the scene.
    public var parent: String?

    /// The number of siblings before the place.
    public var index: Int

    package init(parent: String? = nil, index: Int) {
      self.parent = parent
      self.index = index
    }
  }

  /// The aspect of the object that differs.
  public var kind: Kind

  /// The object's id after the edit; for a removed object, its id before the edit.
  public var object: String

  /// The object's class after the edit; for a removed object, its class before the edit.
  public var className: String

  /// The number of inserted or removed objects, including the object's descendants; 1 for other kinds.
  public var count = 1

  /// The effective values of this object and its descendants that changed with it. Only the first of an object's
  /// differences lists them.
  public var effects: [ObjectChange.Effect] = []

  package init(kind: Kind, object: String, className: String, count: Int = 1, effects: [ObjectChange.Effect] = []) {
    self.kind = kind
    self.object = object
    self.className = className
    self.count = count
    self.effects = effects
  }
}
