/// The label, range, unit and other facts that a declaration gives a property beyond its name, type and accessors.
///
/// ```swift
/// @Inspectable(softRange: 0...20, step: 0.5, unit: "pt", group: "Border", enabledWhen: "[showsBorder=true]")
/// var borderWidth = 1.0
/// ```
public struct PropertyMetadata: Sendable {
  /// What people read, such as "Corner Radius"; the humanized name where nil.
  public var label: String?

  /// A sentence for people, or nil.
  public var help: String?

  /// The hard range of an Int or Double: other values are refused before any hook runs. Nil for any number.
  public var range: PropertyRange?

  /// The range that people usually stay in, for sliders; values outside it are allowed.
  public var softRange: PropertyRange?

  /// By how much a number changes in one step, above 0; nil for no step.
  public var step: Double?

  /// What the number counts, such as `pt`; nil for none.
  public var unit: String?

  /// The only values allowed for an Int or String; nil for any.
  public var options: [PropertyOptions.Option]?

  /// The group within the class's section, or nil for the one that the property's name gives it.
  public var group: String?

  /// The place among the properties of the class: lower first; nil counts as 0.
  public var order: Int?

  /// Whether the property is shown and cannot be edited.
  public var isReadOnly: Bool

  /// Former names, which old scenes may still use.
  public var aliases: [String]

  /// Whether a scene must store a value.
  public var isRequired: Bool

  /// Names of the ``ValidationRule``s that a value must fulfil.
  public var rules: [String]

  /// The condition on other properties under which the property is shown; nil for always.
  public var visibleWhen: String?

  /// The condition on other properties under which the property takes effect; nil for always.
  public var enabledWhen: String?

  /// The version of the plugin that brought the property, or nil.
  public var since: String?

  /// What to use instead, where the property is on its way out; else nil.
  public var deprecated: String?

  /// Names of the properties that are applied before this one.
  public var dependsOn: [String]

  /// Makes the metadata of a declaration; all of it may be left out.
  ///
  /// - Parameters:
  ///   - label: what people read; the humanized name where nil.
  ///   - help: a sentence for people.
  ///   - range: the hard range of an Int or Double, such as `3...64` or `0...`.
  ///   - softRange: the range that people usually stay in.
  ///   - step: by how much a number changes in one step.
  ///   - unit: what the number counts, such as `pt`.
  ///   - options: the values allowed for an Int or String.
  ///   - group: the group within the class's section.
  ///   - order: the place among the properties of the class; lower first, 0 where nil.
  ///   - readOnly: whether the property is shown and cannot be edited.
  ///   - aliases: former names.
  ///   - required: whether a scene must store a value.
  ///   - validate: names of ``ValidationRule``s.
  ///   - visibleWhen: a condition on other properties under which the property is shown.
  ///   - enabledWhen: a condition on other properties under which it takes effect.
  ///   - since: the version of the plugin that brought it.
  ///   - deprecated: what to use instead.
  ///   - dependsOn: names of properties that are applied before this one.
  public init(
    label: String? = nil, help: String? = nil, range: (any PropertyRangeExpression)? = nil,
    softRange: (any PropertyRangeExpression)? = nil, step: Double? = nil, unit: String? = nil,
    options: PropertyOptions? = nil, group: String? = nil, order: Int? = nil, readOnly: Bool = false,
    aliases: [String] = [], required: Bool = false, validate: [String] = [], visibleWhen: String? = nil,
    enabledWhen: String? = nil, since: String? = nil, deprecated: String? = nil, dependsOn: [String] = []
  ) {
    self.label = label
    self.help = help
    self.range = range?.propertyRange
    self.softRange = softRange?.propertyRange
    self.step = step
    self.unit = unit
    self.options = options?.options
    self.group = group
    self.order = order
    isReadOnly = readOnly
    self.aliases = aliases
    isRequired = required
    rules = validate
    self.visibleWhen = visibleWhen
    self.enabledWhen = enabledWhen
    self.since = since
    self.deprecated = deprecated
    self.dependsOn = dependsOn
  }

  /// This metadata, with that of `former` where this has none.
  func refining(_ former: PropertyMetadata) -> PropertyMetadata {
    var refined = self
    refined.label = label ?? former.label
    refined.help = help ?? former.help
    refined.range = range ?? former.range
    refined.softRange = softRange ?? former.softRange
    refined.step = step ?? former.step
    refined.unit = unit ?? former.unit
    refined.options = options ?? former.options
    refined.group = group ?? former.group
    refined.order = order ?? former.order
    refined.isReadOnly = isReadOnly || former.isReadOnly
    refined.aliases = aliases.isEmpty ? former.aliases : aliases
    refined.isRequired = isRequired || former.isRequired
    refined.rules = rules.isEmpty ? former.rules : rules
    refined.visibleWhen = visibleWhen ?? former.visibleWhen
    refined.enabledWhen = enabledWhen ?? former.enabledWhen
    refined.since = since ?? former.since
    refined.deprecated = deprecated ?? former.deprecated
    refined.dependsOn = dependsOn.isEmpty ? former.dependsOn : dependsOn
    return refined
  }
}
