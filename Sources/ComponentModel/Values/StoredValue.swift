package import InspectorKit
internal import JSONText

/// Reads a value from the bytes of a document, by type, range, options and palette.
package struct StoredValueReader {
  package var palette: ScenePalette

  /// Reads raw JSON text as a property's value.
  package func read(_ raw: UnsafeRawBufferPointer, as property: PropertyDefinition) throws(Diagnostic) -> StoredCell {
    guard !property.isReadOnly else { throw Diagnostic(ValueRefusal.readOnlyStored(property.name)) }
    if raw.first == UInt8(ascii: "n") {
      guard property.isOptional else { throw Diagnostic(ValueRefusal.isNull(property.name, property.type)) }
      return .value(nil)
    }
    let value = try value(raw, as: property)
    try check(value, for: property)
    return .value(value)
  }

  /// Reads raw text other than `null` by type and palette alone, without the property's rules.
  package func value(_ raw: UnsafeRawBufferPointer, as property: PropertyDefinition) throws(Diagnostic)
    -> PropertyValue
  {
    if let color = color(raw, property) { return color }
    return try typed(raw, as: property)
  }

  /// Returns a colour of the palette by its JSON name; nil if there is none.
  private func color(_ raw: UnsafeRawBufferPointer, _ property: PropertyDefinition) -> PropertyValue? {
    guard property.type == .color, !palette.colors.isEmpty, let name = Self.text(raw) else { return nil }
    return palette.colors[ExactText(name)].map(PropertyValue.color)
  }

  /// Returns the contents of a JSON string; nil for any other text.
  private static func text(_ raw: UnsafeRawBufferPointer) -> String? {
    guard raw.count >= 2, raw.first == UInt8(ascii: "\"") else { return nil }
    return JSONString.decode(UnsafeRawBufferPointer(rebasing: raw.dropFirst().dropLast()))
  }

  private func typed(_ raw: UnsafeRawBufferPointer, as property: PropertyDefinition) throws(Diagnostic)
    -> PropertyValue
  {
    do {
      var reader = JSONReader(raw)
      return try PropertyValue(json: &reader, as: property.type)
    } catch let error as PropertyValueError {
      if let value = value(ofLabel: raw, of: property), let label = Self.text(raw) {
        throw Diagnostic(ValueRefusal.label(label, of: property.name, value: value))
      }
      throw problem(error, of: property)
    } catch {
      throw Diagnostic(ValueRefusal.unreadable(property.name, AnyRefusal(caught: error)))
    }
  }

  /// Returns the value of the option with this JSON text as its label; nil for an option's value and for any other
  /// text.
  package func value(ofLabel raw: UnsafeRawBufferPointer, of property: PropertyDefinition) -> PropertyValue? {
    let options = property.options
    guard !options.isEmpty, let text = Self.text(raw), !options.contains(where: { $0.value == .string(text) }) else {
      return nil
    }
    return options.value(ofLabel: text)
  }

  /// Returns the problem for an unreadable value. An unknown colour name may have been meant for the palette.
  package func problem(_ error: PropertyValueError, of property: PropertyDefinition) -> Diagnostic {
    var refusal = ValueRefusal.unreadable(property.name, AnyRefusal(error))
    if case .unknownColor(let name, _) = error,
      let near = DidYouMean.suggestion(for: name, among: palette.colors.keys.map(\.text).sorted())
    {
      refusal = .unknownColor(name, of: property.name, paletteHas: near)
    }
    var problem = Diagnostic(refusal)
    problem.part = error.member.map { .member($0, isKey: error.isOfKey) }
    return problem
  }

  /// Checks a value against the property's hard range and options.
  package func check(_ value: PropertyValue, for property: PropertyDefinition) throws(Diagnostic) {
    if let range = property.range, !range.contains(value) {
      throw Diagnostic(ValueRefusal.outOfRange(property.name, value, range))
    }
    guard !property.options.isEmpty, !property.options.contains(where: { $0.value == value }) else { return }
    if case .string(let text) = value, let meant = property.options.value(ofLabel: text) {
      throw Diagnostic(ValueRefusal.label(text, of: property.name, value: meant))
    }
    throw Diagnostic(ValueRefusal.noOption(property.name, value, property.options))
  }
}
