import Testing

@testable import Workbench

/// A selector's parts as one line, so that tables can hold them.
private func outline(_ text: String) throws -> String {
  try Selector(parsing: text).alternatives.map { compound in
    let predicates = compound.predicates.map { predicate in
      let comparison = predicate.comparison.map { " \($0.comparator.rawValue) <\($0.text)>" } ?? ""
      return "[\(predicate.isStored ? "stored " : "")<\(predicate.property)>\(comparison)]"
    }
    return "\(compound.typeName ?? "*")\(compound.id.map { "#<\($0)>" } ?? "")\(predicates.joined())"
  }.joined(separator: " | ")
}

@Suite struct QuerySelectorTests {
  @Test(arguments: [
    ("StarView", "StarView"),
    ("  StarView  ", "StarView"),
    ("Shapes.StarView", "Shapes.StarView"),
    ("Größe", "Größe"),
    ("*", "*"),
    ("#badge", "*#<badge>"),
    ("*#badge", "*#<badge>"),
    ("#4S7-JK-aUE", "*#<4S7-JK-aUE>"),
    ("#a.b]c#d", "*#<a.b]c#d>"),
    (#"#"a b""#, "*#<a b>"),
    (#"#'a "b"'"#, #"*#<a "b">"#),
    (#"#'it\'s'"#, "*#<it's>"),
    (#"#"a\"b\\c\u00e9\n""#, "*#<a\"b\\cé\n>"),
    ("StarView#badge", "StarView#<badge>"),
    ("StarView, #badge,*", "StarView | *#<badge> | *"),
    ("[pointCount]", "*[<pointCount>]"),
    ("[ pointCount ]", "*[<pointCount>]"),
    ("StarView[pointCount>5][isHidden=true]", "StarView[<pointCount> > <5>][<isHidden> = <true>]"),
    ("[a]#badge", "*#<badge>[<a>]"),
    ("[Corner Radius >= 4.5]", "*[<Corner Radius> >= <4.5>]"),
    ("[layer.cornerRadius<1]", "*[<layer.cornerRadius> < <1>]"),
    ("[frame.x != 8]", "*[<frame.x> != <8>]"),
    ("[stored(alpha)<=1]", "*[stored <alpha> <= <1>]"),
    ("[stored( Corner Radius ) = 4]", "*[stored <Corner Radius> = <4>]"),
    (#"[stored("odd)")]"#, "*[stored <odd)>]"),
    (#"["odd=name"^="x]"]"#, "*[<odd=name> ^= <x]>]"),
    ("[title$= two words ]", "*[<title> $= <two words>]"),
    ("[title*='a, b']", "*[<title> *= <a, b>]"),
    (#"[title=""]"#, "*[<title> = <>]"),
    ("[frame=10,20 100x50]", "*[<frame> = <10,20 100x50>]"),
    ("[c=#FFCC00],#x", "*[<c> = <#FFCC00>] | *#<x>"),
    (#"[c={"red":0.5,"green":0,"blue":0}]"#, #"*[<c> = <{"red":0.5,"green":0,"blue":0}>]"#),
  ])
  func reads(text: String, outline expected: String) throws {
    #expect(try outline(text) == expected)
  }

  static let kinds = "a selector is a class, '#id' or '*' with conditions in brackets, or a list of these with commas"

  @Test(arguments: [
    ("", "the selector is empty; write a class, '#id' or '*'", 0),
    ("  ", "the selector is empty; write a class, '#id' or '*'", 2),
    ("StarView LabelView", "expected ',' or the end after a blank, found 'L'; \(kinds)", 9),
    ("StarView > LabelView", "expected ',' or the end after a blank, found '>'; \(kinds)", 9),
    ("StarView [a]", "expected ',' or the end after a blank, found '['; \(kinds)", 9),
    ("StarView:modified", "expected '#', '[', ',' or the end, found ':'; \(kinds)", 8),
    ("Star!", "expected '#', '[', ',' or the end, found '!'; \(kinds)", 4),
    ("**", "expected '#', '[', ',' or the end, found '*'; \(kinds)", 1),
    ("*View", "expected '#', '[', ',' or the end, found 'V'; \(kinds)", 1),
    (":modified", "expected a class, '#id', '*' or '[', found ':'", 0),
    ("5", "expected a class, '#id', '*' or '[', found '5'", 0),
    ("StarView,", "expected a class, '#id', '*' or '[', found the end", 9),
    ("StarView,,*", "expected a class, '#id', '*' or '[', found ','", 9),
    ("a\u{202E}b", "expected '#', '[', ',' or the end, found '\\u202e'; \(kinds)", 1),
    ("#", "expected an id after '#', found the end", 1),
    ("# a", "expected an id after '#', found ' '", 1),
    (#"#"""#, "expected an id after '#', found an empty text", 1),
    (#"#"a"#, #"the quote is not closed; end it with '"'"#, 1),
    ("#'a", #"the quote is not closed; end it with "'""#, 1),
    (#"#"a\q""#, "the quoted text has an escape that JSON does not know; write '\\\\' for a backslash", 1),
    (##"#"a"#b"##, "an object has only one id; write ',' between two selectors", 4),
    ("StarView[", "'[' is not closed; end the condition with ']'", 8),
    ("StarView[a", "'[' is not closed; end the condition with ']'", 8),
    ("StarView[a>5", "'[' is not closed; end the condition with ']'", 8),
    (#"StarView[a="5""#, "'[' is not closed; end the condition with ']'", 8),
    ("[]", "expected the name of a property, found ']'", 1),
    ("[=5]", "expected the name of a property, found '='", 1),
    ("[stored()]", "expected the name of a property, found ')'", 8),
    ("[stored(a]", "'stored(' is not closed; write 'stored(NAME)'", 1),
    ("[a~=5]", "expected ']' or one of = != < <= > >= ^= $= *=, found '~'", 2),
    ("[a!5]", "expected ']' or one of = != < <= > >= ^= $= *=, found '!'", 2),
    (#"["a" b]"#, "expected ']' or one of = != < <= > >= ^= $= *=, found 'b'", 5),
    ("[a==5]", "expected a value, found '='; equality is written '='", 3),
    ("[a>]", "expected a value after '>', found ']'; write \"\" for the empty text", 3),
    (#"[a="5" i]"#, "expected ']' after the quoted value, found 'i'", 7),
  ])
  func refuses(text: String, message: String, offset: Int) {
    #expect(throws: SelectorError(selector: text, offset: offset, message: message)) {
      try Selector(parsing: text)
    }
  }

  @Test func pointsAtTheCharacter() {
    let error = #expect(throws: SelectorError.self) { try Selector(parsing: "名前[pointCount>]") }
    #expect(
      error?.text == """
        expected a value after '>', found ']'; write "" for the empty text
            名前[pointCount>]
                            ^
        """)
  }

  @Test func showsThePlaceInALongSelector() {
    let long = String(repeating: "a,", count: 50) + "!" + String(repeating: "b", count: 50)
    let error = #expect(throws: SelectorError.self) { try Selector(parsing: long) }
    let (left, right) = (String(repeating: "a,", count: 30), "!" + String(repeating: "b", count: 39))
    #expect(
      error?.excerpt == """
            …\(left)\(right)…
            \(String(repeating: " ", count: 61))^
        """)
  }

  @Test func escapesWhatATerminalWouldObey() {
    let error = #expect(throws: SelectorError.self) { try Selector(parsing: "[\u{1B}[31m>]") }
    #expect(error?.excerpt == "    [\\u001b[31m>]\n    \(String(repeating: " ", count: 12))^")
  }

  @Test func knowsWhereItsPartsStand() throws {
    let compound = try Selector(parsing: "*, View[ stored(a) >= 5 ][b]").alternatives[1]
    #expect(compound.offset == 3)
    #expect(compound.predicates.map(\.offset) == [9, 26])
    #expect(compound.predicates.map(\.valueOffset) == [22, 27])
  }

  @Test func matchesAllPartsOfACompound() throws {
    let compound = try Selector(parsing: "View#card[a][b]").alternatives[0]
    func matches(id: String, class name: String, holding: Set<String>) -> Bool {
      compound.matches(id: id, isClass: { $0 == name }, holds: { holding.contains($0.property) })
    }
    #expect(matches(id: "card", class: "View", holding: ["a", "b"]))
    #expect(!matches(id: "card", class: "View", holding: ["a"]))
    #expect(!matches(id: "card", class: "StarView", holding: ["a", "b"]))
    #expect(!matches(id: "Card", class: "View", holding: ["a", "b"]))
  }

  @Test func longListsNeedNoStack() throws {
    let text = Array(repeating: "#a", count: 100_000).joined(separator: ",")
    #expect(try Selector(parsing: text).alternatives.count == 100_000)
  }
}
