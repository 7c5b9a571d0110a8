package import InspectorKit
package import JSONText

/// The reason why arithmetic on a property's present value is refused.
package enum ArithmeticRefusal: Refusal {
  indirect case notArithmetic(PropertyDefinition, sign: String, remedy: String)
  case infiniteOperand(PropertyValueError)
  case operandIsNoNumber(String, example: String)
  case noEffectiveValue(String, AnyRefusal)
  case refusedStart(String, AnyRefusal)
  case stillRefused(String, AnyRefusal)
  case unset(String)
  case colorComponent(String, Double)
  case dividedByZero(String)
  case notANumber(String)
  case tooManyDigits(String, operand: String)
  case notAnInt(String, result: String, isLarge: Bool)
  case infinite(String)

  package var code: DiagnosticCode {
    switch self {
    case .notArithmetic, .infiniteOperand, .operandIsNoNumber: .typeMismatch
    case .noEffectiveValue(_, let problem), .refusedStart(_, let problem), .stillRefused(_, let problem): problem.code
    case .unset, .dividedByZero, .notANumber, .tooManyDigits, .notAnInt, .infinite: .valueArithmetic
    case .colorComponent: .valueColor
    }
  }

  package var message: String {
    switch self {
    case .notArithmetic(let property, let sign, let remedy):
      "'\(property.name)' is \(property.type.phrase), and '\(sign)' needs a number; \(remedy)"
    case .infiniteOperand(let error): "\(error)"
    case .operandIsNoNumber(let operand, let example): "'\(operand)' is not a number; write one such as '\(example)'"
    case .noEffectiveValue(let name, let problem):
      "'\(name)' has no effective value to start from: \(problem.message); set it as a whole first"
    case .refusedStart(let name, let problem):
      "'\(name)' has no value to start from, since what is stored is refused: \(problem.message)"
    case .stillRefused(let name, let problem):
      "'\(name)' cannot be changed alone because the value would still be refused: \(problem.message)"
    case .unset(let name): "'\(name)' is unset, so there is nothing to change; set it as a whole first"
    case .colorComponent(let name, let number):
      "'\(name)' cannot be \(PropertyValue.double(number).text); a colour's components go from 0 to 1"
    case .dividedByZero(let name): "'\(name)' cannot be divided by 0"
    case .notANumber(let name): "'\(name)' is not a number"
    case .tooManyDigits(let name, let operand):
      "'\(name)' cannot be changed by '\(operand)', which has more than 38 digits"
    case .notAnInt(let name, let result, let isLarge):
      "'\(name)' would become \(result), \(isLarge ? "beyond the 64 bits of an Int" : "and an Int has no fraction")"
    case .infinite(let name): "'\(name)' would become infinite"
    }
  }
}
