internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The spellings of colours as texts of CSS.
enum ColorSpelling {
  /// Returns the JSON text of a colour, spelled as a former one was: in hexadecimal digits, or as a function of the same
  /// name with the same separators.
  ///
  /// - Parameters:
  ///   - text: the JSON text of the new colour.
  ///   - old: the JSON text of the former value; nil if there is none.
  static func text(_ text: [UInt8], like old: UnsafeRawBufferPointer?) throws(ForeignRefusal) -> [UInt8] {
    guard let (color, typed) = color(text) else { throw .notAColor(String(decoding: text, as: UTF8.self)) }
    let former = old.flatMap { old in self.color(Array(old)).flatMap { $0.typed } }
    let style =
      former.map(Style.init) ?? typed.map { Style($0).withoutOpacityDigits } ?? .hex(digits: 6, isUpper: false)
    // A text of the same style stays as it was typed.
    if let typed, style.isSame(as: Style(typed)) { return JSONString.quoted(typed) }
    // Every reader of CSS knows `rgba()` with commas.
    let styles = [style, .hex(digits: 6, isUpper: false), .function("rgba", separator: ",", hasCommas: true)]
    guard let spelled = styles.lazy.compactMap({ $0.text(of: color) }).first else {
      throw .notAColor(String(decoding: text, as: UTF8.self))
    }
    return JSONString.quoted(spelled)
  }

  /// Returns the JSON text that a scene has for a colour of which it cannot hold the text, such as `hwb(90 10% 10%)`; nil
  /// if it can, and for a text that is no colour.
  static func sceneText(_ text: String) -> [UInt8]? {
    let quoted = JSONString.quoted(text)
    let isHeld = quoted.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return (try? PropertyValue(json: &reader, as: .color)) != nil
    }
    guard !isHeld, let color = Color(text) else { return nil }
    return Array(PropertyValue.color(color).json.text().utf8)
  }

  /// Returns the colour of a JSON text, with the decoded text if that is a string; nil if the text is no colour.
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

  /// A way to write a colour.
  private enum Style {
    case hex(digits: Int, isUpper: Bool)
    case function(String, separator: String, hasCommas: Bool)
    case name

    /// Reads the style of a colour's text.
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

    /// The style without digits for the opacity, which many readers do not know.
    var withoutOpacityDigits: Style {
      if case .hex(_, let isUpper) = self { .hex(digits: 6, isUpper: isUpper) } else { self }
    }

    /// True if a text of the other style needs no change to be one of this style.
    func isSame(as other: Style) -> Bool {
      switch (self, other) {
      case (.name, .name): true
      case (.hex(let digits, _), .hex(let other, _)): Self.hasOpacity(digits) == Self.hasOpacity(other)
      case (.function(let a, let separator, _), .function(let b, let other, _)):
        a.prefix(3) == b.prefix(3) && separator == other
      default: false
      }
    }

    /// Returns the text of a colour; nil if this style cannot say it exactly.
    func text(of color: Color) -> String? {
      switch self {
      case .hex(let digits, let isUpper): Self.hex(color, digits, isUpper)
      case .function(let name, let separator, let hasCommas): Self.function(name, separator, hasCommas, color)
      case .name: nil
      }
    }

    /// Returns true if the last of so many digits say the opacity.
    private static func hasOpacity(_ digits: Int) -> Bool { digits == 8 || digits == 4 }

    private static func hex(_ color: Color, _ digits: Int, _ isUpper: Bool) -> String? {
      // `text` has eight digits after its `#`.
      let text = color.nearestIn8Bits.text
      guard text.hasPrefix("#") else { return nil }
      var hex = Array(text.utf8.dropFirst())
      guard hex.count == 8 else { return nil }
      // Many readers know no digits for the opacity, so that they are written only where they say something.
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
      // Many readers know whole numbers only.
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

    /// Returns an opacity with as few digits as 8 bits need.
    private static func opacity(_ alpha: Double) -> String {
      for digits in 0..<6 {
        let text = number(alpha, digits)
        let isSame = Double(text).map { abs($0 - alpha) < 0.000_5 && ($0 * 255).rounded() == (alpha * 255).rounded() }
        if isSame == true { return text }
      }
      return number(alpha)
    }

    /// Returns the texts of the components of a function; nil if there is no such function.
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
