/// The names of an Int or String property's values: its options, or its flags.
///
/// ```swift
/// let names = ValueNames(flags: [.init(value: .int(1), label: "Round"), .init(value: .int(4), label: "Long")])
/// names.value(meantBy: "Round|Long")  // 5
/// names.label(of: .int(13))           // "Round|Long|8"
/// ```
public struct ValueNames: Hashable, Sendable {
  /// The only values that the property may have; empty if it has no options.
  public var options: [PropertyOptions.Option]

  /// The named bits of the property's values; empty if it has no flags.
  public var flags: [PropertyOptions.Option]

  /// Makes the names of a property's values from its options or its flags.
  public init(options: [PropertyOptions.Option] = [], flags: [PropertyOptions.Option] = []) {
    (self.options, self.flags) = (options, flags)
  }

  /// True if no value has a name.
  package var isEmpty: Bool { options.isEmpty && flags.isEmpty }

  /// Returns the value for an option's label, or for labels and numbers of flags separated by `|` or commas, ignoring
  /// case. Returns nil for any other text, and for text that is itself a value.
  package func value(meantBy text: String) -> PropertyValue? {
    if flags.isEmpty { return options.value(meantBy: text) }
    guard (try? PropertyValue(parsing: text, as: .int)) == nil else { return nil }
    var number = 0
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: { "|,".contains($0) }) {
      guard let bits = bits(of: String(part).trimmed) else { return nil }
      number |= bits
    }
    return .int(number)
  }

  /// Returns the bits that one part of a text names; nil if it is neither a flag's label nor a number.
  private func bits(of part: String) -> Int? {
    if case .int(let bits)? = flags.value(meantBy: part) { return bits }
    return Int(part)
  }

  /// Returns the label of a value's option, or the labels of its flags joined by `|`, with unnamed bits as one number
  /// at the end. Returns nil if no flag is set, and for an option whose label only repeats the value.
  package func label(of value: PropertyValue) -> String? {
    guard !flags.isEmpty else { return options.first { $0.value == value }?.tellingLabel }
    guard case .int(var rest) = value, rest > 0 else { return nil }
    var labels: [String] = []
    for flag in flags {
      guard case .int(let bit) = flag.value, rest & bit != 0 else { continue }
      labels.append(flag.label)
      rest &= ~bit
    }
    if labels.isEmpty { return nil }
    return (labels + (rest == 0 ? [] : ["\(rest)"])).joined(separator: "|")
  }

  /// Returns the value as text for the user: the labels of its flags, or the value with the label of its option in
  /// parentheses; nil if there is no label.
  ///
  /// - Parameter text: the text of the value itself.
  package func words(_ text: String, of value: PropertyValue) -> String? {
    label(of: value).map { flags.isEmpty ? "\(text) (\($0))" : $0 }
  }
}

extension PropertyDefinition {
  /// The options and flags that name the property's values.
  package var valueNames: ValueNames { ValueNames(options: options, flags: self.flags ?? []) }
}
