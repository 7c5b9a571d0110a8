/// The label, range, unit and other facts that a declaration gives a property beyond its name, type and accessors.
///
/// ```swift
/// @Inspectable(softRange: 0...20, step: 0.5, unit: "pt", group: "Border", enabledWhen: "[showsBorder=true]")
/// var borderWidth = 1.0
/// ```
public struct PropertyMetadata: Hashable, Sendable {
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

  /// In an extension: the key path of the extended class's property that this is another name of; else nil.
  public var aliasOf: String?

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
  ///   - aliasOf: in an extension, the key path of the property of the extended class that this is another name of.
  public init(
    label: String? = nil, help: String? = nil, range: (any PropertyRangeExpression)? = nil,
    softRange: (any PropertyRangeExpression)? = nil, step: Double? = nil, unit: String? = nil,
    options: PropertyOptions? = nil, group: String? = nil, order: Int? = nil, readOnly: Bool = false,
    aliases: [String] = [], required: Bool = false, validate: [String] = [], visibleWhen: String? = nil,
    enabledWhen: String? = nil, since: String? = nil, deprecated: String? = nil, dependsOn: [String] = [],
    aliasOf: String? = nil
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
    self.aliasOf = aliasOf
  }
}

extension PropertyMetadata {
  /// All facts but the label, in the order of a description's members.
  static let fields: [MetadataField] = [
    .init("help", .words(\.help)),
    .init("range", .range(\.range), limit: { $0.range?.text }, problems: \.rangeTypeProblems),
    .init("softRange", .range(\.softRange), limit: { $0.softRange.map { "usually \($0.text)" } }),
    .init(
      "step", .number(\.step), limit: { $0.step.map { "in steps of \(PropertyValue.double($0).text)" } },
      problems: \.stepProblems),
    .init("unit", .words(\.unit), problems: \.unitProblems),
    .init("options", .options(\.options), limit: { $0.options.flatMap(PropertyOptions.words) }),
    .init(
      "dependsOn", .properties(\.dependsOn), remark: { list("applied after", $0.dependsOn) }, remarkOrder: 4),
    .init("group", .words(\.group)),
    .init("order", .integer(\.order)),
    .init("readOnly", .flag(\.isReadOnly), limit: { $0.isReadOnly ? "read-only" : nil }),
    .init("aliases", .properties(\.aliases), remark: { list("formerly", $0.aliases) }, remarkOrder: 5),
    .init("required", .flag(\.isRequired), limit: { $0.isRequired ? "required" : nil }),
    .init("validate", .names(\.rules), remark: { list("held against", $0.rules) }, remarkOrder: 3),
    .init(
      "visibleWhen", .condition(\.visibleWhen), remark: { $0.visibleWhen.map { "shown only when \($0)" } },
      remarkOrder: 1),
    .init(
      "enabledWhen", .condition(\.enabledWhen), remark: { $0.enabledWhen.map { "takes effect only when \($0)" } },
      remarkOrder: 2),
    .init("since", .words(\.since), remark: { $0.since.map { "since \($0)" } }),
    .init("deprecated", .words(\.deprecated), remark: { $0.deprecated.map { "deprecated: \($0)" } }),
    .init("aliasOf", .name(\.aliasOf), remark: { $0.aliasOf.map { "another name of '\($0)'" } }),
  ]

  private static func list(_ words: String, _ names: [String]) -> String? {
    names.isEmpty ? nil : "\(words) \(names.joined(separator: ", "))"
  }
}
