/// A colour written as a CSS function: `rgb()`, `hsl()`, `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()`, or `color()`
/// with the space `srgb` or `display-p3`.
///
/// Values separated by whitespace follow CSS Color Module Level 4 (§5 to §10): numbers, percentages and `none` in any
/// combination, hues with units, and an opacity after a slash. `rgb()` and `hsl()`, also called `rgba()` and `hsla()`,
/// may have commas between their values instead (§5.1 and §7, "legacy syntax"). The channels are then all numbers or
/// all percentages, saturation and lightness are percentages, and `none` is not allowed. `calc()` is not supported.
struct ColorFunction {
  enum Model: String, CaseIterable {
    case rgb, hsl, hwb, lab, lch, oklab, oklch
    case srgb
    case displayP3 = "display-p3"

    /// True if a scene may store a function of this model as text; see ``TypedColor``.
    var isStorable: Bool { self == .rgb || self == .hsl }
  }

  let model: Model
  let hasCommas: Bool

  /// The three components, followed by the opacity if the function has one.
  let values: [ColorFunctionValue]

  /// Parses a function. The text must have no whitespace around it, and no comments or escapes. Throws the problem if
  /// the text is not a valid function.
  init(_ text: UnsafeRawBufferPointer) throws(ColorFunctionProblem) {
    var scanner = ColorFunctionScanner(text)
    let name = scanner.name()
    model = try Self.model(name, &scanner)
    let (values, separators) = try scanner.values(of: model)
    (self.values, hasCommas) = (values, separators.contains(UInt8(ascii: ",")))
    if hasCommas { try checkCommas(name, separators) } else { try checkBlanks(name, separators) }
  }

  private static func model(_ name: String, _ scanner: inout ColorFunctionScanner) throws(ColorFunctionProblem) -> Model
  {
    switch name {
    case "rgba": return .rgb
    case "hsla": return .hsl
    case "color":
      let space = scanner.word()
      guard let model = Model(rawValue: space), model == .srgb || model == .displayP3 else {
        throw .unknownSpace(space)
      }
      return model
    default:
      guard let model = Model(rawValue: name), model != .srgb, model != .displayP3 else { throw .unknownName(name) }
      return model
    }
  }

  /// The colour, with its components clamped to sRGB.
  var color: Color {
    let parts = components
    // Without a conversion, the components are exactly as written.
    let part = model == .rgb || model == .srgb ? Self.clamped : Self.meant
    return Color(
      red: part(parts.0), green: part(parts.1), blue: part(parts.2),
      alpha: values.count > 3 ? Self.clamped(values[3].fraction(of: 1)) : 1)
  }

  /// True if the colour lies outside sRGB by more than a rounding error; ``color`` is then clipped. Always false for
  /// `rgb()` and `hsl()`, because CSS itself clamps these to sRGB.
  var isClipped: Bool {
    guard !model.isStorable else { return false }
    let parts = components
    return [parts.0, parts.1, parts.2].contains { $0 < -0.001 || $0 > 1.001 }
  }

  /// Red, green and blue in sRGB, not clamped.
  private var components: ColorSpaces.Triple {
    func part(_ place: Int, _ whole: Double) -> Double { values[place].fraction(of: whole) }
    /// Returns a value as a number, where 100 % is `whole`.
    func scaled(_ place: Int, _ whole: Double) -> Double {
      values[place].unit == .percent ? part(place, 1) * whole : part(place, 1)
    }
    func lightness(_ whole: Double) -> Double { min(max(scaled(0, whole), 0), whole) }
    switch model {
    case .rgb: return (part(0, 255), part(1, 255), part(2, 255))
    case .srgb: return (part(0, 1), part(1, 1), part(2, 1))
    case .displayP3: return ColorSpaces.displayP3((part(0, 1), part(1, 1), part(2, 1)))
    case .hsl:
      let (saturation, lightness) = (max(0, part(1, 100)), part(2, 100))
      // CSS Color Level 3 clamps before the conversion, Level 4 after it.
      return Self.hsl(
        values[0].degrees, hasCommas ? min(saturation, 1) : saturation, hasCommas ? Self.clamped(lightness) : lightness)
    case .hwb: return Self.hwb(values[0].degrees, max(0, part(1, 100)), max(0, part(2, 100)))
    case .lab: return ColorSpaces.lab((lightness(100), scaled(1, 125), scaled(2, 125)))
    case .lch:
      return ColorSpaces.lab(ColorSpaces.rectangular((lightness(100), max(0, scaled(1, 150)), values[2].degrees)))
    case .oklab: return ColorSpaces.oklab((lightness(1), scaled(1, 0.4), scaled(2, 0.4)))
    case .oklch:
      return ColorSpaces.oklab(ColorSpaces.rectangular((lightness(1), max(0, scaled(1, 0.4)), values[2].degrees)))
    }
  }

  private static func clamped(_ component: Double) -> Double { min(max(component, 0), 1) }

  /// Returns a component clamped to 0…1. A conversion has rounding errors, so a result close to an 8-bit component
  /// becomes exactly that component, and the colour then has a hexadecimal form.
  private static func meant(_ component: Double) -> Double {
    // Huge values may result in NaN.
    guard !component.isNaN else { return 0 }
    let byte = (clamped(component) * 255).rounded()
    return abs(component * 255 - byte) < 1e-9 ? byte / 255 : clamped(component)
  }

  /// Converts HSL to sRGB by CSS Color Module Level 4, §7.1, "Converting HSL Colors to sRGB". The hue is in degrees;
  /// saturation and lightness are from 0 to 1.
  private static func hsl(_ hue: Double, _ saturation: Double, _ lightness: Double) -> ColorSpaces.Triple {
    let chroma = saturation * min(lightness, 1 - lightness)
    func component(_ offset: Double) -> Double {
      let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return lightness - chroma * max(-1, min(k - 3, 9 - k, 1))
    }
    return (component(0), component(8), component(4))
  }

  /// Converts HWB to sRGB by CSS Color Module Level 4, §8.1, "Converting HWB Colors to sRGB". The hue is in degrees;
  /// whiteness and blackness are 0 or more.
  private static func hwb(_ hue: Double, _ white: Double, _ black: Double) -> ColorSpaces.Triple {
    guard white + black < 1 else {
      let gray = white / (white + black)
      return (gray, gray, gray)
    }
    let pure = hsl(hue, 1, 0.5)
    // This weighted mean is exactly `white` for 0, and exactly `1 - black` for 1.
    func component(_ value: Double) -> Double { white * (1 - value) + (1 - black) * value }
    return (component(pure.0), component(pure.1), component(pure.2))
  }
}

/// Checks of the number, units and separators of the values, for functions with commas and without.
extension ColorFunction {
  private func checkCommas(_ name: String, _ separators: [UInt8]) throws(ColorFunctionProblem) {
    guard model == .rgb || model == .hsl else { throw .commas(name) }
    guard separators.allSatisfy({ $0 == UInt8(ascii: ",") }) else { throw .mixedSeparators }
    guard values.count == 3 || values.count == 4 else {
      throw .count(values.count, expected: 3, name: name, hasCommas: true)
    }
    for (place, value) in values.enumerated() {
      switch (model, place, value.unit) {
      case (_, 3, .number), (_, 3, .percent), (.hsl, 1...2, .percent), (.rgb, 0...2, .percent), (.rgb, 0...2, .number):
        continue
      case (.hsl, 0, let unit) where unit != .missing: continue
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

/// Suggestions for functions that cannot be parsed.
extension ColorFunction {
  /// The names of the supported functions, except `color`.
  static let names = ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch"]

  /// Returns a valid function with the values of an invalid one, to suggest to the user; nil if none is found.
  static func suggestion(for text: String) -> String? {
    guard let open = text.firstIndex(of: "(") else { return nil }
    let name = text[..<open].lowercased()
    guard let near = names.contains(name) ? name : DidYouMean.suggestion(for: name, among: names) else { return nil }
    let inside = text[text.index(after: open)...].prefix { $0 != ")" }
    let values = inside.split { $0.isWhitespace || $0 == "," || $0 == "/" }
    guard values.count == 3 || values.count == 4 else { return nil }
    let base = near.hasSuffix("a") ? near.dropLast() : near[...]
    let commas = "\(base)\(values.count == 4 ? "a" : "")(\(values.joined(separator: ", ")))"
    let opacity = values.count == 4 ? " / \(values[3])" : ""
    let blanks = "\(base)(\(values[..<3].joined(separator: " "))\(opacity))"
    return (inside.contains(",") ? [commas, blanks] : [blanks]).first(where: isReadable)
  }

  private static func isReadable(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes { (try? ColorFunction($0)) != nil }
  }
}

/// One value between the parentheses of a colour function, such as `50%` or `0.5turn`.
struct ColorFunctionValue {
  enum Unit: String {
    case number = ""
    case percent = "%"
    case degrees = "deg"
    case gradians = "grad"
    case radians = "rad"
    case turns = "turn"
    /// A missing component, which counts as 0.
    case missing = "none"

    /// Returns true if a value with this unit is allowed in the role, such as degrees for a hue.
    func fits(_ role: ColorFunctionProblem.Role) -> Bool {
      switch self {
      case .number, .missing: true
      case .percent: role != .hue
      case .degrees, .gradians, .radians, .turns: role == .hue
      }
    }
  }

  var number: Double
  var unit: Unit

  /// The number and its unit as written.
  var text: String

  /// Returns a percentage divided by 100 or, for any other unit, the number divided by `whole`.
  func fraction(of whole: Double) -> Double { number / (unit == .percent ? 100 : whole) }

  /// The value as an angle in degrees, from 0 to less than 360.
  var degrees: Double {
    let degrees =
      switch unit {
      case .gradians: number * 0.9
      case .radians: number * 180 / .pi
      case .turns: number * 360
      case .number, .percent, .degrees, .missing: number
      }
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    // An infinite number has no remainder; CSS treats an infinite angle as 0.
    return turned.isNaN ? 0 : turned < 0 ? turned + 360 : turned
  }
}
