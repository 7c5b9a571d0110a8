/// The label, range, unit and other optional information in a property's declaration, beyond its name, type and
/// accessors.
///
/// ```swift
/// @Inspectable(softRange: 0...20, step: 0.5, unit: "pt", group: "Border", enabledWhen: "[showsBorder=true]")
/// var borderWidth = 1.0
/// ```
public struct PropertyMetadata: Hashable, Sendable {
  /// The display name, such as "Corner Radius"; nil to derive it from the property's name.
  public var label: String?

  /// A one-sentence explanation for the user; nil for none.
  public var help: String?

  /// The hard range of an Int or Double: values outside it are refused before any hook runs. Nil if every number is
  /// allowed.
  public var range: PropertyRange?

  /// The usual range of values, for sliders; values outside it are allowed.
  public var softRange: PropertyRange?

  /// The amount by which a number changes in one step, above 0; nil for no step.
  public var step: Double?

  /// The unit of a number, such as `pt`; nil for none. Property names in braces are replaced by the properties' values,
  /// so that several properties can share one unit, which the user chooses: `{timeUnit}`, or `{lengthUnit}/s`.
  public var unit: String?

  /// The only values allowed for an Int or String; nil for any.
  public var options: [PropertyOptions.Option]?

  /// The named bits of an Int, each with a value such as 1, 2 or 4; nil for a plain number. Values may also have bits
  /// without a name.
  public var flags: [PropertyOptions.Option]?

  /// The title of the property's group within the section of its class; nil to derive the group from the property's
  /// name.
  public var group: String?

  /// The position among the properties of the class; lower numbers are listed first, and nil counts as 0.
  public var order: Int?

  /// True if the property is shown and cannot be edited.
  public var isReadOnly: Bool

  /// Former names, which old scenes may still use.
  public var aliases: [String]

  /// The names of the transformers for values that scenes store under a former name, by former name. Values under any
  /// other former name are not converted. In the host, each transformer's name begins with its plugin's name and a dot.
  public var aliasTransformers: [String: String]

  /// True if every object of the class must store a value other than `null`.
  public var isRequired: Bool

  /// True if a stored string is shown as the title of its object, beside the id. If a class has several such
  /// properties, the first one with a stored string that is not blank is shown.
  public var isTitle: Bool

  /// The class of the object whose id the string stores, such as `Door`; `*` for an object of any class. Objects of
  /// subclasses are allowed, too. Nil if the property is not a reference.
  public var references: String?

  /// True if the string may have several lines.
  public var isMultiline: Bool

  /// The file name patterns, such as `*.png`, of a property that stores a file's path; empty for any other property.
  /// The path is relative to the folder of the scene.
  public var file: [String]

  /// The names of the ``ValidationRule``s that a value must fulfil.
  public var rules: [String]

  /// The condition on other properties under which the property is shown; nil for always.
  public var visibleWhen: String?

  /// The condition on other properties under which the property has an effect; nil for always.
  public var enabledWhen: String?

  /// The plugin version that introduced the property; nil if none is declared.
  public var since: String?

  /// The advice for users of a deprecated property, such as its replacement; nil if the property is not deprecated.
  public var deprecated: String?

  /// The names of the properties that are applied before this property.
  public var dependsOn: [String]

  /// The key path of the extended class's property for which this property of an extension is only an alias; nil for
  /// any other property.
  public var aliasOf: String?

  /// The name of the ``ValueTransformer`` that converts the value to its stored form; nil if the value is stored
  /// unchanged. In the host, the name begins with the plugin's name and a dot.
  public var storedAs: String?

  /// The names of the properties that a computed property derives its value from.
  public var affectedBy: [String]

  /// Makes the metadata of a declaration; every argument may be omitted.
  ///
  /// - Parameters:
  ///   - label: the display name; nil to derive it from the property's name.
  ///   - help: a one-sentence explanation for the user.
  ///   - range: the hard range of an Int or Double, such as `3...64` or `0...`.
  ///   - softRange: the usual range of values, for sliders.
  ///   - step: the amount by which a number changes in one step.
  ///   - unit: the unit of a number, such as `pt`.
  ///   - options: the allowed values of an Int or String.
  ///   - flags: the named bits of an Int, such as `[1: "Round", 2: "Long"]`.
  ///   - group: the title of the property's group within the section of its class.
  ///   - order: the position among the properties of the class; lower numbers are listed first, and nil counts as 0.
  ///   - readOnly: true if the property is shown and cannot be edited.
  ///   - aliases: the former names of the property.
  ///   - required: true if every object of the class must store a value, which must not be `null`.
  ///   - title: true if a stored string is shown as the title of its object.
  ///   - references: the class of the object whose id the string stores, or `*` for any class.
  ///   - multiline: true if the string may have several lines.
  ///   - file: the patterns for the name of the file whose path the string stores, such as `*.png`.
  ///   - validate: the names of the ``ValidationRule``s that a value must fulfil.
  ///   - visibleWhen: a condition on other properties under which the property is shown.
  ///   - enabledWhen: a condition on other properties under which the property has an effect.
  ///   - since: the plugin version that introduced the property.
  ///   - deprecated: the advice for users of a deprecated property, such as its replacement.
  ///   - dependsOn: the names of the properties that are applied before this property.
  ///   - aliasOf: in an extension, the key path of the extended class's property for which this property is an alias.
  ///   - storedAs: the form in which documents store the value, such as `.named("percent")`.
  ///   - affectedBy: the names of the properties that a computed property derives its value from.
  public init(
    label: String? = nil, help: String? = nil, range: (any PropertyRangeExpression)? = nil,
    softRange: (any PropertyRangeExpression)? = nil, step: Double? = nil, unit: String? = nil,
    options: PropertyOptions? = nil, flags: PropertyOptions? = nil, group: String? = nil, order: Int? = nil,
    readOnly: Bool = false, aliases: [PropertyAlias] = [], required: Bool = false, title: Bool = false,
    references: String? = nil, multiline: Bool = false, file: [String] = [], validate: [String] = [],
    visibleWhen: String? = nil, enabledWhen: String? = nil, since: String? = nil, deprecated: String? = nil,
    dependsOn: [String] = [], aliasOf: String? = nil, storedAs: StoredForm? = nil,
    affectedBy: [String] = []
  ) {
    self.label = label
    self.help = help
    self.range = range?.propertyRange
    self.softRange = softRange?.propertyRange
    self.step = step
    self.unit = unit
    self.options = options?.options
    self.flags = flags?.options
    self.group = group
    self.order = order
    isReadOnly = readOnly
    self.aliases = aliases.map(\.name)
    aliasTransformers = Dictionary(
      aliases.compactMap { alias in alias.transformer.map { (alias.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    isRequired = required
    isTitle = title
    self.references = references
    isMultiline = multiline
    self.file = file
    rules = validate
    self.visibleWhen = visibleWhen
    self.enabledWhen = enabledWhen
    self.since = since
    self.deprecated = deprecated
    self.dependsOn = dependsOn
    self.aliasOf = aliasOf
    self.storedAs = storedAs?.transformer
    self.affectedBy = affectedBy
  }
}

extension PropertyMetadata {
  /// All fields except the label, in the order of their keys in a plugin description.
  static let fields: [MetadataField] = [
    .init("help", .words(\.help)),
    .init("range", .range(\.range), limit: { $0.range?.text }, problems: \.rangeTypeProblems),
    .init("softRange", .range(\.softRange), limit: { $0.softRange.map { "usually \($0.text)" } }),
    .init(
      "step", .number(\.step), limit: { $0.step.map { "in steps of \(PropertyValue.double($0).text)" } },
      problems: \.stepProblems),
    .init("unit", .words(\.unit), problems: \.unitProblems),
    .init(
      "options", .options(\.options), limit: { $0.options.flatMap(PropertyOptions.words) },
      remark: { $0.options.flatMap(PropertyOptions.formerWords) }, remarkOrder: 5),
    .init(
      "flags", .options(\.flags), limit: { $0.flags.flatMap(PropertyOptions.words).map { "any of \($0)" } },
      problems: \.flagProblems),
    .init(
      "dependsOn", .properties(\.dependsOn), remark: { list("applied after", $0.dependsOn) }, remarkOrder: 4),
    .init("group", .words(\.group)),
    .init("order", .integer(\.order)),
    .init("readOnly", .flag(\.isReadOnly), limit: { $0.isReadOnly ? "read-only" : nil }),
    .init(
      "aliases", .aliases(\.aliases, \.aliasTransformers), remark: { list("formerly", $0.aliasWords) }, remarkOrder: 5),
    .init("required", .flag(\.isRequired), limit: { $0.isRequired ? "required" : nil }),
    .init(
      "title", .flag(\.isTitle), remark: { $0.isTitle ? "shown as the object's title" : nil }, remarkOrder: 6,
      problems: { $0.isTitle ? $0.textProblems(.title) : [] }),
    .init(
      "references", .name(\.references),
      limit: { $0.references.map { $0 == "*" ? "the id of an object" : "the id of an object of class '\($0)'" } },
      problems: \.referenceProblems),
    .init(
      "multiline", .flag(\.isMultiline), limit: { $0.isMultiline ? "may have several lines" : nil },
      problems: { $0.isMultiline ? $0.textProblems(.multiline) : [] }),
    .init(
      "file", .names(\.file), limit: { list("the path of a file:", $0.file) },
      problems: \.fileProblems),
    .init("validate", .names(\.rules), remark: { list("validated by", $0.rules) }, remarkOrder: 3),
    .init(
      "visibleWhen", .condition(\.visibleWhen),
      remark: { $0.visibleWhen.map { "hidden unless the object matches '\($0)'" } },
      remarkOrder: 1),
    .init(
      "enabledWhen", .condition(\.enabledWhen),
      remark: { $0.enabledWhen.map { "has no effect unless the object matches '\($0)'" } },
      remarkOrder: 2),
    .init("since", .words(\.since), remark: { $0.since.map { "since \($0)" } }),
    .init("deprecated", .words(\.deprecated), remark: { $0.deprecated.map { "deprecated: \($0)" } }),
    .init("aliasOf", .name(\.aliasOf), remark: { $0.aliasOf.map { "another name of '\($0)'" } }),
    .init("storedAs", .name(\.storedAs), remark: { $0.storedAs.map { "stored through '\($0)'" } }),
    .init("affectedBy", .properties(\.affectedBy), remark: { list("computed from", $0.affectedBy) }, remarkOrder: 4),
  ]

  /// The former names, each followed by its transformer if it has one: `angle through 'Dials.radians'`.
  private var aliasWords: [String] {
    aliases.map { name in aliasTransformers[name].map { "\(name) through '\($0)'" } ?? name }
  }

  private static func list(_ words: String, _ names: [String]) -> String? {
    names.isEmpty ? nil : "\(words) \(names.joined(separator: ", "))"
  }
}

extension PropertyMetadata {
  /// Returns a condition with the part's name and a dot before each property name: `[width>0]` becomes
  /// `[layer.width>0]`.
  ///
  /// A property name follows an opening bracket outside quotes, or `stored(` after such a bracket. All other text stays
  /// unchanged.
  static func condition(_ text: String, inside part: String) -> String {
    var moved = ""
    var rest = text.unicodeScalars[...]
    var quote: Unicode.Scalar?
    var isInBrackets = false
    while let scalar = rest.popFirst() {
      moved.unicodeScalars.append(scalar)
      if let open = quote {
        if scalar == "\\", let escaped = rest.popFirst() { moved.unicodeScalars.append(escaped) }
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "]" {
        isInBrackets = false
      } else if scalar == "[", !isInBrackets {
        isInBrackets = true
        for start in ["stored(", "\"", "'"] {
          let blanks = rest.prefix(while: \.properties.isWhitespace)
          guard rest.dropFirst(blanks.count).starts(with: start.unicodeScalars) else { continue }
          moved += String(Substring(blanks)) + start
          rest = rest.dropFirst(blanks.count + start.unicodeScalars.count)
          if start != "stored(" { quote = start.unicodeScalars.first }
        }
        moved += String(Substring(rest.prefix(while: \.properties.isWhitespace))) + "\(part)."
        rest = rest.drop(while: \.properties.isWhitespace)
      }
    }
    return moved
  }
}
