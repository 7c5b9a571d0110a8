/// A colour of the sRGB colour space: red, green, blue and opacity, each from 0 to 1, not premultiplied.
///
/// ```swift
/// let gold = Color(red: 1, green: 0.8, blue: 0)
/// gold.text               // "#FFCC00FF"
/// Color("gold")?.text     // "#FFD700FF"
/// Color("#F80") == Color(red: 1, green: 136.0 / 255, blue: 0)  // true
/// ```
///
/// Documents and users can only provide components from 0 to 1. A component's own code can compute other values, which
/// are refused when the host reads them (see ``PropertyValue/problem``).
public struct Color: Hashable, Sendable {
  /// The red component, from 0 to 1.
  public var red: Double

  /// The green component, from 0 to 1.
  public var green: Double

  /// The blue component, from 0 to 1.
  public var blue: Double

  /// The opacity, from 0 (transparent) to 1 (opaque).
  public var alpha: Double

  /// Makes a colour from its components, each from 0 to 1. Values outside this range are not clamped.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes a shade of grey; `white` is from 0 (black) to 1 (white).
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Returns this colour with the opacity replaced by `alpha`, from 0 to 1.
  public func withAlpha(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Makes a colour from a number such as `0xFF8800FF`: red, green, blue and opacity, each in 8 bits.
  public init(rgba: UInt32) {
    self.init(
      red: Double(rgba >> 24) / 255, green: Double(rgba >> 16 & 0xFF) / 255,
      blue: Double(rgba >> 8 & 0xFF) / 255, alpha: Double(rgba & 0xFF) / 255)
  }

  /// The colour as `0xRRGGBBAA`; nil unless 8 bits represent each of the four components exactly.
  package var rgba: UInt32? {
    guard let red = Self.byte(red), let green = Self.byte(green), let blue = Self.byte(blue),
      let alpha = Self.byte(alpha)
    else { return nil }
    return red << 24 | green << 16 | blue << 8 | alpha
  }

  /// The nearest colour with 8-bit components; components outside 0…1 are clamped.
  package var nearestIn8Bits: Color {
    func near(_ component: Double) -> Double { (min(max(component, 0), 1) * 255).rounded() / 255 }
    return Color(red: near(red), green: near(green), blue: near(blue), alpha: near(alpha))
  }

  /// The colour as `#RRGGBBAA`, preceded by `≈` if 8 bits only approximate its components.
  package var shortText: String { rgba == nil ? "≈\(nearestIn8Bits.text)" : text }

  static func byte(_ component: Double) -> UInt32? {
    // A comparison with NaN is false, so NaN is refused, too.
    guard component >= 0, component <= 1 else { return nil }
    let byte = UInt32(component * 255 + 0.5)
    return Double(byte) / 255 == component ? byte : nil
  }
}

/// Named colours. Each is the CSS colour of the same name: `Color.green == Color("green")`.
extension Color {
  /// Opaque `#000000`.
  public static let black = Color(rgba: 0x0000_00FF)

  /// Opaque `#A9A9A9`.
  public static let darkGray = Color(rgba: 0xA9A9_A9FF)

  /// Opaque `#808080`.
  public static let gray = Color(rgba: 0x8080_80FF)

  /// Opaque `#D3D3D3`.
  public static let lightGray = Color(rgba: 0xD3D3_D3FF)

  /// Opaque `#FFFFFF`.
  public static let white = Color(rgba: 0xFFFF_FFFF)

  /// Opaque `#FF0000`.
  public static let red = Color(rgba: 0xFF00_00FF)

  /// Opaque `#FFA500`.
  public static let orange = Color(rgba: 0xFFA5_00FF)

  /// Opaque `#FFFF00`.
  public static let yellow = Color(rgba: 0xFFFF_00FF)

  /// Opaque `#008000`, which is not the full green `#00FF00`.
  public static let green = Color(rgba: 0x0080_00FF)

  /// Opaque `#00FFFF`.
  public static let cyan = Color(rgba: 0x00FF_FFFF)

  /// Opaque `#0000FF`.
  public static let blue = Color(rgba: 0x0000_FFFF)

  /// Opaque `#800080`.
  public static let purple = Color(rgba: 0x8000_80FF)

  /// Opaque `#FF00FF`.
  public static let magenta = Color(rgba: 0xFF00_FFFF)

  /// Opaque `#A52A2A`.
  public static let brown = Color(rgba: 0xA52A_2AFF)
  /// Fully transparent black, CSS `transparent`.
  public static let clear = Color(rgba: 0x0000_0000)
}
