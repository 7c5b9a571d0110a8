public import InspectorKit

/// What an edit did, or would do.
public struct EditResult: Sendable {
  /// How many objects the selector met.
  public var matched = 0

  /// How many objects' bytes changed.
  public var changed = 0

  /// Told only where asked for.
  public var changes: [ObjectChange] = []

  /// What came, went, moved, or is called something else.
  public var structure: [StructureDifference] = []

  /// What became of colours of the palette.
  public var colors: [ColorChange] = []

  /// Hooks' warnings.
  public var warnings: [Diagnostic] = []

  /// What was refused and left out, where that was asked for.
  public var skipped: [Diagnostic] = []

  /// The session's version after the edit.
  public var version = 0
}

/// One property of one object before and after.
public struct ObjectChange: Hashable, Sendable {
  public var object: String
  public var className: String
  public var property: String

  /// The key that the value was stored under before, where the edit gave it this one.
  public var renamedFrom: String?

  /// The JSON text stored before and after; nil where the key is absent.
  public var old: String?
  public var new: String?

  /// What the component answered before; nil for unset, and where that is not known.
  public var effectiveBefore: PropertyValue?

  /// Whether ``effectiveBefore`` is known: not of a component that could not be built from what was stored.
  public var hasEffectiveBefore = true
  public var effective: PropertyValue?

  /// Other effective values that hooks changed, of this object and of descendants that read it.
  public var effects: [Effect]

  /// Why the change was refused and left out, or nil.
  public var rejected: String?
  public var notes: [String]

  /// A value that a hook changed.
  public struct Effect: Hashable, Sendable {
    public var object: String
    public var property: String
    public var old: PropertyValue?
    public var new: PropertyValue?
  }
}
