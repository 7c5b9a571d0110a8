internal import Glibc

/// Conversions to sRGB by the sample code of CSS Color Module Level 4 (§10 and §18, "Sample code for Color
/// Conversions").
///
/// The conversions return gamma-encoded red, green and blue, which lie outside 0…1 if sRGB does not contain the
/// colour.
enum ColorSpaces {
  typealias Triple = (Double, Double, Double)

  /// Converts a colour from CIE Lab relative to D50. The lightness is from 0 to 100.
  static func lab(_ lab: Triple) -> Triple {
    let (epsilon, kappa) = (216.0 / 24389, 24389.0 / 27)
    let y = (lab.0 + 16) / 116
    let (x, z) = (lab.1 / 500 + y, y - lab.2 / 200)
    func linear(_ f: Double) -> Double { f * f * f > epsilon ? f * f * f : (116 * f - 16) / kappa }
    let luminance = lab.0 > kappa * epsilon ? y * y * y : lab.0 / kappa
    // The white point of D50, from its four-digit chromaticity.
    let d50 = (linear(x) * (0.3457 / 0.3585), luminance, linear(z) * ((1 - 0.3457 - 0.3585) / 0.3585))
    return xyz(
      multiply(
        (0.955473421488075, -0.02309845494876471, 0.06325924320057072),
        (-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
        (0.012314014864481998, -0.020507649298898964, 1.330365926242124), d50))
  }

  /// Converts a colour from Oklab. The lightness is from 0 to 1.
  static func oklab(_ lab: Triple) -> Triple {
    let roots = multiply(
      (1, 0.3963377773761749, 0.2158037573099136), (1, -0.1055613458156586, -0.0638541728258133),
      (1, -0.0894841775298119, -1.2914855480194092), lab)
    func cube(_ value: Double) -> Double { value * value * value }
    return xyz(
      multiply(
        (1.2268798758459243, -0.5578149944602171, 0.2813910456659647),
        (-0.0405757452148008, 1.1122868032803170, -0.0717110580655164),
        (-0.0763729366746601, -0.4214933324022432, 1.5869240198367816),
        (cube(roots.0), cube(roots.1), cube(roots.2))))
  }

  /// Converts the polar form of Lab or Oklab (lightness, chroma, hue in degrees) to the rectangular form.
  static func rectangular(_ polar: Triple) -> Triple {
    let angle = polar.2 * .pi / 180
    return (polar.0, polar.1 * cos(angle), polar.1 * sin(angle))
  }

  static func displayP3(_ rgb: Triple) -> Triple {
    func linear(_ value: Double) -> Double {
      let size = abs(value)
      return size <= 0.04045 ? value / 12.92 : copysign(pow((size + 0.055) / 1.055, 2.4), value)
    }
    return xyz(
      multiply(
        (608311.0 / 1_250_200, 189793.0 / 714400, 198249.0 / 1_000_160),
        (35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2_500_400), (0, 32229.0 / 714400, 5_220_557.0 / 5_000_800),
        (linear(rgb.0), linear(rgb.1), linear(rgb.2))))
  }

  /// Converts a colour from CIE XYZ relative to D65.
  private static func xyz(_ xyz: Triple) -> Triple {
    let linear = multiply(
      (12831.0 / 3959, -329.0 / 214, -1974.0 / 3959), (-851781.0 / 878810, 1_648_619.0 / 878810, 36519.0 / 878810),
      (705.0 / 12673, -2585.0 / 12673, 705.0 / 667), xyz)
    func gamma(_ value: Double) -> Double {
      let size = abs(value)
      return size > 0.0031308 ? copysign(1.055 * pow(size, 1 / 2.4) - 0.055, value) : 12.92 * value
    }
    return (gamma(linear.0), gamma(linear.1), gamma(linear.2))
  }

  private static func multiply(_ a: Triple, _ b: Triple, _ c: Triple, _ vector: Triple) -> Triple {
    func product(_ row: Triple) -> Double { row.0 * vector.0 + row.1 * vector.1 + row.2 * vector.2 }
    return (product(a), product(b), product(c))
  }
}
