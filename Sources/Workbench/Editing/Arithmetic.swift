internal import InspectorKit

/// Relative edits, on the effective value.
enum Arithmetic {
  /// The result of an operation, or why there is none.
  static func result(
    _ operation: Assignment.Operation, on value: PropertyValue, of name: String, in property: PropertyDefinition? = nil
  ) throws(ValueProblem) -> PropertyValue {
    guard let (_, typed) = operation.arithmetic else { return value }
    let text = property.map { PlannedAssignment.withoutUnit(typed, of: $0) } ?? typed
    switch value {
    case .int(let number):
      if let operand = Int(text) { return .int(try whole(operation, number, operand, name)) }
      guard let operand = Double(text) else {
        throw refusal(name, "cannot be changed by '\(text)', which is not a number")
      }
      let exact = try real(operation, Double(number), operand, name)
      guard let result = Int(exactly: exact) else {
        throw refusal(name, "would become \(PropertyValue.double(exact).text), and an Int has no fraction")
      }
      return .int(result)
    case .double(let number):
      guard let operand = Double(text) else {
        throw refusal(name, "cannot be changed by '\(text)', which is not a number")
      }
      return .double(try real(operation, number, operand, name))
    default: throw refusal(name, "is not a number")
    }
  }

  private static func whole(
    _ operation: Assignment.Operation, _ number: Int, _ operand: Int, _ name: String
  ) throws(ValueProblem) -> Int {
    let (result, overflow): (Int, Bool)
    switch operation {
    case .add: (result, overflow) = number.addingReportingOverflow(operand)
    case .subtract: (result, overflow) = number.subtractingReportingOverflow(operand)
    case .multiply: (result, overflow) = number.multipliedReportingOverflow(by: operand)
    default:
      guard operand != 0 else { throw refusal(name, "cannot be divided by 0") }
      (result, overflow) = number.dividedReportingOverflow(by: operand)
      if !overflow, number % operand != 0 {
        let exact = PropertyValue.double(Double(number) / Double(operand)).text
        throw refusal(name, "would become \(exact), and an Int has no fraction")
      }
    }
    guard !overflow else { throw refusal(name, "would go beyond the 64 bits of an Int") }
    return result
  }

  private static func real(
    _ operation: Assignment.Operation, _ number: Double, _ operand: Double, _ name: String
  ) throws(ValueProblem) -> Double {
    let result: Double
    switch operation {
    case .add: result = number + operand
    case .subtract: result = number - operand
    case .multiply: result = number * operand
    default:
      guard operand != 0 else { throw refusal(name, "cannot be divided by 0") }
      result = number / operand
    }
    guard result.isFinite else { throw refusal(name, "would become infinite") }
    return result
  }

  private static func refusal(_ name: String, _ words: String) -> ValueProblem {
    ValueProblem(code: "value.arithmetic", message: "'\(name)' \(words)")
  }
}
