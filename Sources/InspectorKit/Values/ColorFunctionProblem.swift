/// The reason why a colour function, such as `rgb(51 102 255)`, is refused.
public enum ColorFunctionProblem: Error, Hashable, Sendable {
  /// A name before the parenthesis that names no colour function.
  case unknownName(String)
  /// A colour space of `color()` other than `srgb` and `display-p3`.
  case unknownSpace(String)
  /// The closing parenthesis is missing.
  case unclosed
  /// Text after the closing parenthesis.
  case trailing(String)
  /// Too few or too many values.
  case count(Int, expected: Int, name: String, hasCommas: Bool)
  /// An opacity without a slash before it, or a slash elsewhere.
  case slash
  /// Commas mixed with whitespace or slashes as separators.
  case mixedSeparators
  /// Commas in a function that does not allow them.
  case commas(String)
  /// Numbers mixed with percentages as the channels of `rgb()` with commas.
  case mixedUnits
  /// A value that is not allowed in its position.
  case value(String, Role, hasCommas: Bool)
  /// A valid form that the user can type but a scene cannot contain; see `TypedColor`.
  case typedOnly

  /// The meaning of a value in the function, which decides its allowed units.
  public enum Role: Hashable, Sendable {
    /// Red, green or blue from 0 to 255.
    case channel
    case hue
    /// Saturation or lightness.
    case share
    /// A coordinate of `lab()`, `lch()`, `oklab()`, `oklch()` or `color()`, such as lightness or chroma.
    case coordinate
    case opacity

    init(_ place: Int, of model: ColorFunction.Model) {
      switch (model, place) {
      case (.rgb, 0...2): self = .channel
      case (.hsl, 0), (.hwb, 0), (.lch, 2), (.oklch, 2): self = .hue
      case (.hsl, 1...2), (.hwb, 1...2): self = .share
      case (_, 0...2): self = .coordinate
      default: self = .opacity
      }
    }
  }
}
