public import InspectorKit
package import SceneDocument

/// The result of an edit or of a dry run.
public struct EditResult: Sendable {
  /// The number of different objects that the selectors of the steps matched.
  public var matched = 0

  /// The number of objects that each step matched; nil for a step that selects no objects, such as an insertion.
  public var matchedBySteps: [Int?] = []

  /// The palette names that an edit of many scenes did not set in this scene, because the scene's own palette lacks
  /// them.
  package var absentColors: [AbsentColor] = []

  /// The number of objects whose stored attributes changed, excluding inserted objects.
  public var changed = 0

  /// The changes of properties, if the request asks for them; see ``EditRequest/wantsChanges``.
  public var changes: [ObjectChange] = []

  /// The objects that were inserted, removed or moved, or whose id, class, name or constraints changed.
  public var structure: [StructureDifference] = []

  /// The number of placeholders whose `ref` or `overrides` were updated to a new id in a template's document.
  package var followed = 0

  /// The palette colours that the steps set, extracted, renamed or removed, one entry for each.
  /// ``ColorChange/isChanged`` is false for an unchanged colour.
  public var colors: [ColorChange] = []

  /// The warnings from hooks and about values, layout and references, in the order of the steps.
  public var warnings: [Diagnostic] = []

  /// The remarks about the assigned values. Empty after a dry run, which reports them as notes on its changes.
  public var remarks = EditRemarks()

  /// The reasons for edits that were left out; see ``EditRequest/skipsRefused``.
  public var skipped: [Diagnostic] = []

  /// The numbers of bytes that the edit changes in the scene's own file, if the request asks for them.
  package var bytes: ChangedBytes?

  /// The session's version after the edit.
  public var version = 0

  package init() {}
}

/// The change of one property of one object.
public struct ObjectChange: Hashable, Sendable {
  /// The id of the changed object.
  public var object: String

  /// The class of the changed object.
  public var className: String

  /// The property's declared name, or the stored key if no plugin declares it. Empty for effects whose cause among the
  /// object's changes is unknown, and for a refusal of the object as a whole.
  public var property: String

  /// The former key of the value, if the edit renamed it; nil otherwise.
  public var renamedFrom: String?

  /// The JSON text stored before the edit; nil if the key is absent.
  public var old: String?

  /// The JSON text stored after the edit; nil if the key is absent.
  public var new: String?

  /// The effective value before the edit; nil if the value is unset or unknown.
  public var effectiveBefore: PropertyValue?

  /// True if ``effectiveBefore`` is known. It is unknown if the component could not be built from the stored values.
  public var hasEffectiveBefore = true

  /// The effective value after the edit; nil if the value is unset or unknown, or if the change was refused.
  public var effective: PropertyValue?

  /// The effects of this change on further effective values, of this object or its descendants.
  public var effects: [Effect]

  /// The reason why the change was refused and left out; nil if the change was applied.
  public var rejected: String?

  /// The notes on the new value: warnings from hooks, a difference between the stored and the effective value, a
  /// condition that disables the property, or a lost palette name.
  public var notes: [Note]

  /// True if the value overrides a template's value, which applies again without the override.
  package var isOverride = false

  /// True if another document, such as a template's, provides the value when the object stores none.
  package var isInherited = false

  package init(
    object: String, className: String, property: String, renamedFrom: String? = nil, old: String? = nil,
    new: String? = nil, effectiveBefore: PropertyValue? = nil, hasEffectiveBefore: Bool = true,
    effective: PropertyValue? = nil, effects: [Effect] = [], rejected: String? = nil, notes: [Note] = []
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

  /// Creates a change of the object as a whole, for effects whose cause among the object's changes is unknown.
  package init(ofObject object: String, className: String, effects: [Effect]) {
    self.init(object: object, className: className, property: "", effects: effects)
  }

  /// True if the property is bound to a setting, which provides the value when none is stored.
  package var isBound: Bool {
    notes.contains { note in
      switch note {
      case .hidesBinding, .followsSetting: true
      default: false
      }
    }
  }

  /// True if the change has only effects, and no property; see ``property``.
  package var isOfObject: Bool { property.isEmpty && rejected == nil }

  /// A remark on the new value.
  public enum Note: Hashable, Sendable {
    /// A warning from a hook; the property is nil if it is from `awake` or `prepareForInspector`.
    case hook(property: String?, words: String)

    /// The effective value differs from the stored one because the class or extension named by `by` changed it. A nil
    /// value means unset.
    case changed(by: String, to: PropertyValue?, stored: PropertyValue?)

    /// The property has no effect, because this condition, which enables the property, is not met.
    case inactive(String)

    /// The old value named this palette colour, and the new value does not.
    case paletteName(String)

    /// The property is bound to this setting, and the new value wins over the binding.
    case hidesBinding(setting: String)

    /// The stored value is removed, so this setting, to which the property is bound, provides the value.
    case followsSetting(String)

    /// The note as a message for the user.
    public var text: String {
      switch self {
      case .paletteName(let name): "no longer the palette's '\(name)'"
      case .hook(_, let words): words
      case .changed(let name, let value, let stored):
        "'\(name)' makes it \(value?.text ?? "unset"), not \(stored?.text ?? "unset")"
      case .inactive(let condition): PropertyNote.inactive(condition).text
      case .hidesBinding(let setting): PropertyNote.hidesBinding(setting: setting).text
      case .followsSetting(let setting): "has the value of the setting '\(setting)'"
      }
    }
  }

  /// An effective value that the edit did not set, but that changed with it: through a hook or through layout.
  public struct Effect: Hashable, Sendable {
    /// The id of the object whose value changed: the edited object or a descendant.
    public var object: String

    /// The name of the property whose value changed.
    public var property: String

    /// The effective value before the edit; nil for unset.
    public var old: PropertyValue?

    /// The effective value after the edit; nil for unset.
    public var new: PropertyValue?
  }
}

/// A message to the user about a value that an edit set.
public struct EditRemark: Hashable, Sendable {
  /// The reasons for a remark about a value.
  public enum Kind: Hashable, Sendable {
    /// The component's effective value differs from the assigned one. A nil value means unset.
    case overruled(given: PropertyValue?, effective: PropertyValue?)

    /// The old value named this palette colour, and the new value does not.
    case paletteName(String)
  }

  /// The id of the edited object.
  public var object: String

  /// The declared name of the edited property.
  public var property: String

  /// The reason for the remark, with the values that it mentions.
  public var kind: Kind

  /// The remark as a message for the user: `volume.value: 50 given, 10 effective`.
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

/// The remarks on the values of an edit: the first few, and the number of all remarks.
public struct EditRemarks: Hashable, Sendable {
  /// The maximum number of remarks that are kept; further remarks are only counted.
  public static let most = 3

  /// The first remarks in the order in which the objects were edited.
  public private(set) var first: [EditRemark] = []

  /// The number of assigned values that differ from the effective ones.
  public private(set) var overruled = 0

  /// The number of properties that named a palette colour before the edit, but not after it.
  public private(set) var paletteNames = 0

  /// Creates an empty list of remarks.
  public init() {}

  /// Counts a remark, and adds it to the list unless the list is full.
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
