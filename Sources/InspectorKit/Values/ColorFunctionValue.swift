/// One value between the parentheses of a colour's function, such as `50%` or `0.5turn`.
struct ColorFunctionValue {
  enum Unit {
    case number, percent, degrees, gradians, radians, turns
    /// `none`: a component that is missing, which counts as 0.
    case missing

    /// The unit of a number, in lower case.
    init?(_ text: String) {
      switch text {
      case "": self = .number
      case "%": self = .percent
      case "deg": self = .degrees
      case "grad": self = .gradians
      case "rad": self = .radians
      case "turn": self = .turns
      default: return nil
      }
    }

    /// Whether a value of the unit may stand in a place.
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

  /// A percentage as a fraction of 1, a number as one of `whole`.
  func fraction(of whole: Double) -> Double { number / (unit == .percent ? 100 : whole) }

  /// An angle in degrees from 0 to 360.
  var degrees: Double {
    let degrees =
      switch unit {
      case .gradians: number * 0.9
      case .radians: number * 180 / .pi
      case .turns: number * 360
      case .number, .percent, .degrees, .missing: number
      }
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    // What is infinite has no remainder; CSS takes it for 0.
    return turned.isNaN ? 0 : turned < 0 ? turned + 360 : turned
  }
}
