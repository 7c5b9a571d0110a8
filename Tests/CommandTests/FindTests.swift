import InspectorKit
import Testing
import Workbench

@testable import CommandLineKit
@testable import CommandReports

@Suite struct FindTests {
  @Test(arguments: [
    ("", ""),
    ("plain text", "plain text"),
    ("a,b", "\"a,b\""),
    ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("\"", "\"\"\"\""),
    ("two\nlines", "\"two\nlines\""),
    ("two\r\nlines", "\"two\r\nlines\""),
    (" blanks ", " blanks "),
    ("a,\u{301}b", "\"a,\u{301}b\""),
    ("say \"\u{301}hi\"\u{200D}", "\"say \"\"\u{301}hi\"\"\u{200D}\""),
    ("\"\u{FE0F}\"\u{1F3FD}", "\"\"\"\u{FE0F}\"\"\u{1F3FD}\""),
  ])
  func writesFields(text: String, field: String) { #expect(FindCSV.field(text) == field) }

  /// Checks the formula prefixes listed by OWASP's page on CSV injection.
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"), ("\r=1", "'\r=1"),
    ("\n=1", "'\n=1"), ("\r\n=1", "'\r\n=1"), ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠a", "'＠a"),
    ("=\u{301}1", "'=\u{301}1"), ("", ""), ("a=1", "a=1"), (" =1", " =1"), ("'=1", "'=1"), ("#FF0000", "#FF0000"),
  ])
  func guardsFormulas(text: String, cell: String) { #expect(FindCSV.guarded(text) == cell) }

  @Test(
    "an arrangement gives what the options leave out; a count takes its group",
    arguments: [
      ([], nil, false, "rating desc, name", "kind"), (["title"], nil, false, "title", "kind"),
      ([], "class", false, "rating desc, name", "class"), (["rating:asc"], "class", false, "rating", "class"),
      ([], nil, true, "", "kind"),
    ] as [([String], String?, Bool, String, String)])
  func usesArrangement(sort: [String], group: String?, isCount: Bool, expected: String, expectedGroup: String) throws {
    let arrangement = Arrangement(sort: [.descending("rating"), .ascending("name")], group: "kind")
    let plan = try FindPlan(
      columns: isCount ? [] : ["title"], sort: sort, group: group, arrangement: arrangement, limit: isCount ? 3 : nil,
      isCount: isCount)
    let words = plan.sort.map { key in
      let name = if case .property(let place) = key.column { plan.asked[place].text } else { "\(key.column)" }
      return key.isDescending ? "\(name) desc" : name
    }
    #expect(words.joined(separator: ", ") == expected)
    #expect(plan.group?.title == expectedGroup)
    // A requested column is read once.
    #expect(Set(plan.asked.map(\.text)).count == plan.asked.count)
  }

  /// Values in sort order: each list precedes the next, and the values of one list are equal in order.
  static let order: [[ColumnValue]] = [
    [.value(.int(-5))], [.value(.double(-4.5))], [.value(.int(4)), .value(.double(4))], [.value(.int(.max))],
    [.raw("[1]"), .raw("{}")], [.unset], [.absent],
  ]

  @Test func ordersValues() {
    for (place, values) in Self.order.enumerated() {
      for (otherPlace, others) in Self.order.enumerated() {
        for (first, second) in values.flatMap({ first in others.map { (first, $0) } }) {
          let expected = place == otherPlace ? nil : place < otherPlace
          #expect(ColumnOrder.precedes(first, second, isDescending: false) == expected)
          // Descending order reverses values, and keeps missing values at the end.
          let isTurned = place < 4 && otherPlace < 4
          #expect(ColumnOrder.precedes(first, second, isDescending: true) == expected.map { isTurned ? !$0 : $0 })
        }
      }
    }
  }

  @Test(arguments: [
    (PropertyValue.string("B"), PropertyValue.string("a")),
    (.string("a"), .string("aa")),
    (.string("z"), .string("é")),
    (.bool(false), .bool(true)),
    (.point(Point(x: 1, y: 9)), .point(Point(x: 2, y: 0))),
    (.rect(Rect(x: 1, y: 1, width: 1, height: 1)), .rect(Rect(x: 1, y: 1, width: 1, height: 2))),
    (.bool(true), .string("a")),
    (.int(1), .string("0")),
  ])
  func ordersTypes(first: PropertyValue, second: PropertyValue) {
    #expect(ColumnOrder.precedes(.value(first), .value(second), isDescending: false) == true)
    #expect(ColumnOrder.precedes(.value(second), .value(first), isDescending: false) == false)
    #expect(ColumnOrder.precedes(.value(first), .value(first), isDescending: false) == nil)
  }

  @Test(
    arguments: [
      (nil, ["a     bbbbbbbbbbbb  名前名前名前  c", "long  b             名"]),
      (80, ["a     bbbbbbbbbbbb  名前名前名前  c", "long  b             名"]),
      (34, ["a     bbbbb…bbbbb  名前名前名前  c", "long  b            名"]),
      (24, ["a     bbb…bb  名…前    c", "long  b       名"]),
      (3, ["a  …  …  c", "…  b  …"]),
    ] as [(Int?, [String])])
  func fitsTables(width: Int?, lines: [String]) {
    var table = TextTable()
    table.add(["a", "bbbbbbbbbbbb", "名前名前名前", "", "c"].map { TextTable.Cell($0) })
    table.add(["long", "b", "名"].map { TextTable.Cell($0) })
    #expect(table.lines(width: width) == lines)
  }
}
