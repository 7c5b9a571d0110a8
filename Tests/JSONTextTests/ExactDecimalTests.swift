import JSONText
import Testing

struct ExactDecimalTests {
  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("0e5", "0"), ("5", "5"), ("-5.0", "-5"), ("3e0", "3"), ("1e2", "100"), ("0.50", "0.5"),
    ("12.25", "12.25"), ("-0.001", "-0.001"), ("1e-20", "0.00000000000000000001"), ("1e-30", "1e-30"),
    ("125e28", "1.25e+30"), ("9223372036854775808", "9223372036854775808"),
    ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
    ("1.00000000000000000000000000000000000000000000000", "1"), ("1e400", "1e+400"),
  ])
  func readsAndWrites(_ typed: String, _ text: String) {
    #expect(ExactDecimal(typed)?.text == text)
  }

  @Test(arguments: [
    "", "-", "+1", "01", ".5", "1.", "1e", "1e+", "1.e5", "0x10", "NaN", "inf", " 1", "1 ", "1,5", "--1", "1e1.5",
    "1e9999999",
    "123456789012345678901234567890123456789",
  ])
  func isNoDecimal(_ text: String) {
    #expect(ExactDecimal(text) == nil)
  }

  @Test(arguments: [
    (0.1, "0.1"), (-2.5, "-2.5"), (1e22, "1e+22"), (.leastNonzeroMagnitude, "5e-324"), (0x1p53, "9007199254740992"),
    (-0.0, "0"),
  ])
  func aDoubleIsItsShortestText(_ double: Double, _ text: String) {
    #expect(ExactDecimal(double)?.text == text)
    #expect(ExactDecimal(double)?.double == double)
  }

  @Test func whatIsNotFiniteIsNone() {
    #expect(ExactDecimal(Double.infinity) == nil)
    #expect(ExactDecimal(Double.nan) == nil)
  }

  @Test(arguments: [
    ("9223372036854775807", Int.max), ("-9223372036854775808", .min), ("9.007199254740993e15", 9_007_199_254_740_993),
  ])
  func isAnInt(_ text: String, _ integer: Int) {
    #expect(ExactDecimal(text)?.integer == integer)
    #expect(ExactDecimal(integer) == ExactDecimal(text))
  }

  @Test(arguments: ["0.5", "9223372036854775808", "-9223372036854775809", "1e19", "1e400"])
  func isNoInt(_ text: String) {
    #expect(ExactDecimal(text)?.integer == nil)
  }

  @Test(arguments: [("1e308", 1e308), ("1e309", .infinity), ("-1e309", -.infinity), ("1e-400", 0), ("0.3", 0.3)])
  func isRoundedOnce(_ text: String, _ double: Double) {
    #expect(ExactDecimal(text)?.double == double)
  }

  /// Checks each operation against Python's result in `Tests/Fixtures/decimals.tsv`, which `Tests/Tools/decimals.py`
  /// writes.
  @Test func agreesWithPython() throws {
    let rows = fixture("decimals.tsv").split(separator: "\n")
    var wrong: [String] = []
    for row in rows {
      let cells = row.split(separator: "\t").map(String.init)
      let left = try #require(ExactDecimal(cells[0]))
      let right = try #require(ExactDecimal(cells[2]))
      let result: ExactDecimal? =
        switch cells[1] {
        case "+": left + right
        case "-": left - right
        case "*": left * right
        default: left / right
        }
      let shown = result.map { "\($0.isNegative ? "-" : "+") \($0.significand) \($0.exponent)" } ?? "-"
      let bits = result.map { String($0.double.bitPattern, radix: 16) } ?? "-"
      let expected = cells[4] == "-" ? "-" : UInt64(cells[4], radix: 16).map { String($0, radix: 16) }
      if shown != cells[3] || bits != expected { wrong.append("\(row): \(shown) \(bits)") }
    }
    #expect(rows.count > 500)
    #expect(wrong == [])
  }
}
