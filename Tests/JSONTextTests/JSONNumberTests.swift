import Testing

@testable import JSONText

struct JSONNumberTests {
  @Test(arguments: [
    ("0", 0), ("-1", -1), ("1.5", 1.5), ("1e2", 100), ("1E+2", 100), ("25e-2", 0.25), ("0.1", 0.1),
    ("9007199254740993", 9_007_199_254_740_992), ("9007199254740995", 9_007_199_254_740_996),
    ("9007199254740993.00000000000000000001", 9_007_199_254_740_994),
    ("1.7976931348623157e308", .greatestFiniteMagnitude),
    ("5e-324", .leastNonzeroMagnitude), ("2.4703282292062327e-324", 0),
    ("2.4703282292062328e-324", .leastNonzeroMagnitude),
    ("1e-400", 0), ("0e99999999999999999999", 0), ("0.000000000000000000000000000001e30", 1), ("1e22", 1e22),
    ("1e23", 1e23),
    ("18446744073709551615", 0x1p64), ("18446744073709551615e-27", 1.8446744073709551615e-8),
    ("123456789012345678901234567890", 1.2345678901234568e29),
  ])
  func aNumberReadsAsTheNearestDouble(_ text: String, _ value: Double) {
    #expect(withBytes(text, JSONNumber.double) == value)
  }

  @Test func appendingGivesTheSameText() {
    var generator = SeededGenerator(seed: 7)
    var numbers: [Double] = [
      0, -0.0, 1, -1, 0.0001, 0.00009, 0.0001234, 99_999_999_999.9999, 1e11, 1e15, 1e16, 0.1 + 0.2, .infinity, .nan,
    ]
    for _ in 0..<50_000 {
      let scaled = Double(Int64.random(in: -2_000_000_000_000_000...2_000_000_000_000_000, using: &generator))
      for divisor in [1e0, 1e2, 1e3, 1e4, 1e5, 1e9, 255] { numbers.append((scaled / divisor)) }
      numbers.append(Double(Int.random(in: -50_000...50_000, using: &generator)) / 10_000)
      numbers.append(Double(bitPattern: generator.next()))
    }
    var wrong: [Double] = []
    for number in numbers {
      var bytes: [UInt8] = []
      JSONNumber.append(number, to: &bytes)
      if bytes != Array(JSONNumber.text(number).utf8) { wrong.append(number) }
    }
    #expect(wrong == [])
  }

  @Test func whatIsTakenForTheShortestTextIsIt() {
    var generator = SeededGenerator(seed: 8)
    var (wrong, taken) = ([String](), 0)
    for number in 0..<100_000 {
      let text =
        number % 2 == 0
        ? randomNumber(&generator) : "\(Double(Int.random(in: -9_999_999...9_999_999, using: &generator)) / 1_000_000)"
      guard withBytes(text, { JSONNumber.endOfShortest($0, from: 0) }) == text.utf8.count else { continue }
      taken += 1
      if Double(text).map(JSONNumber.text) != text { wrong.append(text) }
    }
    #expect(wrong == [])
    #expect(taken > 10_000)
    for text in ["-0", "0.0", "1.50", "0.00001", "-0.00009", "1e5", "1234567890123456"] {
      #expect(withBytes(text, { JSONNumber.endOfShortest($0, from: 0) }) == nil, "\(text)")
    }
  }

  @Test func zeroKeepsItsSign() {
    #expect(withBytes("-0", JSONNumber.double)?.sign == .minus)
    #expect(withBytes("-0.0e5", JSONNumber.double)?.sign == .minus)
    #expect(withBytes("0", JSONNumber.double)?.sign == .plus)
  }

  @Test(arguments: [
    "", "-", "+1", "01", "-01", ".5", "1.", "1.e5", "1e", "1e+", "0x10", "NaN", "inf", "Infinity", "1e309", "-1e400",
    " 1", "1 ", "1_0", "1,5", "--1", "1e1.5", "1e5x",
  ])
  func whatIsNoFiniteNumberIsNone(_ text: String) {
    #expect(withBytes(text, JSONNumber.double) == nil)
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("5", 5), ("-5", -5), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
  ])
  func anIntegerLiteralIsAnInt(_ text: String, _ value: Int) {
    #expect(withBytes(text, JSONNumber.int) == value)
  }

  @Test(arguments: [
    "", "-", "5.0", "1e2", "05", "-05", "00", "9223372036854775808", "-9223372036854775809", "92233720368547758070",
    "5 ", "x",
  ])
  func whatIsNoIntOf64BitsIsNone(_ text: String) {
    #expect(withBytes(text, JSONNumber.int) == nil)
  }

  @Test(arguments: [
    (5, "5"), (0.1, "0.1"), (1e300, "1e+300"), (-0.0, "-0"), (0, "0"), (12.5, "12.5"), (1e15, "1000000000000000"),
    (1e16, "1e+16"), (1e-5, "1e-05"), (.infinity, "null"), (.nan, "null"),
  ])
  func theTextIsShort(_ value: Double, _ text: String) {
    #expect(JSONNumber.text(value) == text)
  }

  @Test func randomDoublesReadBackTheSame() {
    var generator = SeededGenerator(seed: 2)
    var wrong: [String] = []
    for _ in 0..<100_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let text = JSONNumber.text(value)
      if withBytes(text, JSONNumber.double)?.bitPattern != value.bitPattern { wrong.append(text) }
    }
    #expect(wrong == [])
  }

  @Test func randomTextsReadAsTheStandardLibraryReadsThem() {
    var generator = SeededGenerator(seed: 3)
    var wrong: [String] = []
    for _ in 0..<200_000 {
      let text = randomNumber(&generator)
      let expected = Double(text).flatMap { $0.isFinite ? $0 : nil }
      if withBytes(text, JSONNumber.double)?.bitPattern != expected?.bitPattern { wrong.append(text) }
    }
    #expect(wrong == [])
  }

  @Test func halfwayCasesRoundToEven() {
    // Integers of 54 and more bits that lie in the middle between two doubles, and next to it.
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      let shift = UInt64.random(in: 1...10, using: &generator)
      let odd = (generator.next() >> 11 | 1 << 52) << shift
      for value in [odd + (1 << (shift - 1)) - 1, odd + 1 << (shift - 1), odd + (1 << (shift - 1)) + 1] {
        #expect(withBytes("\(value)", JSONNumber.double) == Double(value))
        #expect(withBytes("\(value)0e-1", JSONNumber.double) == Double(value))
      }
    }
  }

  private func randomNumber(_ generator: inout SeededGenerator) -> String {
    func digits(_ range: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: range, using: &generator)).map { _ in "0123456789".randomElement(using: &generator) ?? "0" }
      )
    }
    let whole = Bool.random(using: &generator) ? "0" : "\(Int.random(in: 1...9, using: &generator))\(digits(0...20))"
    let fraction = Bool.random(using: &generator) ? "" : ".\(digits(1...22))"
    let exponent =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: "e\(Int.random(in: -330...310, using: &generator))"
      case 1: "E\(Int.random(in: -30...30, using: &generator))"
      default: ""
      }
    return (Bool.random(using: &generator) ? "-" : "") + whole + fraction + exponent
  }
}
