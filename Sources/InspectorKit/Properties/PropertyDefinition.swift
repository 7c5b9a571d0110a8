/// Everything the inspector knows of one property before it sees a value.
public struct PropertyDefinition: Hashable, Sendable {
  /// The declared name, or the key path of a part's property, such as `cornerRadius` or `layer.cornerRadius`.
  public var name: String

  /// What people read, such as "Corner Radius".
  public var label: String

  /// The property's type, one of the eight.
  public var type: PropertyType

  /// Whether the property may have no value.
  public var isOptional: Bool

  /// The class that declared it, whose section it is shown in.
  public var declaringClass: String

  /// What a fresh instance of the concrete class answers; nil for unset.
  public var defaultValue: PropertyValue?

  /// A sentence for people, or nil.
  public var help: String?

  /// The hard range, narrowed by the Swift type's own (`Int8`), or nil.
  public var range: PropertyRange?

  /// The values allowed, or an empty array for any.
  public var options: [PropertyOptions.Option]

  /// Names of the properties that are applied before this one.
  public var dependsOn: [String]

  /// Whether the property has observers or accessors, so that setting it may do more than store a value.
  public var isObserved: Bool

  /// The range that people usually stay in, for sliders; values outside it are allowed.
  public var softRange: PropertyRange?

  /// By how much the value changes in one step, or nil.
  public var step: Double?

  /// What the number counts, such as `pt`; it is shown, and a typed value may carry it.
  public var unit: String?

  /// The group within its class's section, or nil for the one that its name gives it.
  public var group: String?

  /// The place among the properties of its class: lower first; nil counts as 0.
  public var order: Int?

  /// Whether the property is shown and cannot be edited.
  public var isReadOnly = false

  /// Former names, which old scenes may still use.
  public var aliases: [String] = []

  /// Whether a scene must store a value.
  public var isRequired = false

  /// Names of the rules that a value must fulfil.
  public var rules: [String] = []

  /// When the property is shown, as a condition on other properties: `[axis=vertical] and not [spacing=0]`.
  public var visibleWhen: String?

  /// When the property takes effect, as a condition on other properties.
  public var enabledWhen: String?

  /// The version of the plugin that brought the property.
  public var since: String?

  /// What to use instead, where the property is on its way out.
  public var deprecated: String?

  /// A property with what every property has; the other fields are set afterwards. Nothing is checked here.
  public init(
    name: String, label: String, type: PropertyType, isOptional: Bool = false, declaringClass: String,
    defaultValue: PropertyValue? = nil, help: String? = nil, range: PropertyRange? = nil,
    options: [PropertyOptions.Option] = [], dependsOn: [String] = [], isObserved: Bool = true
  ) {
    self.name = name
    self.label = label
    self.type = type
    self.isOptional = isOptional
    self.declaringClass = declaringClass
    self.defaultValue = defaultValue
    self.help = help
    self.range = range
    self.options = options
    self.dependsOn = dependsOn
    self.isObserved = isObserved
  }
}
