/// What a declaration says of a property beyond its name, type and accessors.
///
/// ```swift
/// @Inspectable(softRange: 0...20, step: 0.5, unit: "pt", group: "Border", enabledWhen: "[showsBorder=true]")
/// var borderWidth = 1.0
/// ```
public struct PropertyMetadata: Sendable {
  public var label: String?
  public var help: String?
  public var range: PropertyRange?
  public var softRange: PropertyRange?
  public var step: Double?
  public var unit: String?
  public var options: [PropertyOptions.Option]?
  public var group: String?
  public var order: Int?
  public var isReadOnly: Bool
  public var aliases: [String]
  public var isRequired: Bool
  public var rules: [String]
  public var visibleWhen: String?
  public var enabledWhen: String?
  public var since: String?
  public var deprecated: String?
  public var dependsOn: [String]

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

  /// What this says, and what `former` says where this says nothing.
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
