import JSONText

extension PropertyValue {
  /// Parses a value as the user types it.
  ///
  /// ```swift
  /// try PropertyValue(parsing: "12", as: .int)                // .int(12)
  /// try PropertyValue(parsing: "12.5", as: .double)           // .double(12.5)
  /// try PropertyValue(parsing: "yes", as: .bool)              // .bool(true); also on, true, no, off, false
  /// try PropertyValue(parsing: "Ada", as: .string)            // .string("Ada"); also in quotes, with JSON's escapes
  /// try PropertyValue(parsing: "#36F", as: .color)            // also hotpink, {"red":0.5,"green":0,"blue":0}
  /// try PropertyValue(parsing: "10,20", as: .point)
  /// try PropertyValue(parsing: "100x50", as: .size)
  /// try PropertyValue(parsing: "10,20 100x50", as: .rect)
  /// ```
  ///
  /// Numbers have the syntax of JSON, so that a typed number can be stored unchanged. Whitespace around a value is
  /// ignored, except in a String. The JSON form of Color, Point, Size and Rect is accepted, too. Throws a
  /// `PropertyValueError` that describes the expected form.
  public init(parsing text: String, as type: PropertyType) throws(PropertyValueError) {
    if type == .string {
      self = .string(try Self.unquoted(text))
      return
    }
    let typed = TypedText(text)
    if typed.isObject, let value = try Self.object(text, as: type) {
      self = value
      return
    }
    switch type {
    case .int: self = .int(try Self.int(typed))
    case .double: self = .double(try Self.double(typed))
    case .bool: self = .bool(try Self.bool(typed))
    case .color:
      self = .color(try typed.withBytes { bytes throws(PropertyValueError) in try TypedColor(utf8: bytes).color })
    case .point: self = .point(try Self.point(typed))
    case .size: self = .size(try Self.size(typed))
    default: self = .rect(try Self.rect(typed))
    }
  }

  /// The printed form of the value; `init(parsing:as:)` reads exactly the same value from it.
  ///
  /// ```swift
  /// PropertyValue.double(0.1).text                                          // "0.1"
  /// PropertyValue.double(5).text                                            // "5"
  /// PropertyValue.color(.yellow).text                                       // "#FFFF00FF"
  /// PropertyValue.rect(Rect(x: 10, y: 20, width: 100, height: 50)).text     // "10,20 100x50"
  /// ```
  ///
  /// A String is printed without quotes, unless it is empty, begins with a quotation mark, begins or ends with
  /// whitespace, or contains control or direction characters. In quotes, such characters are escaped, so that a
  /// terminal shows them.
  public var text: String {
    switch self {
    case .int(let value): value.description
    case .string(let value): Self.quotedWhereNeeded(value)
    case .double(let value): JSONNumber.text(value)
    case .bool(let value): value ? "true" : "false"
    case .color(let value): value.text
    case .point(let value): Self.text(value.x, ",", value.y)
    case .size(let value): Self.text(value.width, "x", value.height)
    case .rect(let value): "\(Self.text(value.x, ",", value.y)) \(Self.text(value.width, "x", value.height))"
    }
  }

  private static func text(_ first: Double, _ separator: String, _ second: Double) -> String {
    JSONNumber.text(first) + separator + JSONNumber.text(second)
  }
}

/// Parsers of typed text, one for each type.
extension PropertyValue {
  private static func int(_ typed: TypedText) throws(PropertyValueError) -> Int {
    if let value = typed.withBytes({ JSONNumber.int($0) }) { return value }
    let text = typed.text
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    if !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      // JSON does not allow leading zeros. Without them, the number may be valid.
      if let value = Int(text) { throw .unreadable(.int, found: text, suggestion: value.description) }
      throw .integerRange(found: text)
    }
    throw .unreadable(.int, found: text, suggestion: wholeNumber(text))
  }

  private static func double(_ typed: TypedText) throws(PropertyValueError) -> Double {
    if let value = typed.withBytes({ JSONNumber.double($0) }) { return value }
    let text = typed.text
    // `Double` accepts more than JSON: `.5`, `5.`, `+5`, `inf`. A comma before three digits may be a thousands
    // separator.
    let comma = text.parts(between: ",")
    let isDecimal = comma.count == 2 && comma[1].utf8.count != 3
    guard let value = Double(isDecimal ? comma.joined(separator: ".") : text) else {
      throw .unreadable(.double, found: text, suggestion: nil)
    }
    guard value.isFinite else { throw .notFinite(.double, member: nil, found: text) }
    throw .unreadable(.double, found: text, suggestion: JSONNumber.text(value))
  }

  private static func bool(_ typed: TypedText) throws(PropertyValueError) -> Bool {
    switch typed.text.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    case "1": throw .unreadable(.bool, found: typed.text, suggestion: "true")
    case "0": throw .unreadable(.bool, found: typed.text, suggestion: "false")
    default: throw .unreadable(.bool, found: typed.text, suggestion: nil)
    }
  }

  private static func point(_ typed: TypedText) throws(PropertyValueError) -> Point {
    var rest = typed
    if let (x, y) = rest.pair(","), rest.atEnd { return Point(x: x, y: y) }
    throw unreadable(typed, as: .point) { other in
      other.pair("x").map { Self.text($0, ",", $1) }
    }
  }

  private static func size(_ typed: TypedText) throws(PropertyValueError) -> Size {
    var rest = typed
    if let (width, height) = rest.pair("x"), rest.atEnd { return Size(width: width, height: height) }
    throw unreadable(typed, as: .size) { other in
      other.pair(",").map { Self.text($0, "x", $1) }
    }
  }

  private static func rect(_ typed: TypedText) throws(PropertyValueError) -> Rect {
    var rest = typed
    if let (x, y) = rest.pair(","), let (width, height) = rest.pair("x"), rest.atEnd {
      return Rect(x: x, y: y, width: width, height: height)
    }
    throw unreadable(typed, as: .rect) { other in
      guard let (x, y) = other.pair(","), other.skip(","), let (width, height) = other.pair(",") else { return nil }
      return Self.text(x, ",", y) + " " + Self.text(width, "x", height)
    }
  }

  /// Returns the error for a text that cannot be parsed. `other` tries to parse a form that is often confused with the
  /// right one, such as `10x20` for a point. If the whole text has that form, the error suggests the parsed value.
  private static func unreadable(
    _ typed: TypedText, as type: PropertyType, unless other: (inout TypedText) -> String?
  ) -> PropertyValueError {
    var rest = typed
    let suggestion = other(&rest)
    return .unreadable(type, found: typed.text, suggestion: rest.atEnd ? suggestion : nil)
  }

  /// Parses the JSON form of a value that the user typed; nil if the text is not valid JSON. Throws an error if the
  /// JSON is not a value of the type.
  private static func object(_ text: String, as type: PropertyType) throws(PropertyValueError) -> PropertyValue? {
    let bytes = Array(text.utf8)
    do {
      return try bytes.withUnsafeBytes { buffer in
        var reader = JSONReader(buffer)
        let value = try PropertyValue(json: &reader, as: type)
        try reader.end()
        return value
      }
    } catch let error as PropertyValueError {
      throw error
    } catch {
      return nil
    }
  }

  /// Returns a whole number without a redundant fraction or exponent: `5` for `5.0` and `5e0`. Returns nil for other
  /// text, such as `5.5`, and for numbers beyond 2^53.
  static func wholeNumber(_ text: String) -> String? {
    // Beyond 2^53 a Double may differ from the number as written.
    guard let value = Double(text), abs(value) <= 0x1p53, Double(Int(value)) == value else { return nil }
    return Int(value).description
  }
}

/// Functions that read and print strings with or without quotes.
extension PropertyValue {
  /// Returns the string for text typed by the user: the text itself or, if it begins with a quotation mark, the
  /// contents of the JSON string. Throws an error if the text begins with a quotation mark but is not a valid JSON
  /// string.
  static func unquoted(_ text: String) throws(PropertyValueError) -> String {
    guard text.utf8.first == UInt8(ascii: "\"") else { return text }
    let bytes = Array(text.utf8)
    let contents = bytes.withUnsafeBytes { buffer -> String? in
      var reader = JSONReader(buffer)
      guard let value = try? reader.readString(), (try? reader.end()) != nil else { return nil }
      return value
    }
    guard let contents else { throw .quotedString(found: text) }
    return contents
  }

  /// Returns the printed form of a string: in quotes and with escapes if ``text`` requires it, otherwise unchanged.
  static func quotedWhereNeeded(_ string: String) -> String {
    guard needsQuotes(string) else { return string }
    var bytes: [UInt8] = []
    JSONString.append(string, quotedTo: &bytes)
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(into: "") { text, scalar in
      if isUnseen(scalar) {
        text += String(scalar).utf16.map(JSONString.unicodeEscape).joined()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func needsQuotes(_ string: String) -> Bool {
    guard let first = string.unicodeScalars.first, let last = string.unicodeScalars.last else { return true }
    return first == "\"" || first.properties.isWhitespace || last.properties.isWhitespace
      || string.unicodeScalars.contains { $0.value < 0x20 || isUnseen($0) }
  }

  /// Returns true for a control or format character from U+007F on, which a terminal does not show. All these
  /// characters are below U+10000.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }
}
