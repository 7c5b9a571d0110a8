public import InspectorKit

/// A report on a scene's objects after an exchange of plugins rebuilt them.
public struct RecreatedObjects: Hashable, Sendable {
  /// A changed effective value.
  public struct Change: Hashable, Sendable {
    /// The object's id.
    public var object: String
    /// The property.
    public var property: String
    /// The effective value before; nil if it was unset.
    public var old: PropertyValue?
    /// The effective value after; nil if it is unset.
    public var new: PropertyValue?
  }

  /// An attribute of an object.
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

  /// The number of objects that the plugins build, including those that read such objects.
  public internal(set) var count = 0

  /// The number of objects whose old and new values were compared.
  public internal(set) var compared = 0

  /// The first 20 changed values.
  public private(set) var changes: [Change] = []

  /// The number of all changed values.
  public private(set) var changeCount = 0

  /// The first 20 stored attributes that have become unusable: their properties are gone, or refuse the value.
  public private(set) var refused: [Attribute] = []

  /// The number of all attributes that have become unusable.
  public private(set) var refusedCount = 0

  /// The first 20 failures of components that did not fail before.
  public private(set) var failures: [Diagnostic] = []

  /// The number of all new failures.
  public private(set) var failureCount = 0

  /// The first 20 objects whose class is gone.
  public private(set) var lost: [Lost] = []

  /// The number of all objects whose class is gone.
  public private(set) var lostCount = 0

  /// The maximum number of entries listed of each kind.
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
