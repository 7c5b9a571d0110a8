/// A colour written as a function: `rgb()`, `rgba()`, `hsl()`, `hsla()`.
///
/// With blanks between the values it is read as CSS Color Module Level 4 has it (§5.1 and §7): numbers, percentages and
/// `none` in any mix, hues with units, and an opacity behind a slash. With commas it is read as Level 3 has it (§4.2),
/// which all versions read alike: three values for `rgb` and `hsl`, four for `rgba` and `hsla`, a hue without a unit, an
/// opacity that is a number. Comments, escapes and `calc()` are left out.
struct ColorFunction {
  enum Model {
    case rgb
    case hsl
  }

  let model: Model
  let hasCommas: Bool

  /// The three components and, perhaps, the opacity.
  let values: [ColorFunctionValue]

  /// Reads a function; the text has no blanks around it.
  init(_ text: UnsafeRawBufferPointer) throws(ColorFunctionProblem) {
    var scanner = ColorFunctionScanner(text)
    let name = scanner.name()
    switch name {
    case "rgb", "rgba": model = .rgb
    case "hsl", "hsla": model = .hsl
    default: throw .unknownName(name)
    }
    let (values, separators) = try scanner.values(of: model)
    (self.values, hasCommas) = (values, separators.contains(UInt8(ascii: ",")))
    if hasCommas { try checkCommas(name, separators) } else { try checkBlanks(name, separators) }
  }

  /// The colour, its components clamped to what sRGB has.
  var color: Color {
    let alpha = values.count > 3 ? Self.clamped(values[3].fraction(of: 1)) : 1
    switch model {
    case .rgb:
      let parts = values[..<3].map { Self.clamped($0.fraction(of: 255)) }
      return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha)
    case .hsl:
      let saturation = max(0, values[1].fraction(of: 100))
      let lightness = values[2].fraction(of: 100)
      // Level 3 clamps before the conversion, Level 4 after it.
      return Self.color(
        hue: values[0].degrees, saturation: hasCommas ? min(saturation, 1) : saturation,
        lightness: hasCommas ? Self.clamped(lightness) : lightness, alpha: alpha)
    }
  }

  private static func clamped(_ component: Double) -> Double { min(max(component, 0), 1) }

  /// CSS Color Module Level 4, §7.1, "Converting HSL Colors to sRGB".
  private static func color(hue: Double, saturation: Double, lightness: Double, alpha: Double) -> Color {
    let chroma = saturation * min(lightness, 1 - lightness)
    func component(_ offset: Double) -> Double {
      let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      let component = lightness - chroma * max(-1, min(k - 3, 9 - k, 1))
      // Values beyond all measure may cancel out to none.
      guard !component.isNaN else { return 0 }
      // The steps above round: what is within that of an 8-bit component is meant as one, and has a hex text.
      let byte = (clamped(component) * 255).rounded()
      return abs(component * 255 - byte) < 1e-9 ? byte / 255 : clamped(component)
    }
    return Color(red: component(0), green: component(8), blue: component(4), alpha: alpha)
  }
}

/// What each of the two forms asks for.
extension ColorFunction {
  private func checkCommas(_ name: String, _ separators: [UInt8]) throws(ColorFunctionProblem) {
    guard separators.allSatisfy({ $0 == UInt8(ascii: ",") }) else { throw .mixedSeparators }
    let count = name.hasSuffix("a") ? 4 : 3
    guard values.count == count else { throw .count(values.count, expected: count, name: name, hasCommas: true) }
    for (place, value) in values.enumerated() {
      switch (model, place, value.unit) {
      case (_, 3, .number), (.hsl, 0, .number), (.hsl, 1...2, .percent), (.rgb, 0...2, .percent),
        (.rgb, 0...2, .number):
        continue
      default: throw .value(value.text, ColorFunctionProblem.Role(place, of: model), hasCommas: true)
      }
    }
    if model == .rgb, values[..<3].contains(where: { $0.unit != values[0].unit }) { throw .mixedUnits }
  }

  private func checkBlanks(_ name: String, _ separators: [UInt8]) throws(ColorFunctionProblem) {
    guard values.count == 3 || values.count == 4 else {
      throw .count(values.count, expected: 3, name: name, hasCommas: false)
    }
    let slashes = separators.indices.filter { separators[$0] == UInt8(ascii: "/") }
    guard slashes == (values.count == 4 ? [2] : []) else { throw .slash }
  }
}

/// What to write instead.
extension ColorFunction {
  /// The same values in a form that can be read, or nil.
  static func suggestion(for text: String) -> String? {
    guard let open = text.firstIndex(of: "(") else { return nil }
    let name = text[..<open].lowercased()
    let known = ["rgb", "rgba", "hsl", "hsla"]
    guard let near = known.contains(name) ? name : DidYouMean.suggestion(for: name, among: known) else { return nil }
    let inside = text[text.index(after: open)...].prefix { $0 != ")" }
    let values = inside.split { $0.isWhitespace || $0 == "," || $0 == "/" }
    guard values.count == 3 || values.count == 4 else { return nil }
    let base = near.prefix(3)
    let commas = "\(base)\(values.count == 4 ? "a" : "")(\(values.joined(separator: ", ")))"
    let opacity = values.count == 4 ? " / \(values[3])" : ""
    let blanks = "\(base)(\(values[..<3].joined(separator: " "))\(opacity))"
    return (inside.contains(",") ? [commas, blanks] : [blanks]).first(where: isReadable)
  }

  private static func isReadable(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes { (try? ColorFunction($0)) != nil }
  }
}
