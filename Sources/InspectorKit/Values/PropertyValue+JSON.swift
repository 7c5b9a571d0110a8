package import JSONText

extension PropertyValue {
  /// Reads the next JSON value in the form that scenes and protocol messages use. An Int is a 64-bit number without
  /// fraction or exponent (`5`, neither `5.0` nor `5e0`). A Double is any finite number. A Color is a string, such as
  /// hexadecimal digits or a CSS name, or an object of components. Point, Size and Rect are objects with keys in any
  /// order. `null` is refused; a caller that allows it must check for it first. Throws `PropertyValueError` for any
  /// other value, including one out of range, and `JSONSyntaxError` for bytes that are not JSON.
  package init(json reader: inout JSONReader, as type: PropertyType) throws {
    var text = reader.ahead
    if let value = Self(compact: &text, as: type) {
      reader.pass(text)
      self = value
      return
    }
    if reader.peek() == UInt8(ascii: "{"), let value = try Self.object(&reader, as: type) {
      self = value
      return
    }
    // A number is scanned only once if the type is Int or Double.
    let number = type == .int || type == .double ? try reader.readNumberText() : nil
    let raw = try number ?? reader.rawValue()
    guard let value = try Self.scalar(raw, as: type) else {
      throw PropertyValueError.mismatch(expected: type, found: FoundValue(raw))
    }
    self = value
  }

  /// Appends the value as compact JSON. A colour is written as a string if 8 bits represent each component exactly,
  /// otherwise as an object of components.
  package func appendJSON(to bytes: inout [UInt8]) {
    switch self {
    case .int(let value): bytes.append(contentsOf: value.description.utf8)
    case .string(let value): JSONString.append(value, quotedTo: &bytes)
    case .double(let value): JSONNumber.append(value, to: &bytes)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .color(let value):
      if let rgba = value.rgba { Color.appendHex(rgba, quotedTo: &bytes) } else { value.appendComponents(to: &bytes) }
    case .point(let value):
      NumberMembers.append(#"{"x":"#, value.x, to: &bytes)
      NumberMembers.append(#","y":"#, value.y, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    case .size(let value):
      NumberMembers.append(#"{"width":"#, value.width, to: &bytes)
      NumberMembers.append(#","height":"#, value.height, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    case .rect(let value):
      NumberMembers.append(#"{"x":"#, value.x, to: &bytes)
      NumberMembers.append(#","y":"#, value.y, to: &bytes)
      NumberMembers.append(#","width":"#, value.width, to: &bytes)
      NumberMembers.append(#","height":"#, value.height, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// The value as a JSON tree, in the same form as ``appendJSON(to:)`` writes.
  package var json: JSON {
    if case .color(let value) = self, let hex = value.hex { return .string(hex) }
    return bundleJSON
  }

  /// Appends the value as compact JSON in the form of bundles, in which a colour is always an object of four
  /// components.
  package func appendBundleJSON(to bytes: inout [UInt8]) {
    if case .color(let value) = self { value.appendComponents(to: &bytes) } else { appendJSON(to: &bytes) }
  }

  /// The value as a JSON tree in the form of bundles, in which a colour is always an object of four components.
  package var bundleJSON: JSON {
    switch self {
    case .int(let value): .int(value)
    case .string(let value): .string(value)
    case .double(let value): .double(value)
    case .bool(let value): .bool(value)
    case .color, .point, .size, .rect: .object(members.map { JSON.Member($0.name, .double($0.value)) })
    }
  }

  /// Parses a JSON value that is not an object; nil if its kind does not fit the type. Throws an error if the kind fits
  /// but the value does not, such as a number beyond 64 bits.
  private static func scalar(_ raw: UnsafeRawBufferPointer, as type: PropertyType) throws(PropertyValueError)
    -> PropertyValue?
  {
    let first = raw.first ?? 0
    switch type {
    case .int:
      if let value = JSONNumber.int(raw) { return .int(value) }
      if isWholeNumber(raw) { throw .integerRange(found: String(decoding: raw, as: UTF8.self)) }
    case .double:
      if let value = JSONNumber.double(raw) { return .double(value) }
      if case .number(let text) = FoundValue(raw) { throw .notFinite(.double, member: nil, found: text) }
    case .bool:
      if first == UInt8(ascii: "t") || first == UInt8(ascii: "f") { return .bool(first == UInt8(ascii: "t")) }
    case .string:
      if first == UInt8(ascii: "\"") { return .string(JSONString.decode(contents(raw))) }
    case .color:
      if first == UInt8(ascii: "\"") { return .color(try color(contents(raw))) }
    case .point, .size, .rect: break
    }
    return nil
  }

  private static func color(_ contents: UnsafeRawBufferPointer) throws(PropertyValueError) -> Color {
    guard contents.contains(UInt8(ascii: "\\")) else { return try Color(utf8: contents) }
    return try Array(JSONString.decode(contents).utf8).withUnsafeBufferPointer { bytes throws(PropertyValueError) in
      try Color(utf8: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Reads a JSON object as a value of a type. Returns nil and reads nothing if values of that type are not JSON
  /// objects.
  private static func object(_ reader: inout JSONReader, as type: PropertyType) throws -> PropertyValue? {
    switch type {
    case .point:
      let read = try NumberMembers(reading: &reader, NumberMembers.point, for: type, required: 0..<2)
      return .point(Point(x: read.values[0], y: read.values[1]))
    case .size:
      let read = try NumberMembers(reading: &reader, NumberMembers.size, for: type, required: 0..<2)
      return .size(Size(width: read.values[0], height: read.values[1]))
    case .rect:
      let read = try NumberMembers(reading: &reader, NumberMembers.rect, for: type, required: 0..<4)
      return .rect(Rect(x: read.values[0], y: read.values[1], width: read.values[2], height: read.values[3]))
    case .color: return .color(try Color(reading: &reader))
    case .int, .string, .double, .bool: return nil
    }
  }

  private static func contents(_ raw: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: raw.dropFirst().dropLast())
  }

  /// Returns true if a JSON value is a number with neither a fraction nor an exponent.
  private static func isWholeNumber(_ raw: UnsafeRawBufferPointer) -> Bool {
    guard case .number = FoundValue(raw) else { return false }
    return !raw.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
  }
}

extension Color {
  /// Reads an object with `red`, `green`, `blue` and optionally `alpha`, or with `white` and optionally `alpha`, each
  /// from 0 to 1. Throws an error for any other members or numbers.
  init(reading reader: inout JSONReader) throws {
    let names = NumberMembers.color
    let read = try NumberMembers(reading: &reader, names, for: .color, required: 0..<0)
    for index in names.indices where read.has(index) && !(0...1).contains(read.values[index]) {
      throw PropertyValueError.colorComponent("\(names[index])", found: JSONNumber.text(read.values[index]))
    }
    let alpha = read.has(3) ? read.values[3] : 1
    if read.has(4) {
      if let other = (0..<3).first(where: read.has) { throw PropertyValueError.mixedColor(member: "\(names[other])") }
      self.init(white: read.values[4], alpha: alpha)
    } else {
      if let missing = (0..<3).first(where: { !read.has($0) }) {
        throw PropertyValueError.missingMember(.color, member: "\(names[missing])")
      }
      self.init(red: read.values[0], green: read.values[1], blue: read.values[2], alpha: alpha)
    }
  }
}

extension PropertyValue {
  /// Appends a stored value in the form of ``appendBundleJSON(to:)``, and returns true. Returns false and appends
  /// nothing if the JSON is not a value of the type.
  ///
  /// - Parameter raw: valid JSON, as a scene stores it; `null` stays `null`.
  package static func appendBundleJSON(
    of raw: UnsafeRawBufferPointer, as type: PropertyType, to bytes: inout [UInt8]
  ) -> Bool {
    if isInBundleForm(raw, as: type) {
      bytes.append(contentsOf: raw)
      return true
    }
    var reader = JSONReader(raw)
    guard let value = try? PropertyValue(json: &reader, as: type) else { return false }
    value.appendBundleJSON(to: &bytes)
    return true
  }

  /// Returns true if a bundle contains exactly these bytes for the value. Only the usual forms are recognised, so the
  /// result may be false for other bytes that a bundle contains unchanged.
  private static func isInBundleForm(_ raw: UnsafeRawBufferPointer, as type: PropertyType) -> Bool {
    guard let first = raw.first else { return false }
    if first == UInt8(ascii: "n") { return true }
    var text = CompactText(raw)
    switch type {
    case .bool: return first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
    case .string: return first == UInt8(ascii: "\"") && !raw.contains(UInt8(ascii: "\\"))
    case .int: return text.integer() != nil && text.isAtEnd && !raw.elementsEqual("-0".utf8)
    case .double: return text.passShortestNumber() && text.isAtEnd
    case .color: return false
    case .point:
      return text.pass(#"{"x":"#) && text.passShortestNumber() && text.pass(#","y":"#) && text.passShortestNumber()
        && text.pass("}") && text.isAtEnd
    case .size:
      return text.pass(#"{"width":"#) && text.passShortestNumber() && text.pass(#","height":"#)
        && text.passShortestNumber() && text.pass("}") && text.isAtEnd
    case .rect:
      return text.pass(#"{"x":"#) && text.passShortestNumber() && text.pass(#","y":"#) && text.passShortestNumber()
        && text.pass(#","width":"#) && text.passShortestNumber() && text.pass(#","height":"#)
        && text.passShortestNumber() && text.pass("}") && text.isAtEnd
    }
  }
}
