public import InspectorKit

/// What an edit did, or would do.
public struct EditResult: Sendable {
  /// How many objects the selector met.
  public var matched = 0

  /// How many objects' bytes changed.
  public var changed = 0

  /// The changes of properties, where the caller requested them.
  public var changes: [ObjectChange] = []

  /// What came, went, moved, or is called something else.
  public var structure: [StructureDifference] = []

  /// What became of colours of the palette.
  public var colors: [ColorChange] = []

  /// Hooks' warnings.
  public var warnings: [Diagnostic] = []

  /// Remarks about the values that were given; empty after a dry run, whose changes say it.
  public var remarks = EditRemarks()

  /// What was refused and left out, where that was asked for.
  public var skipped: [Diagnostic] = []

  /// The session's version after the edit.
  public var version = 0

  package init(
    matched: Int = 0, changed: Int = 0, changes: [ObjectChange] = [], structure: [StructureDifference] = [],
    colors: [ColorChange] = [], warnings: [Diagnostic] = [], skipped: [Diagnostic] = [], version: Int = 0
  ) {
    self.matched = matched
    self.changed = changed
    self.changes = changes
    self.structure = structure
    self.colors = colors
    self.warnings = warnings
    self.skipped = skipped
    self.version = version
  }
}

/// One property of one object before and after.
public struct ObjectChange: Hashable, Sendable {
  /// The object's id.
  public var object: String

  /// The object's class.
  public var className: String

  /// The property's declared name, or the stored key where no plugin knows it. Empty for effects of which it is not known
  /// which of the object's changes causes them, and for a refusal of the object as a whole.
  public var property: String

  /// The key that the value was stored under before, where the edit gave it this one.
  public var renamedFrom: String?

  /// The JSON text stored before the edit; nil where the key is absent.
  public var old: String?

  /// The JSON text stored after the edit; nil where the key is absent.
  public var new: String?

  /// What the component answered before; nil for unset, and where that is not known.
  public var effectiveBefore: PropertyValue?

  /// Whether ``effectiveBefore`` is known: not of a component that could not be built from what was stored.
  public var hasEffectiveBefore = true

  /// The effective value after the edit; nil for unset.
  public var effective: PropertyValue?

  /// Other effective values that this change makes different, of this object and of descendants that read it.
  public var effects: [Effect]

  /// Why the change was refused and left out, or nil.
  public var rejected: String?

  /// What hooks warn of, and why stored and effective values differ.
  public var notes: [Note]

  package init(
    object: String, className: String, property: String, renamedFrom: String? = nil, old: String? = nil,
    new: String? = nil, effectiveBefore: PropertyValue? = nil, hasEffectiveBefore: Bool = true,
    effective: PropertyValue? = nil, effects: [Effect], rejected: String? = nil, notes: [Note]
  ) {
    self.object = object
    self.className = className
    self.property = property
    self.renamedFrom = renamedFrom
    self.old = old
    self.new = new
    self.effectiveBefore = effectiveBefore
    self.hasEffectiveBefore = hasEffectiveBefore
    self.effective = effective
    self.effects = effects
    self.rejected = rejected
    self.notes = notes
  }

  /// Effects of which it is not known which of the object's changes causes them.
  package init(ofObject object: String, className: String, effects: [Effect]) {
    self.init(object: object, className: className, property: "", effects: effects, notes: [])
  }

  /// True if it has effects alone; see ``property``.
  package var isOfObject: Bool { property.isEmpty && rejected == nil }

  /// Something worth knowing of the new value.
  public enum Note: Hashable, Sendable {
    /// A hook warns; the property is nil where `awake` or `prepareForInspector` does.
    case hook(property: String?, words: String)

    /// A component of the class answers another value than the stored one; nil is unset.
    case changed(by: String, to: PropertyValue?, stored: PropertyValue?)

    /// The property's condition switches it off.
    case inactive(String)

    /// A colour of the palette was named, and is not any more.
    case paletteName(String)

    /// The note as text for people.
    public var text: String {
      switch self {
      case .paletteName(let name): "no longer the palette's '\(name)'"
      case .hook(_, let words): words
      case .changed(let name, let value, let stored):
        "'\(name)' makes it \(value?.text ?? "unset"), not \(stored?.text ?? "unset")"
      case .inactive(let condition): PropertyNote.inactive(condition).text
      }
    }
  }

  /// A value that a hook changed.
  public struct Effect: Hashable, Sendable {
    /// The id of the object whose value changed: the edited one, or one below it that reads it.
    public var object: String

    /// The name of the property whose value changed.
    public var property: String

    /// The effective value before the edit; nil for unset.
    public var old: PropertyValue?

    /// The effective value after the edit; nil for unset.
    public var new: PropertyValue?
  }
}

/// One thing that a person should know of a value that an edit gave.
public struct EditRemark: Hashable, Sendable {
  /// The fate of the value.
  public enum Kind: Hashable, Sendable {
    /// A component of the class answers another value; nil is unset.
    case overruled(given: PropertyValue?, effective: PropertyValue?)

    /// A colour of the palette was named, and is not any more.
    case paletteName(String)
  }

  /// The object's id.
  public var object: String

  /// The property's declared name.
  public var property: String

  /// The fate of the value.
  public var kind: Kind

  /// The remark as text for people: `volume.value: 50 given, 10 effective`.
  public var text: String {
    let words =
      switch kind {
      case .overruled(let given, let effective):
        "\(given?.text ?? "unset") given, \(effective?.text ?? "unset") effective"
      case .paletteName(let name): ObjectChange.Note.paletteName(name).text
      }
    return "\(object).\(property): \(words)"
  }
}

/// The remarks on the values of an edit: the first few, and how many there are.
public struct EditRemarks: Hashable, Sendable {
  /// The most remarks that are kept.
  public static let most = 3

  /// The first remarks in the order in which the objects were edited.
  public private(set) var first: [EditRemark] = []

  /// The number of values that are not in effect as they were given.
  public private(set) var overruled = 0

  /// The number of properties that no longer name a colour of the palette.
  public private(set) var paletteNames = 0

  /// No remarks.
  public init() {}

  /// Counts a remark, and keeps it if it is one of the first.
  public mutating func add(_ remark: EditRemark) {
    switch remark.kind {
    case .overruled: overruled += 1
    case .paletteName: paletteNames += 1
    }
    if first.count < Self.most { first.append(remark) }
  }

  /// The number of remarks.
  public var count: Int { overruled + paletteNames }
}
