internal import JSONText

extension [PropertyOptions.Option] {
  /// The value of the one option that has a label, written exactly so; nil for no option and for several.
  package func value(ofLabel label: String) -> PropertyValue? {
    let labelled = filter { $0.label.isExactly(label) }
    return labelled.count == 1 ? labelled[0].value : nil
  }

  /// The value that a typed text means by a label; nil where the text is an option's value, which wins, or no label.
  ///
  /// ```swift
  /// options.value(meantBy: "Half")  // 1, where the option 1 is labelled "Half"
  /// options.value(meantBy: "1")     // nil: this is a value
  /// ```
  package func value(meantBy text: String) -> PropertyValue? {
    guard let type = first?.value.type else { return nil }
    if let value = try? PropertyValue(parsing: text, as: type), contains(where: { $0.value == value }) { return nil }
    if let value = value(ofLabel: text) { return value }
    // The text may stand in quotes.
    guard case .string(let bare)? = try? PropertyValue(parsing: text, as: .string) else { return nil }
    return value(ofLabel: bare)
  }
}

extension PropertyOptions.Option {
  /// The label, where it says more than the value; nil where it is the value's own name in words.
  package var tellingLabel: String? {
    let plain = if case .string(let text) = value { text } else { value.text }
    let own = [plain, PropertyOptions.defaultLabel(of: value)].map { $0.lowercased() }
    return own.contains(label.lowercased()) ? nil : label
  }

  /// The value, with its label where that says more: `1 (Half)`.
  package var words: String { tellingLabel.map { "\(value.text) (\($0))" } ?? value.text }
}
