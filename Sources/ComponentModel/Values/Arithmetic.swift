package import InspectorKit
internal import JSONText

/// An arithmetic operation, `+=`, `-=`, `*=` or `/=`, with its operand. It can be applied to any number of values.
///
/// The result for an Int is exact: the operand is the decimal number that was typed, and the result must be a whole
/// number of 64 bits. Sums, differences and products of Doubles are computed on decimals and rounded once, so that
/// 0.1 + 0.2 is 0.3. Quotients, and results for numbers with too many digits (`ExactDecimal.areShort`), are computed
/// on doubles.
///
/// On flags, `+=` sets bits and `-=` clears them; the bits are given by name or as a number.
package struct Arithmetic {
  private enum Operation { case add, subtract, multiply, divide, setBits, clearBits }

  private let operation: Operation

  /// The operand as the user typed it, without its unit.
  private let text: String

  /// The operand as a decimal; nil if it has more digits than the computation supports.
  private let decimal: ExactDecimal?

  /// The operand as an integer, the usual operand of Ints; nil if it is not a 64-bit integer.
  private let integer: Int?

  /// The double nearest to the operand, possibly infinite.
  private let double: Double

  /// Creates the arithmetic of an assignment. Returns nil if the operation is not arithmetic, or the operand is not a
  /// JSON number.
  init?(_ operation: Assignment.Operation, operand: String) {
    switch operation {
    case .add: self.operation = .add
    case .subtract: self.operation = .subtract
    case .multiply: self.operation = .multiply
    case .divide: self.operation = .divide
    case .set, .json, .exact, .unset, .reset: return nil
    }
    (text, decimal) = (operand, ExactDecimal(operand))
    integer = decimal?.integer
    if let decimal {
      double = decimal.double
    } else if case .double(let number)? = try? PropertyValue(parsing: operand, as: .double) {
      double = number
    } else {
      return nil
    }
  }

  /// Creates the operation that sets or clears bits of an Int. Returns nil if the operation is neither `+=` nor `-=`.
  init?(_ operation: Assignment.Operation, bits: Int) {
    switch operation {
    case .add: self.operation = .setBits
    case .subtract: self.operation = .clearBits
    case .multiply, .divide, .set, .json, .exact, .unset, .reset: return nil
    }
    (text, decimal, integer, double) = ("\(bits)", ExactDecimal(bits), bits, Double(bits))
  }

  /// True if the operand is within the range of a Double.
  var isFinite: Bool { double.isFinite }

  /// Returns the result for a value, or throws the reason why there is none.
  ///
  /// - Parameter name: the name of the property, or of a number of its value such as `frame.x`; used in messages.
  package func result(on value: PropertyValue, of name: String) throws(Diagnostic) -> PropertyValue {
    if operation == .divide, decimal?.significand == 0 { throw Diagnostic(ValueRefusal.dividedByZero(name)) }
    switch value {
    case .int(let number):
      if let result = quick(number) { return .int(result) }
      return .int(try exact(number, name))
    case .double(let number): return .double(try real(number, name))
    default: throw Diagnostic(ValueRefusal.notANumber(name))
    }
  }

  /// Returns the result for an Int in 64-bit arithmetic; nil if the operand is not whole, a division has a remainder,
  /// or the result overflows.
  private func quick(_ number: Int) -> Int? {
    guard let integer else { return nil }
    let (result, overflow): (Int, Bool)
    switch operation {
    case .add: (result, overflow) = number.addingReportingOverflow(integer)
    case .subtract: (result, overflow) = number.subtractingReportingOverflow(integer)
    case .multiply: (result, overflow) = number.multipliedReportingOverflow(by: integer)
    case .divide:
      guard number.remainderReportingOverflow(dividingBy: integer).partialValue == 0 else { return nil }
      (result, overflow) = number.dividedReportingOverflow(by: integer)
    case .setBits: (result, overflow) = (number | integer, false)
    case .clearBits: (result, overflow) = (number & ~integer, false)
    }
    return overflow ? nil : result
  }

  private func exact(_ number: Int, _ name: String) throws(Diagnostic) -> Int {
    guard let decimal else { throw Diagnostic(ValueRefusal.tooManyDigits(name, operand: text)) }
    let result = Self.result(operation, ExactDecimal(number), decimal)
    if let integer = result?.integer { return integer }
    // A result with too many digits to compute has a fraction, or else is far beyond 64 bits.
    let isLarge = result.map { $0.exponent >= 0 } ?? (abs(Self.result(operation, Double(number), double)) >= 0x1p63)
    let shown = result?.text ?? "\(number) \(sign) \(text)"
    throw Diagnostic(ValueRefusal.notAnInt(name, result: shown, isLarge: isLarge))
  }

  private func real(_ number: Double, _ name: String) throws(Diagnostic) -> Double {
    let result = short(number) ?? Self.result(operation, number, double)
    guard result.isFinite else { throw Diagnostic(ValueRefusal.infinite(name)) }
    return result
  }

  /// Returns the result for a Double as computed on decimals; nil if the result must be computed on doubles.
  private func short(_ number: Double) -> Double? {
    guard operation != .divide, let decimal, let value = ExactDecimal(number), ExactDecimal.areShort(value, decimal),
      let result = Self.result(operation, value, decimal), result.significand != 0
    else { return nil }
    return result.double
  }

  private static func result(_ operation: Operation, _ left: ExactDecimal, _ right: ExactDecimal) -> ExactDecimal? {
    switch operation {
    case .add, .setBits: left + right
    case .subtract, .clearBits: left - right
    case .multiply: left * right
    case .divide: left / right
    }
  }

  private static func result(_ operation: Operation, _ left: Double, _ right: Double) -> Double {
    switch operation {
    case .add, .setBits: left + right
    case .subtract, .clearBits: left - right
    case .multiply: left * right
    case .divide: left / right
    }
  }

  private var sign: String {
    switch operation {
    case .add, .setBits: "+"
    case .subtract, .clearBits: "-"
    case .multiply: "*"
    case .divide: "/"
    }
  }
}
