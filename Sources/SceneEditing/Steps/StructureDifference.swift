/// What an edit made different about an object itself: that it is there, where it stands, and what it is called.
///
/// It compares the scene before the whole edit with the one after it: an object that comes and goes again is in neither.
public struct StructureDifference: Hashable, Sendable {
  /// What is different about the object.
  public enum Kind: Hashable, Sendable {
    /// The object is new, at a place.
    case inserted(Site)
    /// The object was removed; the site is where it stood.
    case removed(Site)
    case moved(from: Site, to: Site)
    case id(old: String)
    case className(old: String)
    case name(old: String?, new: String?)

    /// Its constraints, as JSON text; nil where it has none.
    case constraints(old: String?, new: String?)
  }

  /// A place among the children of an object, or of the scene where there is no parent.
  public struct Site: Hashable, Sendable {
    /// The id of the object that holds it; nil for the scene.
    public var parent: String?

    /// How many children stand before it there.
    public var index: Int

    package init(parent: String? = nil, index: Int) {
      self.parent = parent
      self.index = index
    }
  }

  /// What is different about the object.
  public var kind: Kind

  /// The object's id, after the edit if it is there then.
  public var object: String

  /// The object's class, after the edit if it is there then.
  public var className: String

  /// How many objects came or went, with all that it holds; else 1.
  public var count = 1

  /// Effective values that are different for it, of this object and of descendants that read it. They stand with the
  /// first of an object's differences.
  public var effects: [ObjectChange.Effect] = []

  package init(kind: Kind, object: String, className: String, count: Int = 1, effects: [ObjectChange.Effect] = []) {
    self.kind = kind
    self.object = object
    self.className = className
    self.count = count
    self.effects = effects
  }
}
