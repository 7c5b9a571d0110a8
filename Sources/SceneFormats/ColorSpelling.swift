internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Functions that read and write colours in CSS notation.
enum ColorSpelling {
  /// Returns the JSON text of a colour in the notation of the former value: hexadecimal digits, or a function with the
  /// same name and separators.
  ///
  /// - Parameters:
  ///   - text: the JSON text of the new colour.
  ///   - old: the JSON text of the former value; nil if there is none.
  static func text(_ text: [UInt8], like old: UnsafeRawBufferPointer?) throws(ForeignRefusal) -> [UInt8] {
    guard let (color, typed) = color(text) else { throw .notAColor(String(decoding: text, as: UTF8.self)) }
    let former = old.flatMap { old in self.color(Array(old)).flatMap { $0.typed } }
    let style =
      former.map(Style.init) ?? typed.map { Style($0).withoutOpacityDigits } ?? .hex(digits: 6, isUpper: false)
    // A text in the same style is kept as typed.
    if let typed, style.isSame(as: Style(typed)) { return JSONString.quoted(typed) }
    // Every reader of CSS knows `rgba()` with commas.
    let styles = [style, .hex(digits: 6, isUpper: false), .function("rgba", separator: ",", hasCommas: true)]
    guard let spelled = styles.lazy.compactMap({ $0.text(of: color) }).first else {
      throw .notAColor(String(decoding: text, as: UTF8.self))
    }
    return JSONString.quoted(spelled)
  }

  /// Returns a scene's JSON text for a colour in a CSS notation that scenes do not support, such as `hwb(90 10% 10%)`;
  /// nil if scenes support the notation, or if the text is not a colour.
  static func sceneText(_ text: String) -> [UInt8]? {
    let quoted = JSONString.quoted(text)
    let isHeld = quoted.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return (try? PropertyValue(json: &reader, as: .color)) != nil
    }
    guard !isHeld, let color = Color(text) else { return nil }
    return Array(PropertyValue.color(color).json.text().utf8)
  }

  /// Returns the colour in a JSON text, with the decoded text if it is a string; nil if the text is not a colour.
  static func color(_ text: [UInt8]) -> (color: Color, typed: String?)? {
    text.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      guard bytes.first == UInt8(ascii: "\"") else {
        guard case .color(let color)? = try? PropertyValue(json: &reader, as: .color) else { return nil }
        return (color, nil)
      }
      guard let typed = try? reader.readString(), let color = Color(typed) else { return nil }
      return (color, typed)
    }
  }

  /// The notation of a colour: hexadecimal digits, a function or a name.
  private enum Style {
    case hex(digits: Int, isUpper: Bool)
    case function(String, separator: String, hasCommas: Bool)
    case name

    /// Determines the notation of a colour's text.
    init(_ padded: String) {
      let text = String(padded.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
      if text.hasPrefix("#") {
        let digits = text.utf8.count - 1
        let isUpper = text.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
        self = .hex(digits: digits, isUpper: isUpper)
      } else if let open = text.utf8.firstIndex(of: UInt8(ascii: "(")) {
        let comma = text.utf8.firstIndex(of: UInt8(ascii: ","))
        var separator = comma == nil ? " " : ","
        if let comma {
          separator += String(text[text.utf8.index(after: comma)...].prefix { $0 == " " })
        }
        self = .function(text[..<open].lowercased(), separator: separator, hasCommas: comma != nil)
      } else {
        self = .name
      }
    }

    /// The style without opacity digits, which many programs cannot read.
    var withoutOpacityDigits: Style {
      if case .hex(_, let isUpper) = self { .hex(digits: 6, isUpper: isUpper) } else { self }
    }

    /// Returns true if a text in the other style needs no conversion to this style.
    func isSame(as other: Style) -> Bool {
      switch (self, other) {
      case (.name, .name): true
      case (.hex(let digits, _), .hex(let other, _)): Self.hasOpacity(digits) == Self.hasOpacity(other)
      case (.function(let a, let separator, _), .function(let b, let other, _)):
        a.prefix(3) == b.prefix(3) && separator == other
      default: false
      }
    }

    /// Returns the text of a colour in this style; nil if the style cannot represent the colour.
    func text(of color: Color) -> String? {
      switch self {
      case .hex(let digits, let isUpper): Self.hex(color, digits, isUpper)
      case .function(let name, let separator, let hasCommas): Self.function(name, separator, hasCommas, color)
      case .name: nil
      }
    }

    /// Returns true if a colour with this number of hexadecimal digits includes an opacity.
    private static func hasOpacity(_ digits: Int) -> Bool { digits == 8 || digits == 4 }

    private static func hex(_ color: Color, _ digits: Int, _ isUpper: Bool) -> String? {
      // `text` has eight digits after its `#`.
      let text = color.nearestIn8Bits.text
      guard text.hasPrefix("#") else { return nil }
      var hex = Array(text.utf8.dropFirst())
      guard hex.count == 8 else { return nil }
      // Opacity digits are written only if the style has them, since many programs cannot read them.
      if hasOpacity(digits) || hex[6...] != [UInt8(ascii: "F"), UInt8(ascii: "F")] {
        guard hasOpacity(digits) else { return nil }
      } else {
        hex.removeLast(2)
      }
      let isShort = digits < 5 && stride(from: 0, to: hex.count, by: 2).allSatisfy { hex[$0] == hex[$0 + 1] }
      if isShort { hex = stride(from: 0, to: hex.count, by: 2).map { hex[$0] } }
      let written = String(decoding: hex, as: UTF8.self)
      return "#" + (isUpper ? written : written.lowercased())
    }

    private static func function(
      _ name: String, _ separator: String, _ hasCommas: Bool, _ color: Color
    ) -> String? {
      var color = color
      // Many programs read only whole numbers.
      if name.hasPrefix("rgb") { color = color.nearestIn8Bits.withAlpha(color.alpha) }
      let hasAlpha = color.alpha != 1 || name.hasSuffix("a")
      let alpha = hasAlpha ? (hasCommas ? separator : " / ") + opacity(color.alpha) : ""
      for digits in [0, 1, 2, 4, 8] {
        guard let parts = components(name, color, digits) else { return nil }
        let written = hasCommas && hasAlpha && !name.hasSuffix("a") ? name + "a" : name
        let text = "\(written)(\(parts.joined(separator: separator))\(alpha))"
        if let read = Color(text), isNear(read, color) { return text }
      }
      return nil
    }

    /// Returns an opacity with the fewest decimals that preserve its 8-bit value.
    private static func opacity(_ alpha: Double) -> String {
      for digits in 0..<6 {
        let text = number(alpha, digits)
        let isSame = Double(text).map { abs($0 - alpha) < 0.000_5 && ($0 * 255).rounded() == (alpha * 255).rounded() }
        if isSame == true { return text }
      }
      return number(alpha)
    }

    /// Returns the components of a colour as the arguments of a function; nil for functions other than rgb and hsl.
    private static func components(_ name: String, _ color: Color, _ digits: Int) -> [String]? {
      switch name.prefix(3) {
      case "rgb": return [color.red, color.green, color.blue].map { number($0 * 255, digits) }
      case "hsl":
        let (hue, saturation, lightness) = hsl(color)
        return [number(hue, digits), number(saturation * 100, digits) + "%", number(lightness * 100, digits) + "%"]
      default: return nil
      }
    }

    private static func isNear(_ a: Color, _ b: Color) -> Bool {
      [(a.red, b.red), (a.green, b.green), (a.blue, b.blue), (a.alpha, b.alpha)].allSatisfy {
        // Half a step of 8 bits is 0.002.
        abs($0 - $1) < 0.000_01 || (a.nearestIn8Bits == b.nearestIn8Bits && abs($0 - $1) < 0.001)
      }
    }

    private static func number(_ value: Double, _ digits: Int = 6) -> String {
      let scale = pow(10, Double(digits))
      let rounded = (value * scale).rounded() / scale
      let text = "\(rounded)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Returns the hue in degrees, and the saturation and the lightness from 0 to 1; see CSS Color Module Level 4, 7.1.
    private static func hsl(_ color: Color) -> (hue: Double, saturation: Double, lightness: Double) {
      let (red, green, blue) = (color.red, color.green, color.blue)
      let (most, least) = (max(red, green, blue), min(red, green, blue))
      let (lightness, range) = ((most + least) / 2, most - least)
      guard range > 0 else { return (0, 0, lightness) }
      let saturation = (most - lightness) / min(lightness, 1 - lightness)
      let hue: Double =
        if most == red { (green - blue) / range + (green < blue ? 6 : 0) } else if most == green {
          (blue - red) / range + 2
        } else { (red - green) / range + 4 }
      return (hue * 60, saturation, lightness)
    }
  }
}
