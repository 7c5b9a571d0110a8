/// Why a colour's function, such as `rgb(51 102 255)`, cannot be read.
public enum ColorFunctionProblem: Error, Hashable, Sendable {
  /// Another function than `rgb`, `rgba`, `hsl` and `hsla`.
  case unknownName(String)
  /// The closing parenthesis is missing.
  case unclosed
  /// Something stands behind the closing parenthesis.
  case trailing(String)
  /// Too few or too many values.
  case count(Int, expected: Int, name: String, hasCommas: Bool)
  /// An opacity without the slash before it, or a slash elsewhere.
  case slash
  /// Commas beside blanks or slashes.
  case mixedSeparators
  /// Numbers beside percentages, which go together only without commas.
  case mixedUnits
  /// What cannot stand in its place.
  case value(String, Role, hasCommas: Bool)

  /// What a value of the function stands for.
  public enum Role: Hashable, Sendable {
    /// Red, green or blue.
    case channel
    case hue
    /// Saturation or lightness.
    case share
    case opacity

    init(_ place: Int, of model: ColorFunction.Model) {
      switch (model, place) {
      case (.rgb, 0...2): self = .channel
      case (.hsl, 0): self = .hue
      case (.hsl, 1...2): self = .share
      default: self = .opacity
      }
    }
  }
}
