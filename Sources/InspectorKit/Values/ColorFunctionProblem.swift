/// Why a colour's function, such as `rgb(51 102 255)`, cannot be read.
public enum ColorFunctionProblem: Error, Hashable, Sendable {
  /// A function that is none of colours.
  case unknownName(String)
  /// Another space of `color()` than `srgb` and `display-p3`.
  case unknownSpace(String)
  /// The closing parenthesis is missing.
  case unclosed
  /// Something stands after the closing parenthesis.
  case trailing(String)
  /// Too few or too many values.
  case count(Int, expected: Int, name: String, hasCommas: Bool)
  /// An opacity without the slash before it, or a slash elsewhere.
  case slash
  /// Commas beside blanks or slashes.
  case mixedSeparators
  /// Commas in a function that has none.
  case commas(String)
  /// Numbers beside percentages, which go together only without commas.
  case mixedUnits
  /// What cannot stand in its place.
  case value(String, Role, hasCommas: Bool)
  /// A form that people can type and documents cannot hold; see `TypedColor`.
  case typedOnly

  /// What a value of the function stands for.
  public enum Role: Hashable, Sendable {
    /// Red, green or blue from 0 to 255.
    case channel
    case hue
    /// Saturation or lightness.
    case share
    /// A coordinate of the other colour spaces.
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
