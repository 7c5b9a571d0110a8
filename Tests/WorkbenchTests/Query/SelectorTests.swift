import Testing

@testable import ComponentModel
@testable import Journaling
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneQuery
@testable import Workbench

/// Returns a selector's parts on one line, for tables.
private func outline(_ text: String) throws -> String { outline(try Selector(parsing: text).alternatives) }

private func outline(_ paths: [Selector.Path]) -> String {
  paths.map { path in
    path.steps.enumerated().map { place, step in
      let isSaid = place > 0 || step.combinator != .descendant
      return (isSaid ? "{\(step.combinator.rawValue)}" : "") + outline(step.compound)
    }.joined()
  }.joined(separator: " | ")
}

private func outline(_ compound: Selector.Compound) -> String {
  let predicates = compound.predicates.map { predicate in
    let comparison =
      predicate.comparison.map { " \($0.comparator.rawValue) <\($0.text)>\($0.ignoresCase ? " i" : "")" } ?? ""
    return "[\(predicate.isStored ? "stored " : "")<\(predicate.property)>\(comparison)]"
  }
  let pseudos = compound.pseudoClasses.map { pseudo in
    switch pseudo.kind {
    case .kind(let name): ":kind<\(name)>"
    case .modified: ":modified"
    case .unset(let name): ":unset<\(name)>"
    case .text(let words): ":text<\(words)>"
    case .nthChild(let pattern): ":nth-child(\(pattern.step)n\(pattern.start < 0 ? "" : "+")\(pattern.start))"
    case .lastChild: ":last-child"
    case .not(let paths): ":not(\(outline(paths)))"
    case .is(let paths): ":is(\(outline(paths)))"
    case .has(let paths): ":has(\(outline(paths)))"
    case .composed(.from(let name)): ":from<\(name)>"
    case .composed(let condition): ":\(condition)"
    case .references(let paths): ":references(\(outline(paths)))"
    case .related(let paths): ":related(\(outline(paths)))"
    }
  }
  let id = compound.id.map { "#<\($0)>" } ?? ""
  return "\(compound.typeName ?? "*")\(id)\(predicates.joined())\(pseudos.joined())"
}

@Suite struct QuerySelectorTests {
  @Test(arguments: [
    ("StarView", "StarView"),
    (":instance:overridden:AUTHORED", "*:instance:overridden:authored"),
    (":from( a b.json#x )", "*:from<a b.json#x>"), (":from('a)b')", "*:from<a)b>"),
    (":references(#gate, Door > *)", "*:references(*#<gate> | Door{>}*)"),
    ("[notches~=Long|8]", "*[<notches> ~= <Long|8>]"),
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
    (#"#\31 a"#, "*#<1a>"),
    (#"#\000031a"#, "*#<1a>"),
    (#"#a\"b"#, #"*#<a"b>"#),
    (#"#a\ b\:c\>d"#, "*#<a b:c>d>"),
    (#"#\0\110000 x"#, "*#<\u{FFFD}\u{FFFD}x>"),
    (#"\53 tar\56iew"#, "StarView"),
    (#"#"\31 a\q\0000fc""#, "*#<1aqü>"),
    (#"#"\bc\fc""#, "*#<\u{8}c\u{C}c>"),
    (#"[t="\ud83d\ude00\u00e9"]"#, "*[<t> = <😀é>]"),
    ("[t=\"a\\\nb\"]", "*[<t> = <ab>]"),
    ("#a\"\u{301}b", "*#<a\"\u{301}b>"),
    ("#\"a b\u{301}\"", "*#<a b\u{301}>"),
    ("[t=\"\u{301}x\u{200D}\"]", "*[<t> = <\u{301}x\u{200D}>]"),
    ("[t=\u{301}x]", "*[<t> = <\u{301}x>]"),
    ("[t=x]\u{20}>\u{20}*", "*[<t> = <x>]{>}*"),
    (#"[t="foo" i]"#, "*[<t> = <foo> i]"),
    (#"[t="foo"I]"#, "*[<t> = <foo> i]"),
    (#"[t="foo" s]"#, "*[<t> = <foo>]"),
    ("[t=foo i]", "*[<t> = <foo> i]"),
    ("[t*=two words  I ]", "*[<t> *= <two words> i]"),
    ("[t=foo S]", "*[<t> = <foo>]"),
    (#"[t="foo i"]"#, "*[<t> = <foo i>]"),
    ("[t=i]", "*[<t> = <i>]"),
    ("[t= i ]", "*[<t> = <i>]"),
    ("[t=a i b]", "*[<t> = <a i b>]"),
    ("[t=foo/* c */i]", "*[<t> = <foo> i]"),
    ("/* a */ View /* b */ > /**/ StarView/* c */#badge /* d */", "View{>}StarView#<badge>"),
    ("View/* a */ StarView", "View{ }StarView"),
    ("[/* a */ t /* b */ = /* c */ x /* d */]", "*[<t> = <x>]"),
    ("#\"a/*b*/\"", "*#<a/*b*/>"),
    (":NOT(A):Modified:Kind(View)", "*:not(A):modified:kind<View>"),
    (":where(A, B)", "*:is(A | B)"),
    ("A:first-child:last-child", "A:nth-child(0n+1):last-child"),
    (":nth-child(odd):nth-child( EVEN )", "*:nth-child(2n+1):nth-child(2n+0)"),
    (":nth-child(2n+1):nth-child( -N + 3 ):nth-child(5)", "*:nth-child(2n+1):nth-child(-1n+3):nth-child(0n+5)"),
    (":nth-child(n):nth-child(+3n-2):nth-child(-4)", "*:nth-child(1n+0):nth-child(3n-2):nth-child(0n-4)"),
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
    ("View StarView", "View{ }StarView"),
    ("View>StarView", "View{>}StarView"),
    ("View  >  StarView [a]", "View{>}StarView{ }*[<a>]"),
    ("View + StarView ~ *", "View{+}StarView{~}*"),
    ("#a>#b", "*#<a>{>}*#<b>"),
    ("#a+b ~c", "*#<a+b>{~}c"),
    ("A B, C > D", "A{ }B | C{>}D"),
    (":kind(View)", "*:kind<View>"),
    ("StarView:kind( Shapes.View ):modified", "StarView:kind<Shapes.View>:modified"),
    (":modified#badge", "*#<badge>:modified"),
    (":unset(Background Color )", "*:unset<Background Color>"),
    (#":unset("odd)")"#, "*:unset<odd)>"),
    (":text(rate us)", "*:text<rate us>"),
    (#":text("a) b")"#, "*:text<a) b>"),
    (":not(StarView, #a)[b]", "*[<b>]:not(StarView | *#<a>)"),
    (":is(A B, C)", "*:is(A{ }B | C)"),
    (":has(StarView)", "*:has(StarView)"),
    ("View:has(> StarView:not(:modified) [a>1])", "View:has({>}StarView:not(*:modified){ }*[<a> > <1>])"),
    (":has( + A ~ B, ~ C)", "*:has({+}A{~}B | {~}C)"),
  ])
  func reads(text: String, outline expected: String) throws {
    #expect(try outline(text) == expected)
  }

  static let badEscape =
    "'\\u' needs four hexadecimal digits, or two such escapes that make a pair; write '\\\\' for a backslash"
  static let start = "expected a class, '#id', '*', '[' or ':'"
  static let more = "expected '[', ':', '#', a space, '>', '+', '~', ',' or the end"
  static let moreInside = "expected '[', ':', '#', a space, '>', '+', '~', ',' or ')'"
  static let pseudoClasses =
    ":kind :modified :unset :text :not :is :where :has :references :related :instance :overridden :authored :from :first-child :last-child :nth-child"

  @Test(arguments: [
    ("", "the selector is empty; write a class, '#id' or '*'", 0),
    ("  ", "the selector is empty; write a class, '#id' or '*'", 2),
    ("> StarView", "\(start), found '>'", 0),
    ("View >", "\(start), found the end", 6),
    ("View > > StarView", "\(start), found '>'", 7),
    ("View, > StarView", "\(start), found '>'", 6),
    ("Star!", "\(more), found '!'", 4),
    ("Star View)", "\(more), found ')'", 9),
    ("**", "\(more), found '*'", 1),
    ("*View", "\(more), found 'V'", 1),
    ("5", "\(start), found '5'", 0),
    ("StarView,", "\(start), found the end", 9),
    ("StarView,,*", "\(start), found ','", 9),
    ("a\u{202E}b", "\(more), found '\\u202e'", 1),
    ("A:", "expected one of \(pseudoClasses) after ':', found the end", 2),
    ("A::modified", "expected one of \(pseudoClasses) after ':', found ':'", 2),
    ("A:modifed", "unknown pseudo-class ':modifed'; did you mean ':modified'?", 2),
    ("A:hover", "unknown pseudo-class ':hover'; the pseudo-classes are \(pseudoClasses)", 2),
    ("A:modified()", "\(more), found '('", 10),
    ("A:kind", "expected '(' after ':kind', found the end; write ':kind(View)'", 6),
    ("A:not B", "expected '(' after ':not', found ' '; write ':not(StarView)'", 5),
    ("A:kind(", "expected a class, found the end; write ':kind(View)'", 7),
    ("A:kind()", "expected a class, found ')'; write ':kind(View)'", 7),
    ("A:kind(View", "':kind(' is not closed; end it with ')'", 6),
    ("A:kind(View, B)", "expected ')' after what ':kind' takes, found ','; write ':kind(View)'", 11),
    ("A:unset()", "expected the name of a property, found ')'", 8),
    ("A:unset(a", "':unset(' is not closed; end it with ')'", 7),
    (#"A:text("")"#, "':text' needs a text to look for; write a part of it", 7),
    ("A:text( )", "':text' needs a text to look for; write a part of it", 8),
    (#"A:text("a" b)"#, "expected ')' after what ':text' takes, found 'b'; write ':text(\"words\")'", 11),
    ("A:not()", "\(start), found ')'", 6),
    ("A:not(B", "':not(' is not closed; end it with ')'", 5),
    ("A:not(B!)", "\(moreInside), found '!'", 7),
    ("A:not(> B)", "\(start), found '>'", 6),
    ("A:is(B,)", "\(start), found ')'", 7),
    ("A:has(>)", "\(start), found ')'", 7),
    ("A:has(B", "':has(' is not closed; end it with ')'", 5),
    ("#", "expected an id after '#', found the end", 1),
    ("# a", "expected an id after '#', found ' '", 1),
    (#"#"""#, "expected an id after '#', found an empty text", 1),
    (#"#"a"#, #"the quote is not closed; end it with '"'"#, 1),
    ("#'a", #"the quote is not closed; end it with "'""#, 1),
    (#"#"a\u12""#, badEscape, 3),
    (#"#"\ud800x""#, badEscape, 2),
    (#"#a\"#, "a backslash keeps the character after it as it is, and there is none; leave it out, or write '\\\\'", 2),
    ("A /* b", "the comment is not closed; end it with '*/', or put what it belongs to in quotes", 2),
    ("[path=images/*]", "the comment is not closed; end it with '*/', or put what it belongs to in quotes", 12),
    ("A/**/B", "\(more), found 'B'", 5),
    (":nth-child()", "'' is invalid in ':nth-child()'; write 'odd', 'even', a number, or a formula such as '2n+1'", 11),
    (
      ":nth-child(+ 2n)",
      "'+ 2n' is invalid in ':nth-child()'; write 'odd', 'even', a number, or a formula such as '2n+1'", 11
    ),
    (
      ":nth-child(2n of A)",
      "'2n of A' is invalid in ':nth-child()'; write 'odd', 'even', a number, or a formula such as '2n+1'", 11
    ),
    (##"#"a"#b"##, "an object has only one id; write ',' between two selectors", 4),
    ("StarView[", "'[' is not closed; end the condition with ']'", 8),
    ("StarView[a", "'[' is not closed; end the condition with ']'", 8),
    ("StarView[a>5", "'[' is not closed; end the condition with ']'", 8),
    (#"StarView[a="5""#, "'[' is not closed; end the condition with ']'", 8),
    ("[]", "expected the name of a property, found ']'", 1),
    ("[=5]", "expected the name of a property, found '='", 1),
    ("[stored()]", "expected the name of a property, found ')'", 8),
    ("[stored(a]", "'stored(' is not closed; write 'stored(NAME)'", 1),
    ("[a~5]", "expected ']' or one of = != < <= > >= ^= $= *= ~=, found '~'", 2),
    ("[a!5]", "expected ']' or one of = != < <= > >= ^= $= *= ~=, found '!'", 2),
    (#"["a" b]"#, "expected ']' or one of = != < <= > >= ^= $= *= ~=, found 'b'", 5),
    ("[a==5]", "expected a value, found '='; equality is written '='", 3),
    ("[a>]", "expected a value after '>', found ']'; write \"\" for the empty text", 3),
    (#"[a="5" x]"#, "expected ']' after the value, found 'x'", 7),
    (#"[a="5" i x]"#, "expected ']' after the value, found 'x'", 9),
    ("[a=5/**/6]", "expected ']' after the value, found '6'", 8),
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
    let compound = try Selector(parsing: "*, View[ stored(a) >= 5 ][b]").alternatives[1].subject
    #expect(compound.offset == 3)
    #expect(compound.predicates.map(\.offset) == [9, 26])
    #expect(compound.predicates.map(\.valueOffset) == [22, 27])
  }

  @Test func longListsNeedNoStack() throws {
    let text = Array(repeating: "#a", count: 100_000).joined(separator: ",")
    #expect(try Selector(parsing: text).alternatives.count == 100_000)
  }

  @Test func deepNestingNeedsNoStack() {
    let text = String(repeating: ":not(", count: 100_000)
    #expect(
      throws: SelectorError(
        selector: text, offset: 254,
        message: "more than 50 nested parentheses; write the selector with fewer")
    ) { try Selector(parsing: text) }
  }

  @Test func addsWordsToEachAlternative() throws {
    #expect(
      outline(try Selector(parsing: "A B, C").containing(["x", "y z"]).alternatives)
        == "A{ }B:text<x>:text<y z> | C:text<x>:text<y z>")
  }
}
