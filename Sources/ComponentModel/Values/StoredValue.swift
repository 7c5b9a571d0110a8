package import InspectorKit
internal import JSONText

/// A reader of stored values, which looks up palette colours, and checks each value against its property's type, range
/// and options.
package struct StoredValueReader {
  package var palette: ScenePalette

  /// The decoder of values that plugins transform; nil if no plugin transforms values.
  let forms: StoredForms?

  package init(palette: ScenePalette, forms: StoredForms? = nil) { (self.palette, self.forms) = (palette, forms) }

  /// Reads JSON text as a property's value; `null` becomes an unset value. Throws an error if the property cannot have
  /// the value.
  package func read(_ text: [UInt8], as property: PropertyDefinition) throws(Diagnostic) -> StoredCell {
    try text.withUnsafeBufferPointer { bytes throws(Diagnostic) in
      try read(UnsafeRawBufferPointer(bytes), as: property)
    }
  }

  /// Reads JSON text as a property's value; `null` becomes an unset value. Throws an error if the property cannot have
  /// the value.
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

  /// Reads JSON text other than `null` as a value of the property's type, without checking range or options. A former
  /// value of an option becomes the present one. Throws an error if the text is not of that type.
  package func value(_ raw: UnsafeRawBufferPointer, as property: PropertyDefinition) throws(Diagnostic)
    -> PropertyValue
  {
    let value = try ownValue(raw, as: property)
    return property.metadata.options?.value(formerly: value) ?? value
  }

  /// Returns the value of JSON text if it is a former value of an option of the property; nil for any other text.
  package func formerOption(_ raw: [UInt8], of property: PropertyDefinition) -> PropertyValue? {
    guard let options = property.metadata.options, options.haveAliases,
      let value = try? raw.withUnsafeBytes({ bytes throws(Diagnostic) in try ownValue(bytes, as: property) })
    else { return nil }
    return options.value(formerly: value) == nil ? nil : value
  }

  private func ownValue(_ raw: UnsafeRawBufferPointer, as property: PropertyDefinition) throws(Diagnostic)
    -> PropertyValue
  {
    if let name = property.storedAs, let forms { return try forms.value(of: raw, as: property, through: name) }
    if let color = try color(raw, property) { return color }
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

  /// Returns the palette colour that JSON text names; nil if there is none, or if the property is not a colour. Throws
  /// an error if the scene's templates define the name differently.
  private func color(
    _ raw: UnsafeRawBufferPointer, _ property: PropertyDefinition
  ) throws(Diagnostic) -> PropertyValue? {
    guard property.type == .color, !palette.isEmpty, let name = Self.text(raw) else { return nil }
    return try color(named: name, of: property)
  }

  /// Returns the JSON text of the colour that a foreign document stores instead of a name, itself a JSON string, that it does
  /// not know; nil for any other JSON text.
  func colorText(for json: [UInt8]) -> [UInt8]? {
    json.withUnsafeBytes(Self.text).flatMap(palette.text).map(JSONString.quoted)
  }

  /// Returns the palette colour for a name, as a value of a property; nil if there is none. Throws an error if the
  /// scene's templates define the name differently.
  func color(named name: String, of property: PropertyDefinition) throws(Diagnostic) -> PropertyValue? {
    if let color = palette.colors[ExactText(name)] { return .color(color) }
    if !palette.disputes.isEmpty, let places = palette.disputes[ExactText(name)] {
      throw Diagnostic(ValueRefusal.disputedColor(name, of: property.name, places))
    }
    return nil
  }

  /// Returns the contents of a JSON string; nil for any other text.
  private static func text(_ raw: UnsafeRawBufferPointer) -> String? {
    guard raw.count >= 2, raw.first == UInt8(ascii: "\"") else { return nil }
    return JSONString.decode(UnsafeRawBufferPointer(rebasing: raw.dropFirst().dropLast()))
  }

  /// Returns the value of the option whose label is the given JSON string; nil if no option has that label, or if the
  /// string is itself the value of an option.
  package func value(ofLabel raw: UnsafeRawBufferPointer, of property: PropertyDefinition) -> PropertyValue? {
    let options = property.options
    guard !options.isEmpty, let text = Self.text(raw), !options.contains(where: { $0.value == .string(text) }) else {
      return nil
    }
    return options.value(ofLabel: text)
  }

  /// Returns the diagnostic of an unreadable value of a property or of one of its components. For an unknown colour
  /// name, the message suggests a similar name in the palette.
  package func problem(
    _ error: PropertyValueError, of property: PropertyDefinition, _ component: String? = nil
  ) -> Diagnostic {
    let name = [property.name, component].compactMap(\.self).joined(separator: ".")
    var refusal = ValueRefusal.unreadable(name, AnyRefusal(error))
    if case .unknownColor(let name, _) = error,
      let near = DidYouMean.suggestion(for: name, among: palette.typedNames)
    {
      refusal = .unknownColor(name, of: property.name, paletteHas: near)
    }
    if case .unknownColor(let name, _) = error {
      if palette.isGiven(name) {
        refusal = .nameOfPalette(name, of: property.name)
      } else if let (file, reason) = palette.fault(hiding: name) {
        refusal = .unreadPalette(name, of: property.name, palette: file, reason)
      }
    }
    var problem = Diagnostic(refusal)
    problem.part = error.member.map { .member($0, isKey: error.isOfKey) }
    return problem
  }

  /// Throws an error if a value is outside the property's range or is not one of its options.
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
