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

  /// Returns the value that the user names by the label of an option, or by labels of flags with `|` or commas between
  /// them. Labels and numbers of flags may be mixed, in any letter case. Returns nil if the text is no such name, or if
  /// it is itself a value.
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

  /// Returns a value's label if it says more than the value: the label of its option, or the labels of its flags with
  /// `|` between them. Bits without a label follow as one number. Returns nil for 0 and for a negative number.
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
  /// The names of the property's values.
  package var valueNames: ValueNames { ValueNames(options: options, flags: self.flags ?? []) }
}
