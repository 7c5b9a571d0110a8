import JSONText

/// The values that an Int or String property may have, each with a label for the user.
///
/// ```swift
/// @Inspectable(options: ["horizontal", "vertical"]) var axis = "horizontal"
/// @Inspectable(options: [0: "Full", 1: "Half", 2: "Precise"]) var fillMode = 0
/// ```
///
/// An option without an explicit label is shown by its humanized name (`horizontal` → "Horizontal").
///
/// An option may list its former values, which old scenes may still store: `["butt", .option("round", aliases: "circle")]`.
///
/// To use the cases of an enumeration as options, conform the enumeration to ``InspectableOptions`` instead.
public struct PropertyOptions: Hashable, Sendable {
  /// An allowed value with its label.
  public struct Option: Hashable, Sendable {
    /// The value, an Int or a String.
    public var value: PropertyValue

    /// The display name.
    public var label: String

    /// The former values of the option, which old scenes may still store.
    public var aliases: [PropertyValue]

    /// Makes an option for an Int or String property, with its label and its former values.
    public init(value: PropertyValue, label: String, aliases: [PropertyValue] = []) {
      self.value = value
      self.label = label
      self.aliases = aliases
    }
  }

  /// The options, in the order of their declaration.
  public var options: [Option]

  /// Makes options from a list, in the order in which they are shown.
  public init(_ options: [Option]) { self.options = options }
}

/// An integer or string literal in a list of options.
///
/// ```swift
/// @Inspectable(options: ["butt", .option("round", aliases: "rounded", "circle")]) var cap = "butt"
/// @Inspectable(options: [0: "None", .option(1, aliases: 7): "Round"]) var start = 0
/// ```
public struct PropertyOptionLiteral: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, Hashable, Sendable {
  let value: PropertyValue
  var aliases: [PropertyValue] = []

  /// Makes an option with the values that it had in former versions of the plugin. A scene that stores a former value
  /// is read as if it stored the present one. Registration refuses a former value that is also a value of another
  /// option.
  ///
  /// ```swift
  /// .option("round", aliases: "rounded", "circle")
  /// ```
  public static func option(_ value: Self, aliases: Self...) -> Self {
    var option = value
    option.aliases = aliases.map(\.value)
    return option
  }

  /// Makes an option of an Int property.
  public init(integerLiteral value: Int) { self.value = .int(value) }

  /// Makes an option of a String property.
  public init(stringLiteral value: String) { self.value = .string(value) }
}

extension PropertyOptions: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Makes options without explicit labels: a string is shown by its humanized form, a number by its digits.
  public init(arrayLiteral elements: PropertyOptionLiteral...) {
    options = elements.map { Option(value: $0.value, label: Self.defaultLabel(of: $0.value), aliases: $0.aliases) }
  }

  /// Makes options with their labels, in the order in which they are written.
  public init(dictionaryLiteral elements: (PropertyOptionLiteral, String)...) {
    options = elements.map { Option(value: $0.0.value, label: $0.1, aliases: $0.0.aliases) }
  }

  /// Returns the options as text for the user, such as `0 Full, 1 Half`; nil if there are none. A value that equals its
  /// label is written once.
  static func words(_ options: [Option]) -> String? {
    let texts = options.map { $0.value.text == $0.label ? $0.label : "\($0.value.text) \($0.label)" }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// Returns the former values of the options as text for the user, such as `round formerly rounded, circle`; nil if
  /// there are none.
  static func formerWords(_ options: [Option]) -> String? {
    let texts = options.filter { !$0.aliases.isEmpty }.map { option in
      "\(option.plainValue) formerly \(option.aliases.map(\.plainText).joined(separator: ", "))"
    }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  /// Returns the label of an option without a declared label: the humanized form of a string, or the digits of a
  /// number.
  static func defaultLabel(of value: PropertyValue) -> String {
    if case .string(let text) = value { PropertyName.label(for: text) } else { value.text }
  }
}

extension [PropertyOptions.Option] {
  /// Returns the value of the option with exactly this label; nil unless exactly one option has it.
  package func value(ofLabel label: String) -> PropertyValue? {
    let labelled = filter { $0.label.isExactly(label) }
    return labelled.count == 1 ? labelled[0].value : nil
  }

  /// True if at least one option has former values.
  package var haveAliases: Bool { contains { !$0.aliases.isEmpty } }

  /// Returns the present value of the option with this former value; nil if there is none.
  ///
  /// ```swift
  /// options.value(formerly: .string("circle"))  // "round", if "circle" is an alias of "round"
  /// ```
  package func value(formerly value: PropertyValue) -> PropertyValue? {
    for option in self where !option.aliases.isEmpty && option.aliases.contains(value) { return option.value }
    return nil
  }

  /// Returns the value of the option that the user names by a former value or by a label. An exact match of the label has precedence;
  /// otherwise the label or the value of an option must equal the text, ignoring case. Returns nil if the text is
  /// itself an option's value, or unless exactly one option matches. A former value has precedence over labels.
  ///
  /// ```swift
  /// options.value(meantBy: "Half")  // 1, if the option 1 is labelled "Half"
  /// options.value(meantBy: "half")  // 1, if no other option has this name
  /// options.value(meantBy: "1")     // nil: this is a value
  /// ```
  package func value(meantBy text: String) -> PropertyValue? {
    guard let type = first?.value.type else { return nil }
    if let value = try? PropertyValue(parsing: text, as: type) {
      if contains(where: { $0.value == value }) { return nil }
      if let present = self.value(formerly: value) { return present }
    }
    if let value = value(ofLabel: text) { return value }
    // The user may have typed the label in quotes.
    guard case .string(let bare)? = try? PropertyValue(parsing: text, as: .string) else { return nil }
    return value(ofLabel: bare) ?? value(named: bare)
  }

  /// Returns the value of the option whose value or label equals the name, ignoring case; nil unless exactly one option
  /// matches.
  private func value(named name: String) -> PropertyValue? {
    let name = name.lowercased()
    let fitting = filter { $0.plainValue.lowercased() == name || $0.label.lowercased() == name }
    return fitting.count == 1 ? fitting[0].value : nil
  }
}

extension PropertyOptions.Option {
  /// The value as text, without quotes.
  fileprivate var plainValue: String { value.plainText }

  /// The label; nil if it equals the value or is derived from the value, ignoring case.
  package var tellingLabel: String? {
    let own = [plainValue, PropertyOptions.defaultLabel(of: value)].map { $0.lowercased() }
    return own.contains(label.lowercased()) ? nil : label
  }

  /// The value, followed by its ``tellingLabel`` if there is one: `1 (Half)`.
  package var words: String { tellingLabel.map { "\(value.text) (\($0))" } ?? value.text }
}

extension PropertyValue {
  /// The value as text, without quotes.
  fileprivate var plainText: String { if case .string(let text) = self { text } else { text } }
}
