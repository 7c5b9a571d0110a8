public import InspectorKit

/// The reason why a property has its effective value, or why that value is unknown.
public enum PropertyState: String, Sendable, Hashable {
  /// Nothing is stored; the default of the class applies.
  case `default`
  /// A valid value is stored, possibly the same as the default.
  case stored
  /// Nothing is stored, and the property gets its value from a setting to which it is bound.
  case bound
  /// Nothing is stored, and the property inherits the value of another object, such as a template.
  case inherited
  /// `null` is stored: explicitly no value.
  case unset
  /// The property has no effect because its condition does not hold, whether or not a value is stored.
  case inactive
  /// The stored value is invalid for the property, or a hook rejects it; the default is used.
  case refused
  /// The object's component failed, so no effective value is known.
  case failed
  /// No plugin declares the property.
  case unknown
  /// A document of another program's format computes the value by an expression, so that no effective value is known.
  case computed
}

/// One row of the inspector: a property of an object, with its stored and effective values and notes about them.
public struct InspectedProperty: Hashable, Sendable {
  /// The id of the object with the property.
  public var object: String

  /// The name of the object's class.
  public var className: String

  /// The declared name or key path, or the path of a number inside the value, such as `frame.x`.
  public var name: String

  /// The display label, such as "Corner Radius".
  public var label: String

  /// The definition of the property in its class; nil for a property that no plugin knows.
  public var definition: PropertyDefinition?

  /// The type of the value; nil for a property that no plugin knows.
  public var type: PropertyType?

  /// The stored value, converted to the property's type; absent if nothing is stored or if the value is invalid for
  /// the property.
  public var stored: StoredCell

  /// The JSON text that the document stores; nil if nothing is stored.
  public var storedText: String?

  /// The effective value; nil if it is unset or unknown. ``hasEffective`` distinguishes the two.
  public var effective: PropertyValue?

  /// The class's default; nil for unset, and for a property that no plugin knows.
  public var defaultValue: PropertyValue?

  /// The state of the property: default, stored, refused and so on.
  public var state: PropertyState

  /// True if the property is shown: it has no `visibleWhen` condition, or this condition holds or cannot be decided.
  public var isVisible = true

  /// Warnings, refusals, and the reasons why the stored and the effective value differ.
  public var notes: [PropertyNote]

  /// True if the object stores something other than the default, even if the stored value is refused or the property
  /// is unknown.
  public var isModified: Bool { storedText != nil && (stored != .value(defaultValue) || state == .unknown) }

  /// True if an effective value is known, even if it is unset.
  public var hasEffective: Bool { state != .failed && state != .unknown && state != .computed }
}

/// An action of an object, with its current availability.
public struct InspectedAction: Hashable, Sendable {
  /// The action as its plugin describes it.
  public var definition: ActionDefinition

  /// True if the action has no condition, if its condition holds, or if its condition cannot be decided because the
  /// component failed.
  public var isEnabled: Bool
}

/// An object with all its properties, in sections by declaring class.
public struct ObjectInspection: Hashable, Sendable {
  /// A titled section of properties, usually those that one class declares.
  public struct Section: Hashable, Sendable {
    /// The display label of the class, such as "Star View", or the title of a section that belongs to no class.
    public var title: String

    /// The declaring class's name; empty for the sections of unknown properties, of runtime attributes and of frames
    /// after layout.
    public var className: String

    /// The properties, in the order of their rows; see `PropertyGroups`.
    public var properties: [InspectedProperty]

    /// The rows in groups: the groups that the author declared and, for properties without a declared group, those that
    /// Interface Builder would form from their names.
    public var groups: [[InspectedProperty]] {
      PropertyGroups.groups(of: properties, name: \.name, definition: \.definition)
    }
  }

  /// The object's id.
  public var id: String

  /// The name of the object's class.
  public var className: String

  /// The display label of the class, such as "Star View".
  public var classLabel: String

  /// The class used to inspect the object if no plugin knows the object's class, or if the scene stores a former name
  /// of the class; otherwise nil.
  public var inspectedAs: String?

  /// The object's human-readable name; nil if it has none.
  public var objectName: String?

  /// The sections, beginning with that of the base class.
  public var sections: [Section]

  /// Rows for the aliases that extensions give to properties, in a section for each extension. A row shows the value of
  /// the property that its definition names as `aliasOf`. ``sections`` does not contain these rows, because it contains
  /// each property once.
  public var otherNames: [Section] = []

  /// The actions of the object's component, beginning with those of the base class.
  public var actions: [InspectedAction] = []

  /// The presets of the object's class, beginning with those of the base class.
  public var presets: [Preset] = []

  /// Diagnostics of the object as a whole.
  public var diagnostics: [Diagnostic]

  /// The failure of the object's component, also contained in ``diagnostics``; nil if the component did not fail.
  public var failure: Diagnostic?
}

/// A fact worth knowing about an object's property, such as the reason why its stored value is not the effective one.
public enum PropertyNote: Hashable, Sendable {
  /// The component failed. The text is the reason.
  case failed(String)

  /// No plugin declares the property, or the object's class cannot be used. The text is the reason.
  case unknown(String)

  /// The stored value is invalid for the property, or a hook rejects it. The text is the reason.
  case refused(String)

  /// A hook warns about the value. The text is the hook's message.
  case warning(String)

  /// The class or extension `by` computes the effective value `to`, which differs from the stored one.
  case changed(by: String, to: PropertyValue?, stored: StoredCell)

  /// The class or extension `by` computes the effective value `to`, which differs from the value of the bound setting.
  case changedSetting(by: String, to: PropertyValue?, setting: PropertyValue?)

  /// The property is bound to this setting, whose value comes from `place`.
  case bound(setting: String, place: String)

  /// The object inherits the value from another object, such as a template, at this place.
  case inherited(from: String)

  /// The property is bound to this setting, but the stored value takes precedence.
  case hidesBinding(setting: String)

  /// The property is bound to this setting, which provides no value for the reason `why`.
  case unusedBinding(setting: String, why: String)

  /// A component or extension sets a value that the property's declaration does not allow. The text explains the
  /// problem.
  case undeclared(String)

  /// The value is stored under this former name of the property.
  case formerName(String)

  /// The scene stores this former value of the option.
  case formerOption(PropertyValue)

  /// The value is stored under this alias, a name that an extension gives to the property.
  case otherName(String)

  /// The property is deprecated for this reason.
  case deprecated(String)

  /// The property is required, and nothing is stored.
  case missing

  /// The property has no effect, because this condition does not hold.
  case inactive(String)

  /// The string refers to an object of this class, with this title in quotes if the object has one.
  case refers(className: String, title: String?)

  /// The string refers to an object by an id that no object has.
  case dangling

  /// The property is hidden, because this condition does not hold.
  case hidden(String)

  /// The document computes the value by an expression, of which only constant parts can be edited.
  case computed

  /// True if ``text`` begins with the kind of the note, as in `warning: …`.
  package var isLabelled: Bool {
    switch self {
    case .failed, .refused, .warning, .deprecated: true
    default: false
    }
  }

  /// True if the note casts doubt on the value; false if it only adds information.
  package var isDoubt: Bool {
    switch self {
    case .refers, .bound, .inherited, .computed: false
    default: true
    }
  }

  /// The note as a message to the user.
  public var text: String {
    switch self {
    case .failed(let reason): "failed: \(reason)"
    case .unknown(let reason): reason
    case .refused(let reason): "refused: \(reason)"
    case .warning(let words): "warning: \(words)"
    case .undeclared(let words): words
    case .changed(let name, let value, .absent): "'\(name)' makes it \(value?.text ?? "unset"); nothing is stored"
    case .changed(let name, let value, .value(let stored)):
      "'\(name)' makes it \(value?.text ?? "unset"), not the stored \(stored?.text ?? "null")"
    case .changedSetting(let name, let value, let setting):
      "'\(name)' makes it \(value?.text ?? "unset"), not \(setting?.text ?? "unset") as the setting says"
    case .bound(let setting, let place): "bound to '\(setting)' (\(place))"
    case .inherited(let place): "from \(place)"
    case .hidesBinding(let setting): "bound to '\(setting)', but the stored value wins"
    case .unusedBinding(let setting, let reason): "bound to '\(setting)': \(reason)"
    case .formerName(let key): "stored under its former name '\(key)'"
    case .formerOption(let value): "stored as its former value '\(value.text)'"
    case .otherName(let key): "stored as '\(key)'"
    case .deprecated(let reason): "deprecated: \(reason)"
    case .missing: "required, and not stored"
    case .refers(let className, let title): title.map { "\(className) \($0)" } ?? className
    case .dangling: "no object has this id"
    case .inactive(let condition): "has no effect unless the object matches '\(condition)'"
    case .hidden(let condition): "is hidden unless the object matches '\(condition)'"
    case .computed: "computed in the file"
    }
  }
}
