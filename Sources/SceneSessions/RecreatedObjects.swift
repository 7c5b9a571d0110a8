public import InspectorKit

/// What became of a scene's objects when other plugins built them.
public struct RecreatedObjects: Hashable, Sendable {
  /// An effective value that is another.
  public struct Change: Hashable, Sendable {
    /// The object's id.
    public var object: String
    /// The property.
    public var property: String
    /// Nil for unset.
    public var old: PropertyValue?
    /// The effective value after; nil where it has none.
    public var new: PropertyValue?
  }

  /// An attribute of an object.
  public struct Attribute: Hashable, Sendable {
    /// The object's id.
    public var object: String
    /// The key as the scene has it.
    public var key: String
  }

  /// An object whose class no plugin has any more.
  public struct Lost: Hashable, Sendable {
    /// The object's id.
    public var object: String
    /// The object's class.
    public var className: String
  }

  /// How many objects the plugins make, with those that read them.
  public internal(set) var count = 0

  /// How many of them were compared with what they were.
  public internal(set) var compared = 0

  /// The first values that are others.
  public private(set) var changes: [Change] = []

  /// How many values are others in all.
  public private(set) var changeCount = 0

  /// The first attributes that are stored and cannot be used any more: their properties are gone, or do not take them.
  public private(set) var refused: [Attribute] = []

  /// How many attributes that are in all.
  public private(set) var refusedCount = 0

  /// The first objects whose components fail and did not before.
  public private(set) var failures: [Diagnostic] = []

  /// How many objects fail in all.
  public private(set) var failureCount = 0

  /// The first objects whose class is gone.
  public private(set) var lost: [Lost] = []

  /// How many objects that are in all.
  public private(set) var lostCount = 0

  /// How many of each kind are listed.
  static let mostListed = 20

  mutating func add(_ change: Change) {
    changeCount += 1
    if changes.count < Self.mostListed { changes.append(change) }
  }

  mutating func addRefused(_ object: String, _ key: String) {
    refusedCount += 1
    if refused.count < Self.mostListed { refused.append(Attribute(object: object, key: key)) }
  }

  mutating func add(failure: Diagnostic) {
    failureCount += 1
    if failures.count < Self.mostListed { failures.append(failure) }
  }

  mutating func addLost(_ object: String, _ className: String) {
    lostCount += 1
    if lost.count < Self.mostListed { lost.append(Lost(object: object, className: className)) }
  }
}
