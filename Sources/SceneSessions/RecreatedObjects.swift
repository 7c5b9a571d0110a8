public import InspectorKit

/// A report on a scene's objects after an exchange of plugins rebuilt them.
public struct RecreatedObjects: Hashable, Sendable {
  /// A changed effective value.
  public struct Change: Hashable, Sendable {
    /// The object's id.
    public var object: String
    /// The declared name of the property.
    public var property: String
    /// The effective value before the exchange; nil if it was unset.
    public var old: PropertyValue?
    /// The effective value after the exchange; nil if it is unset.
    public var new: PropertyValue?
  }

  /// A stored attribute that has become unusable.
  public struct Attribute: Hashable, Sendable {
    /// The object's id.
    public var object: String
    /// The key as stored in the scene.
    public var key: String
  }

  /// An object whose class no plugin provides any longer.
  public struct Lost: Hashable, Sendable {
    /// The object's id.
    public var object: String
    /// The object's class.
    public var className: String
  }

  /// The number of objects that the exchanged plugins build or extend, plus the number of objects that read these
  /// objects as parents.
  public internal(set) var count = 0

  /// The number of objects whose old and new values were compared.
  public internal(set) var compared = 0

  /// The first 20 changed values.
  public private(set) var changes: [Change] = []

  /// The number of all changed values.
  public private(set) var changeCount = 0

  /// The first 20 stored attributes that have become unusable, because their property no longer exists or refuses the
  /// value.
  public private(set) var refused: [Attribute] = []

  /// The number of all attributes that have become unusable.
  public private(set) var refusedCount = 0

  /// The first 20 failures of components that did not fail before.
  public private(set) var failures: [Diagnostic] = []

  /// The number of all new failures.
  public private(set) var failureCount = 0

  /// The first 20 objects whose class no plugin provides any longer.
  public private(set) var lost: [Lost] = []

  /// The number of all objects whose class no plugin provides any longer.
  public private(set) var lostCount = 0

  /// The maximum number of entries in each list; further entries are only counted.
  static let mostListed = 20

  mutating func add(_ change: Change) { Self.add(change, to: &changes, &changeCount) }
  mutating func add(refused attribute: Attribute) { Self.add(attribute, to: &refused, &refusedCount) }
  mutating func add(failure: Diagnostic) { Self.add(failure, to: &failures, &failureCount) }
  mutating func add(lost object: Lost) { Self.add(object, to: &lost, &lostCount) }

  private static func add<Entry>(_ entry: Entry, to listed: inout [Entry], _ count: inout Int) {
    count += 1
    if listed.count < mostListed { listed.append(entry) }
  }
}
