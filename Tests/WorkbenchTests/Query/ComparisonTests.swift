import InspectorKit
import Testing

@testable import SceneComparing
@testable import SceneQuery
@testable import Workbench

@Suite struct QueryComparisonTests {
  @Test(
    arguments: [
      (.int(5), "=", "5", true), (.int(5), "!=", "5", false), (.int(5), "!=", "6", true), (.int(5), "<", "6", true),
      (.int(5), "<=", "5", true), (.int(5), ">", "5", false), (.int(5), ">=", "5", true),
      (.int(9_007_199_254_740_993), ">", "9007199254740992", true),
      (.double(0.1), "=", "0.1", true), (.double(0.5), "<", "1e2", true), (.double(-0.0), "=", "0", true),
      (.string("abc"), "^=", "ab", true), (.string("abc"), "^=", "bc", false), (.string("abc"), "$=", "bc", true),
      (.string("abc"), "*=", "b", true), (.string("abc"), "*=", "abcd", false), (.string("10"), "<", "9", true),
      (.string("é"), "=", "e\u{301}", false), (.string(""), "=", "", true), (.string("\"q\""), "=", "\"q\"", true),
      (.string("q"), "=", "\"q\"", false), (.string("a\"b"), "*=", "\"", true), (.string("\"q"), "^=", "\"", true),
      (.string("a"), ">=", "a", true),
      (.bool(true), "=", "yes", true), (.bool(true), "!=", "yes", false),
      (.color(.yellow), "=", "#FF0", true), (.color(.yellow), "!=", "red", true),
      (.point(Point(x: 1, y: 2)), "=", "1, 2", true), (.size(Size(width: 1, height: 2)), "!=", "1x2", false),
      (.rect(Rect(x: 0, y: 0, width: 1, height: 2)), "=", "0,0 1x2", true),
    ] as [(PropertyValue, String, String, Bool)])
  func compares(value: PropertyValue, comparator: String, text: String, result: Bool) throws {
    let comparator = try #require(Comparison.Operator(rawValue: comparator))
    #expect(try Comparison(comparator, text).typed(as: value.type).matches(value) == result)
  }

  @Test("rule 49: a comparison with unset is false, whatever the operator", arguments: Comparison.Operator.allCases)
  func unsetComparesFalse(comparator: Comparison.Operator) throws {
    #expect(try !Comparison(comparator, "a").typed(as: .string).matches(nil))
  }

  @Test(
    "rule 50: only numbers and texts have an order",
    arguments: [
      ("<", "red", .color, "'<' compares numbers and texts, not a Color; use '=' or '!='"),
      (">=", "true", .bool, "'>=' compares numbers and texts, not a Bool; use '=' or '!='"),
      ("^=", "5", .int, "'^=' compares texts, not an Int; use '=' or '!='"),
      ("*=", "", .string, "'*=' needs a text to look for; write a part of it"),
      ("=", "five", .int, "'five' is not an Int; write a whole number, such as 12"),
      (">", "5.0", .int, "'5.0' is not an Int; did you mean '5'?"),
      ("=", "yelow", .color, "unknown colour 'yelow'; did you mean 'yellow'?"),
    ] as [(String, String, PropertyType, String)])
  func refuses(comparator: String, text: String, type: PropertyType, message: String) throws {
    let comparator = try #require(Comparison.Operator(rawValue: comparator))
    let error = #expect(throws: ComparisonError.self) { try Comparison(comparator, text).typed(as: type) }
    #expect(error?.description == message)
  }

  @Test func asksThePaletteFirst() throws {
    let comparison = try Comparison(.equal, "red").typed(as: .color) { $0 == "red" ? .blue : nil }
    #expect(comparison.matches(.color(.blue)))
    #expect(!comparison.matches(.color(.red)))
  }

  /// Checks that an 8-bit colour literal matches all colours that round to it, and that other literals match exactly.
  @Test(arguments: [
    ("#0A0A0D", true), ("#0a0a0dff", true), ("rgb(10 10 13)", true), ("rgba(10, 10, 13, 100%)", true),
    ("rgb(3.9% 3.9% 5.1%)", false), ("rgb(10.0001 10 13)", false), ("oklab(0.1458 0.0014 -0.0062)", false),
    ("#0A0A0E", false),
  ])
  func coloursOf8BitsAreComparedSo(_ text: String, _ isFound: Bool) throws {
    let written = PropertyValue.color(Color(red: 0.03921568627, green: 0.03921568627, blue: 0.05098039216))
    #expect(try Comparison(.equal, text).typed(as: .color).matches(written) == isFound)
    #expect(try Comparison(.notEqual, text).typed(as: .color).matches(written) == !isFound)
  }
}
