import JSONText

extension Color {
  /// Parses a colour in the notations of CSS Color Module Level 4: `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA`, a colour
  /// name, `rgb()`, `hsl()`, `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()`, `color(srgb …)`, `color(display-p3 …)`.
  /// Case and whitespace around the text are ignored. Returns nil if the text is none of these.
  ///
  /// ```swift
  /// Color("#3366FF")                   // red 0x33 / 255, green 0x66 / 255, blue 1, alpha 1
  /// Color("#36F8")                     // the same with alpha 0x88 / 255
  /// Color("hotPink")                   // #FF69B4FF
  /// Color("rgb(20% 40% 100% / 50%)")   // #3366FF with alpha 0.5
  /// Color("rgba(51, 102, 255, 0.5)")   // the same
  /// Color("hsl(225deg 100% 60%)")      // #3366FFFF
  /// Color("oklch(0.628 0.2577 29.23)") // nearly #FF0000FF
  /// Color("pinkish")                   // nil
  /// ```
  ///
  /// A colour outside sRGB is clipped to sRGB. `rgb()` and `hsl()` may have commas between their values, as in CSS
  /// Color Level 3.
  public init?(_ text: String) {
    guard let typed = try? TypedColor(text) else { return nil }
    self = typed.color
  }

  /// The colour as text from which ``PropertyValue/init(parsing:as:)`` reads exactly the same colour: `#RRGGBBAA` if 8
  /// bits represent each of the four components exactly, otherwise the components as a JSON object.
  ///
  /// ```swift
  /// Color.yellow.text                             // "#FFFF00FF"
  /// Color(red: 0.5, green: 0, blue: 0).text       // {"red":0.5,"green":0,"blue":0,"alpha":1}
  /// ```
  public var text: String {
    if let hex { return hex }
    var bytes: [UInt8] = []
    appendComponents(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The colour as `#RRGGBBAA`; nil if 8 bits do not represent each component exactly.
  var hex: String? {
    guard let rgba else { return nil }
    return String(unsafeUninitializedCapacity: 9) { buffer in
      buffer[0] = UInt8(ascii: "#")
      for index in 0..<8 { buffer[index + 1] = Self.hexDigit(rgba, index) }
      return 9
    }
  }

  /// Appends the colour `0xRRGGBBAA` as the JSON string `"#RRGGBBAA"`.
  static func appendHex(_ rgba: UInt32, quotedTo bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: "#"))
    for index in 0..<8 { bytes.append(hexDigit(rgba, index)) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns the ASCII code of one of the eight hexadecimal digits of a colour. Index 0 is the highest digit.
  private static func hexDigit(_ rgba: UInt32, _ index: Int) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: rgba >> (28 - 4 * index)) & 0xF
    return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
  }

  /// Parses the text of a colour in a scene. Throws an error for a form that a scene must not store, even if
  /// ``TypedColor`` can parse it.
  init(utf8 text: UnsafeRawBufferPointer) throws(PropertyValueError) {
    if let color = Color(plain: text) {
      self = color
      return
    }
    let typed = try TypedColor(utf8: text)
    guard typed.isStorable else {
      throw .colorFunction(
        found: String(decoding: text, as: UTF8.self), problem: .typedOnly, suggestion: typed.color.text)
    }
    self = typed.color
  }

  /// Parses `#` and 3, 4, 6 or 8 hexadecimal digits, or a CSS colour name; nil for any other text.
  init?(plain text: UnsafeRawBufferPointer) {
    guard let color = text.first == UInt8(ascii: "#") ? Color(hex: text.dropFirst()) : ColorNames.color(text) else {
      return nil
    }
    self = color
  }

  private init?(hex digits: Slice<UnsafeRawBufferPointer>) {
    var value: UInt32 = 0
    // More than eight digits would overflow the shifts.
    guard digits.count <= 8 else { return nil }
    for place in digits.startIndex..<digits.endIndex {
      guard let digit = JSONString.hexDigit(digits.base[place]) else { return nil }
      value = value << 4 | digit
    }
    switch digits.count {
    case 3: self.init(rgba: Self.doubled(value << 4 | 0xF))
    case 4: self.init(rgba: Self.doubled(value))
    case 6: self.init(rgba: value << 8 | 0xFF)
    case 8: self.init(rgba: value)
    default: return nil
    }
  }

  /// Returns `0xRRGGBBAA` for `0xRGBA`: CSS doubles each digit of the short forms.
  private static func doubled(_ short: UInt32) -> UInt32 {
    let spread = (short & 0xF000) << 12 | (short & 0x0F00) << 8 | (short & 0x00F0) << 4 | (short & 0x000F)
    return spread * 0x11
  }

  /// Appends the components as a JSON object: red, green, blue, alpha.
  func appendComponents(to bytes: inout [UInt8]) {
    Self.append(#"{"red":"#, red, to: &bytes)
    Self.append(#","green":"#, green, to: &bytes)
    Self.append(#","blue":"#, blue, to: &bytes)
    Self.append(#","alpha":"#, alpha, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  private static func append(_ before: StaticString, _ component: Double, to bytes: inout [UInt8]) {
    guard let byte = byte(component) else { return NumberMembers.append(before, component, to: &bytes) }
    bytes.append(contentsOf: UnsafeBufferPointer(start: before.utf8Start, count: before.utf8CodeUnitCount))
    bytes.append(contentsOf: textsOfBytes[Int(byte)])
  }

  /// The decimal forms of 0/255, 1/255 … 255/255, which have up to 20 digits.
  private static let textsOfBytes = (0...255).map { Array(JSONNumber.text(Double($0) / 255).utf8) }
}
