/// The values that an Int or String property may have, each with a label for people.
///
/// ```swift
/// @Inspectable(options: ["horizontal", "vertical"]) var axis = "horizontal"
/// @Inspectable(options: [0: "Full", 1: "Half", 2: "Precise"]) var fillMode = 0
/// ```
///
/// Without a label of its own an option is shown by its humanized name (`horizontal` → "Horizontal").
///
/// Where the options are the cases of an enumeration, it conforms to ``InspectableOptions`` instead.
public struct PropertyOptions: Hashable, Sendable {
  /// One value and its label.
  public struct Option: Hashable, Sendable {
    /// An Int or a String.
    public var value: PropertyValue

    /// What people read.
    public var label: String

    /// An option for an Int or String property, with its label.
    public init(value: PropertyValue, label: String) {
      self.value = value
      self.label = label
    }
  }

  /// The options, in the order of their declaration.
  public var options: [Option]

  /// The options in the order in which they are to be shown.
  public init(_ options: [Option]) { self.options = options }
}

/// An integer or string literal in a list of options.
public struct PropertyOptionLiteral: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, Hashable, Sendable {
  let value: PropertyValue

  /// An option of an Int property.
  public init(integerLiteral value: Int) { self.value = .int(value) }

  /// An option of a String property.
  public init(stringLiteral value: String) { self.value = .string(value) }
}

extension PropertyOptions: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Options without labels of their own: a text is shown by its humanized name, a number by its digits.
  public init(arrayLiteral elements: PropertyOptionLiteral...) {
    options = elements.map { Option(value: $0.value, label: Self.defaultLabel(of: $0.value)) }
  }

  /// Options with their labels, in the order in which they are written.
  public init(dictionaryLiteral elements: (PropertyOptionLiteral, String)...) {
    options = elements.map { Option(value: $0.0.value, label: $0.1) }
  }

  /// Options in words: `0 Full, 1 Half`; nil for none.
  static func words(_ options: [Option]) -> String? {
    let texts = options.map { $0.value.text == $0.label ? $0.label : "\($0.value.text) \($0.label)" }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// The label of an option that has none of its own.
  static func defaultLabel(of value: PropertyValue) -> String {
    if case .string(let text) = value { PropertyName.label(for: text) } else { value.text }
  }
}
