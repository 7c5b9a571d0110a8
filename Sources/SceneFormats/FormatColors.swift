internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A format's notation for colours, and its named colours.
struct FormatColors: Sendable {
  var form = Form.css

  /// The format's named colours, which take precedence over those of CSS. They form the palette of each scene.
  var names: [(name: String, color: Color)] = []

  /// The notation of a format's colours.
  enum Form: String, CaseIterable {
    /// Any CSS notation.
    case css

    /// Six hexadecimal digits, optionally preceded by two for the opacity: `#80FF0000`. An empty text means no colour.
    case opacityFirst = "#AARRGGBB"

    /// Six hexadecimal digits or a 24-bit number, such as `#FF0000` or 16711680. Colours have no opacity.
    case opaque = "#RRGGBB"

    /// A list of all notations, for messages.
    static let list = allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }

  /// Returns a scene's JSON text for a colour of the document; nil if the scene can use the document's text, or if the
  /// text is not a colour.
  func sceneText(_ text: String) -> [UInt8]? {
    if self[text] != nil { return nil }
    switch form {
    case .css: return ColorSpelling.sceneText(text)
    case .opacityFirst:
      if text.isEmpty { return Array("null".utf8) }
      guard let color = color(ofDigits: text) else { return nil }
      return text.utf8.count == 9 ? JSONString.quoted(color.text) : nil
    case .opaque: return nil
    }
  }

  /// Returns a scene's JSON text for a number that represents a colour in the document; nil if the format has no such
  /// numbers, or if the number is out of range.
  func sceneText(ofNumber text: UnsafeRawBufferPointer) -> [UInt8]? {
    guard form == .opaque, let number = JSONNumber.int(text), (0...0xFF_FFFF).contains(number) else { return nil }
    let digits = String(number, radix: 16, uppercase: true)
    return JSONString.quoted("#" + String(repeating: "0", count: 6 - digits.count) + digits)
  }

  /// Returns the number that represents a scene's colour in a document; nil if the text is not a colour.
  static func number(of text: [UInt8]) -> [UInt8]? {
    guard let color = ColorSpelling.color(text)?.color else { return nil }
    return Int(color.nearestIn8Bits.text.dropFirst().prefix(6), radix: 16).map { Array("\($0)".utf8) }
  }

  /// Returns true if a JSON text in the document means that there is no colour.
  func isNone(_ text: UnsafeRawBufferPointer) -> Bool {
    text.elementsEqual("null".utf8) || form == .opacityFirst && text.elementsEqual("\"\"".utf8)
  }

  /// Returns the text that the scene reads back after the document stores a colour.
  func spelling(of text: [UInt8], like old: UnsafeRawBufferPointer?) throws(ForeignRefusal) -> [UInt8] {
    let written = try document(text, like: old)
    if let number = written.withUnsafeBytes(sceneText(ofNumber:)) { return number }
    return Self.string(written).flatMap(sceneText) ?? written
  }

  /// Returns the document's JSON text for a colour.
  ///
  /// - Parameter text: the text in the scene, as returned by ``spelling(of:like:)``.
  func written(_ text: [UInt8], like old: UnsafeRawBufferPointer?) -> [UInt8] {
    if text.elementsEqual("null".utf8) { return old.map { Array($0) } ?? text }
    return (try? document(text, like: old)) ?? text
  }

  /// Converts a scene's colour to the document's notation. Throws a refusal if the text is not a colour, or if the
  /// notation cannot represent the colour.
  private func document(_ text: [UInt8], like old: UnsafeRawBufferPointer?) throws(ForeignRefusal) -> [UInt8] {
    guard !names.isEmpty || form != .css else { return try ColorSpelling.text(text, like: old) }
    let former = old.flatMap { Self.string(Array($0)) }
    if let typed = Self.string(text), self[typed] != nil { return text }
    guard let color = ColorSpelling.color(text)?.color else {
      throw .notAColor(String(decoding: text, as: UTF8.self))
    }
    if let former, self[former] == color { return JSONString.quoted(former) }
    switch form {
    case .css: break
    case .opacityFirst: return JSONString.quoted(Self.digits(of: color, like: former ?? ""))
    case .opaque: return try Self.opaque(color, like: old)
    }
    // The format may give a different colour to a CSS name.
    let plain = JSONString.quoted(color.text)
    let isNamed = former.map { self[$0] != nil || !$0.contains { "#(".contains($0) } } ?? true
    return try ColorSpelling.text(
      Self.string(text).map { $0.contains { "#(".contains($0) } } == true ? text : plain, like: isNamed ? nil : old)
  }

  /// Returns the named colour of the format; nil if the format does not have the name.
  private subscript(name: String) -> Color? { names.first { $0.name.isExactly(name) }?.color }

  private static func string(_ text: [UInt8]) -> String? {
    text.withUnsafeBytes { bytes in
      guard bytes.first == UInt8(ascii: "\"") else { return nil }
      return JSONString.decode(UnsafeRawBufferPointer(rebasing: bytes.dropFirst().dropLast()))
    }
  }

  // MARK: digits

  /// Returns the JSON text of an opaque colour: a number if the former value was one, otherwise hexadecimal digits.
  /// Throws a refusal if the colour is not opaque.
  private static func opaque(_ color: Color, like old: UnsafeRawBufferPointer?) throws(ForeignRefusal) -> [UInt8] {
    let text = color.nearestIn8Bits.text
    guard text.hasSuffix("FF") else { throw .noOpacity(text) }
    if let first = old?.first, (0x30...0x39).contains(first), let number = number(of: JSONString.quoted(text)) {
      return number
    }
    let isLower = old?.contains { (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) } ?? false
    let digits = String(text.dropLast(2))
    return JSONString.quoted(isLower && old?.first == UInt8(ascii: "\"") ? digits.lowercased() : digits)
  }

  /// Returns the colour of a text such as `#80FF0000`; nil if it has a different form.
  private func color(ofDigits text: String) -> Color? {
    let digits = Array(text.utf8.dropFirst())
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8 else { return nil }
    let ordered = digits.count == 6 ? digits : Array(digits[2...] + digits[..<2])
    return Color("#" + String(decoding: ordered, as: UTF8.self))
  }

  /// Returns the hexadecimal digits of a colour. Omits the opacity of an opaque colour unless the former text includes
  /// one.
  private static func digits(of color: Color, like old: String) -> String {
    let digits = Array(color.nearestIn8Bits.text.utf8.dropFirst())
    guard digits.count == 8 else { return old }
    let isUpper = old.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
    let isWhole = digits[6...] == [UInt8(ascii: "F"), UInt8(ascii: "F")]
    let ordered = isWhole && old.utf8.count != 9 ? Array(digits[..<6]) : Array(digits[6...] + digits[..<6])
    let text = "#" + String(decoding: ordered, as: UTF8.self)
    return isUpper ? text : text.lowercased()
  }
}
