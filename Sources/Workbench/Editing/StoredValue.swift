internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Why a stored or typed value cannot be a property's.
struct ValueProblem: Error, Hashable {
  var code: String
  var message: String
}

/// The colours that a scene defines.
struct ScenePalette {
  private(set) var colors: [String: Color] = [:]
  private(set) var problems: [(name: String, offset: Int, problem: ValueProblem)] = []

  init(_ document: SceneDocument) {
    for entry in document.palette {
      let (name, value, offset) = (entry.name, entry.value, entry.offset)
      guard Self.isIdentifier(name) else {
        let message =
          "the palette name '\(name)' is not an identifier; use letters, digits, '_' and '-', a letter first"
        problems.append((name, offset, ValueProblem(code: "value.color", message: message)))
        continue
      }
      do {
        guard case .color(let color) = try Self.read(value) else { continue }
        colors[name] = color
      } catch {
        problems.append(
          (name, offset, ValueProblem(code: "value.color", message: "palette colour '\(name)': \(error)")))
      }
    }
  }

  private static func read(_ value: [UInt8]) throws -> PropertyValue {
    try value.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return try PropertyValue(json: &reader, as: .color)
    }
  }

  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
    return name.unicodeScalars.dropFirst().allSatisfy { $0 == "-" || $0.properties.isXIDContinue }
  }
}

/// Reads a value from the bytes of a document, by type, range, options and palette.
struct StoredValueReader {
  let palette: ScenePalette

  /// The value of raw JSON text for a property.
  func read(_ raw: UnsafeRawBufferPointer, as property: PropertyDefinition) throws(ValueProblem) -> StoredCell {
    guard !property.isReadOnly else {
      throw ValueProblem(
        code: "value.read-only", message: "'\(property.name)' is read-only and takes no stored value; remove the key")
    }
    if raw.first == UInt8(ascii: "n") {
      guard property.isOptional else {
        throw ValueProblem(
          code: "type.mismatch",
          message: "'\(property.name)' is \(property.type.phrase) and cannot be null; remove the key to use the default"
        )
      }
      return .value(nil)
    }
    if property.type == .color, !palette.colors.isEmpty, let color = palette.colors[Self.text(raw) ?? ""] {
      return .value(.color(color))
    }
    let value = try typed(raw, as: property)
    try check(value, for: property)
    return .value(value)
  }

  /// The contents of a JSON string.
  private static func text(_ raw: UnsafeRawBufferPointer) -> String? {
    guard raw.count >= 2, raw.first == UInt8(ascii: "\"") else { return nil }
    return JSONString.decode(UnsafeRawBufferPointer(rebasing: raw.dropFirst().dropLast()))
  }

  private func typed(_ raw: UnsafeRawBufferPointer, as property: PropertyDefinition) throws(ValueProblem)
    -> PropertyValue
  {
    do {
      var reader = JSONReader(raw)
      return try PropertyValue(json: &reader, as: property.type)
    } catch let error as PropertyValueError {
      throw problem(error, of: property)
    } catch {
      throw ValueProblem(code: "type.mismatch", message: "'\(property.name)': \(error)")
    }
  }

  /// A colour's name may have been meant for the palette.
  func problem(_ error: PropertyValueError, of property: PropertyDefinition) -> ValueProblem {
    var message = "'\(property.name)': \(error)"
    if case .unknownColor(let name, _) = error,
      let near = DidYouMean.suggestion(for: name, among: palette.colors.keys.sorted())
    {
      message = "'\(property.name)': unknown colour '\(name)'; did you mean '\(near)' of the palette?"
    }
    return ValueProblem(code: error.code, message: message)
  }

  /// The hard range and the options.
  func check(_ value: PropertyValue, for property: PropertyDefinition) throws(ValueProblem) {
    if let range = property.range, !range.contains(value) {
      throw ValueProblem(
        code: "value.range", message: "'\(property.name)' cannot be \(value.text); its range is \(range.text)")
    }
    guard !property.options.isEmpty, !property.options.contains(where: { $0.value == value }) else { return }
    let texts = property.options.map(\.value.text)
    let hint = DidYouMean.suggestion(for: value.text, among: texts).map { "did you mean '\($0)'?" }
    throw ValueProblem(
      code: "value.option",
      message:
        "'\(property.name)' cannot be '\(value.text)'; \(hint ?? "its options are \(texts.joined(separator: ", "))")")
  }
}
