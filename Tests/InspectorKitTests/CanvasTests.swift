import JSONText
import TestSupport
import Testing

@testable import InspectorKit

/// Tests of the drawings of components, and of their JSON.
@Suite struct CanvasTests {
  private func json(_ list: DisplayList) -> String { String(decoding: list.json, as: UTF8.self) }

  @Test func entriesAreRecordedInTheirOrder() {
    var canvas = Canvas()
    canvas.fill(Path(Rect(x: 1, y: 2, width: 3, height: 4)), with: .red)
    canvas.group(opacity: 0.5, transform: .translation(x: 10, y: 0)) { inner in
      inner.stroke(
        Path(ellipseIn: Rect(x: 0, y: 0, width: 8, height: 8)), with: .blue, style: StrokeStyle(width: 2, dash: [4, 2]))
    }
    canvas.group { $0.text("Hi", in: .zero, style: TextStyle(size: 12, alignment: .center)) }
    canvas.group(opacity: 0.5) { _ in }
    canvas.text("", in: .zero)
    let words = [
      ##"[{"fill":{"rect":[1,2,3,4]},"color":"#FF0000FF"},"##,
      ##"{"group":[{"stroke":{"ellipse":[0,0,8,8]},"color":"#0000FFFF","width":2,"dash":[4,2]}],"opacity":0.5,"##,
      ##""transform":[1,0,0,1,10,0]},{"text":"Hi","in":[0,0,0,0],"size":12,"color":"#000000FF","alignment":"center"}]"##,
    ]
    #expect(json(canvas.displayList) == words.joined())
    #expect(canvas.displayList.notes.isEmpty)
  }

  @Test func whatIsBeyondTheLimitsIsLeftOutAndNoted() {
    var canvas = Canvas()
    for _ in 0..<1_000_000 { canvas.fill(Path(.zero), with: .red) }
    #expect(canvas.displayList.entries.count == 20_000)
    #expect(canvas.displayList.notes == ["entries after the first 20000 are left out"])

    var strange = Canvas()
    strange.fill(Path(Rect(x: .nan, y: 0, width: 1, height: 1)), with: .red)
    strange.fill(Path(Rect(x: 0, y: 0, width: 1e300, height: 1)), with: .red)
    strange.stroke(Path(.zero), with: .red, style: StrokeStyle(width: .infinity))
    var arc = Path()
    arc.addArc(center: .zero, radius: .nan, startAngle: 0, endAngle: .infinity)
    strange.fill(arc, with: .red)
    strange.text(String(repeating: "long ", count: 30_000), in: .zero)
    #expect(strange.displayList.entries.isEmpty)
    #expect(
      strange.displayList.notes == [
        "entries are left out whose numbers are not finite, or beyond 1000000 points",
        "texts after the first 100000 bytes are left out",
      ])

    var deep = Canvas()
    func nest(_ canvas: inout Canvas, _ depth: Int) {
      canvas.group(opacity: 0.9) { if depth > 0 { nest(&$0, depth - 1) } else { $0.fill(Path(.zero), with: .red) } }
    }
    nest(&deep, 100)
    #expect(deep.displayList.notes == ["groups nested deeper than 32 are left out"])

    var long = Path()
    for number in 0..<300_000 { long.addLine(to: Point(x: Double(number % 100), y: 0)) }
    var path = Canvas()
    path.fill(long, with: .red)
    #expect(path.displayList.notes == ["paths after the first 200000 steps are left out"])
  }

  @Test func aMessageHoldsADrawing() {
    var canvas = Canvas()
    for number in 0..<20_000 {
      canvas.fill(Path(polygon: (0..<8).map { Point(x: Double($0) / 3, y: Double(number)) }), with: Color(white: 0.123))
    }
    let fitting = canvas.displayList.fittingMessage.list
    #expect(fitting.json.count <= DisplayList.messageShare)
    #expect(fitting.entries.count > 1000 && fitting.entries.count < 20_000)
    #expect(fitting.notes == ["what is beyond 1024 KB of a drawing is left out"])
  }

  @Test(arguments: 0..<100) func jsonReadsBackAsItWas(seed: UInt64) throws {
    var random = RandomDrawing(generator: SeededGenerator(seed: seed))
    let list = DisplayList(entries: random.entries(depth: 3))
    #expect(try DisplayList(json: list.json) == list)
  }

  @Test(arguments: [
    (#"{}"#, "expected an array, found '{'"),
    (#"[5]"#, "entry 1: an entry is an object with 'fill', 'stroke', 'text', 'image' or 'group'"),
    (#"[{"color":"red"}]"#, "entry 1: it has none of 'fill', 'stroke', 'text', 'image' and 'group'"),
    (#"[{"fill":{"rect":[0,0,1,1]},"text":"a"}]"#, "entry 1: it has both 'fill' and 'text'; an entry has one of them"),
    (#"[{"fill":{"rect":[0,0,1]}}]"#, "entry 1: 'rect' has 3 numbers; it is [x, y, width, height]"),
    (#"[{"fill":{"circle":1}}]"#, "entry 1: a path is a list of steps, or an object with 'rect' or 'ellipse'"),
    (#"[{"stroke":["M",0,0,"X",1,1]}]"#, "entry 1: a path has the step 'X'; steps are M, L, Q, C and Z"),
    (
      #"[{"stroke":["M",0,"L",1,1]}]"#,
      "entry 1: a step of a path has too few numbers; M and L have 2, Q has 4, C has 6"
    ),
    (#"[{"stroke":["M",0,0],"cap":"flat"}]"#, "entry 1: 'cap' is 'flat'; it is one of butt, round, square"),
    (#"[{"text":"a"}]"#, "entry 1: a text has no 'in': [x, y, width, height]"),
    (#"[{"fill":[],"linear":[[0,"red"]]}]"#, "entry 1: a linear gradient has no 'to': [x, y]"),
    (
      #"[{"fill":[]},{"group":[{"fill":[]},{"fill":[],"linear":[5]}]}]"#,
      "entry 2.2: 'linear': expected an array, found '5'"
    ),
  ])
  func whatIsNoDrawingIsRefusedWithWords(text: String, words: String) {
    #expect(throws: StatedProblem(words)) { try DisplayList(json: Array(text.utf8)) }
  }

  @Test func starsAreRounded() {
    let star = Path(starIn: Rect(x: 0, y: 0, width: 10, height: 10), pointCount: 5)
    #expect(star.elements.count == 11)
    #expect(star.elements.first == .move(Point(x: 5, y: 0)))
    #expect(star.rounded(by: 0) == star)
    #expect(star.rounded(by: 1).elements.count == 21)
    #expect(Path(polygon: []).isEmpty)
    var pair = Path(polygon: [Point(x: 0, y: 0), Point(x: 9, y: 0), Point(x: 9, y: 9)])
    pair.move(to: Point(x: 20, y: 0))
    pair.addLine(to: Point(x: 29, y: 0))
    pair.addLine(to: Point(x: 29, y: 9))
    pair.close()
    #expect(pair.rounded(by: 1) == pair, "two outlines are not joined")
  }
}

/// A generator of drawings of all kinds, with numbers that JSON represents exactly.
private struct RandomDrawing {
  var generator: SeededGenerator

  private mutating func number() -> Double { Double(Int.random(in: -4000...4000, using: &generator)) / 8 }

  private mutating func point() -> Point { Point(x: number(), y: number()) }

  private mutating func rect() -> Rect { Rect(x: number(), y: number(), width: abs(number()), height: abs(number())) }

  private mutating func color() -> Color {
    Color(white: Double(Int.random(in: 0...8, using: &generator)) / 8, alpha: 0.5)
  }

  private mutating func path() -> Path {
    switch Int.random(in: 0...3, using: &generator) {
    case 0: return Path(rect())
    case 1: return Path(roundedRect: rect(), cornerRadius: 0.125)
    case 2: return Path(ellipseIn: rect())
    default:
      var path = Path()
      path.move(to: point())
      path.addLine(to: point())
      path.addQuadCurve(to: point(), control: point())
      path.addCurve(to: point(), control1: point(), control2: point())
      path.close()
      return path
    }
  }

  private mutating func paint() -> Paint {
    let stops = [GradientStop(offset: 0, color: color()), GradientStop(offset: 1, color: color())]
    return switch Int.random(in: 0...2, using: &generator) {
    case 0: .color(color())
    case 1: .linearGradient(stops, from: point(), to: point())
    default: .radialGradient(stops, center: point(), radius: abs(number()))
    }
  }

  mutating func entries(depth: Int) -> [DrawingEntry] {
    var entries: [DrawingEntry] = []
    for _ in 0..<4 { entries.append(entry(depth: depth)) }
    return entries
  }

  private mutating func entry(depth: Int) -> DrawingEntry {
    switch Int.random(in: 0...(depth > 0 ? 4 : 3), using: &generator) {
    case 0: return .fill(path(), paint(), Bool.random(using: &generator) ? .nonzero : .evenOdd)
    case 1:
      let style = StrokeStyle(
        width: abs(number()), cap: .round, join: .bevel, miterLimit: 3, dash: [1, 2.5], dashPhase: number())
      return .stroke(path(), paint(), style)
    case 2:
      let style = TextStyle(
        size: 9.5, weight: .bold, color: color(), alignment: .right, verticalAlignment: .bottom, lineLimit: 2,
        wraps: false,
        truncation: .head)
      return .text("\"é\u{1}漢\n", rect(), style)
    case 3: return .image("name", rect())
    default:
      let shadow = Shadow(color: color(), offset: Size(width: number(), height: number()), blur: 2)
      return .group(
        DrawingGroup(
          entries(depth: depth - 1), opacity: 0.25, transform: .scale(x: 2, y: 0.5), clip: path(), shadow: shadow))
    }
  }
}

/// Tests of members of drawing entries that belong to several kinds of entries, or to a different kind.
@Suite struct DrawingMemberTests {
  private func list(_ text: String) throws -> DisplayList { try DisplayList(json: Array(text.utf8)) }

  @Test(arguments: [
    #"{"fill":{"rect":[0,0,2,2]},"color":"red"}"#, #"{"stroke":{"rect":[0,0,2,2]},"width":3}"#,
    #"{"text":"a","in":[0,0,2,2]}"#, #"{"image":"a","in":[0,0,2,2]}"#,
  ])
  func anyEntryIsMovedAndCutOffAsAWhole(entry: String) throws {
    let plain = try list("[\(entry)]").entries
    let change =
      #","opacity":0.5,"transform":[1,0,0,1,4,5],"clip":{"rect":[0,0,1,1]},"shadow":{"color":"red","offset":[1,2],"blur":3}"#
    let found = try list("[\(entry.dropLast())\(change)}]")
    let group = DrawingGroup(
      plain, opacity: 0.5, transform: Transform(a: 1, b: 0, c: 0, d: 1, tx: 4, ty: 5),
      clip: Path(Rect(x: 0, y: 0, width: 1, height: 1)),
      shadow: Shadow(color: .red, offset: Size(width: 1, height: 2), blur: 3))
    #expect(found.entries == [.group(group)] && found.notes.isEmpty)
    #expect(try list(#"[{"group":[\#(entry)]\#(change)}]"#) == found)
  }

  @Test func whatAnEntryHasNoUseForIsNoted() throws {
    let found = try list(
      #"[{"fill":{"rect":[0,0,1,1]},"width":2,"size":3},{"text":"a","in":[0,0,1,1],"dash":[1]},{"text":"b","in":[0,0,1,1],"dash":[1]},{"group":[],"color":"red"},{"image":"i","in":[0,0,1,1],"rule":"evenodd"}]"#
    )
    #expect(found.entries.count == 5)
    #expect(
      found.notes == [
        "'width' of a 'fill' is left out; it is for 'stroke'", "'size' of a 'fill' is left out; it is for 'text'",
        "'dash' of a 'text' is left out; it is for 'stroke'",
        "'color' of a 'group' is left out; it is for 'fill' and 'stroke' and 'text'",
        "'rule' of a 'image' is left out; it is for 'fill'",
      ])
  }
}

/// Tests of drawings for classes without code.
@Suite struct DrawingTemplateTests {
  private func drawing(_ text: String, _ values: [String: PropertyValue] = [:], holds: Bool = true) throws -> String {
    let template = try DrawingTemplate(try JSON.parse(Array(text.utf8)))
    let source = DrawingTemplate.Source(
      size: Size(width: 40, height: 20), value: { values[$0] }, holds: { _ in holds })
    return String(decoding: try template.drawing(of: source).json, as: UTF8.self)
  }

  @Test func valuesAreComputedFromProperties() throws {
    let text = """
      [{"fill":{"rect":[0,"height / 4","width * max(0, min(1, value / most))","-(-2) + round(1.6)"],"radius":"corner.x"},
        "color":{"property":"tint","else":{"property":"mode","map":{"dark":"black"},"else":"white"}}}]
      """
    let values: [String: PropertyValue] = [
      "value": .int(1), "most": .double(4), "corner": .point(Point(x: 1.5, y: 0)), "mode": .string("dark"),
    ]
    #expect(
      try drawing(text, values) == ##"[{"fill":{"rect":[0,5,10,4],"radius":1.5},"color":"#000000FF"}]"##)
    #expect(
      try drawing(text, values.merging(["tint": .color(.red)]) { $1 })
        == ##"[{"fill":{"rect":[0,5,10,4],"radius":1.5},"color":"#FF0000FF"}]"##)
    // A missing value counts as 0.
    #expect(try drawing(text) == ##"[{"fill":{"rect":[0,5,0,4]},"color":"#FFFFFFFF"}]"##)
  }

  @Test func entriesAreRepeatedAndLeftOut() throws {
    let text = """
      [{"fill":{"ellipse":["index * 10",0,8,8]},"color":"red","repeat":"count"},
       {"text":{"property":"title"},"in":[0,0,9,9],"when":"[title]"}]
      """
    let values: [String: PropertyValue] = ["count": .int(2), "title": .string("a")]
    #expect(
      try drawing(text, values, holds: false)
        == ##"[{"fill":{"ellipse":[0,0,8,8]},"color":"#FF0000FF"},{"fill":{"ellipse":[10,0,8,8]},"color":"#FF0000FF"}]"##
    )
    #expect(try drawing(text, ["count": .int(.max)]).contains(##"{"ellipse":[9990,0,8,8]}"##))
  }

  @Test(arguments: [
    (#"{"fill":[]}"#, "it is not a list of entries"),
    (
      #"[{"fill":{"rect":[0,0,"width *",1]}}]"#,
      "entry 1: the number 'width *' is wrong: a number, a name or '(' is missing at its end"
    ),
    (
      #"[{"fill":{"rect":[0,0,"2 width",1]}}]"#,
      "entry 1: the number '2 width' is wrong: one of + - * / is expected where 'width' begins"
    ),
    (
      #"[{"fill":[],"width":"sin(width)"}]"#,
      "entry 1: the number 'sin(width)' is wrong: unknown function 'sin'; the functions are floor, max, min and round"
    ),
    (#"[{"fill":[],"width":"min(1)"}]"#, "entry 1: the number 'min(1)' is wrong: 'min' takes 2, not 1"),
    (#"[{"fill":[],"when":5}]"#, "entry 1: 'when' is a condition, as a text"),
    (
      #"[{"fill":[]},{"text":5,"in":[0,0,1,1]}]"#,
      "entry 2: 'text': expected a string, found '5'"
    ),
    (
      #"[{"text":{"property":"a","digits":-1},"in":[0,0,1,1]}]"#,
      "entry 1: 'digits' is -1; it is a whole number from 0 to 15"
    ),
    (#"[{"fill":[],"rule":"odd"}]"#, "entry 1: 'rule' is 'odd'; it is one of nonzero, evenodd"),
    (
      #"[{"text":{"object":"nmae"},"in":[0,0,1,1]}]"#,
      #"entry 1: 'object' is "nmae"; it is one of 'name', 'class'"#
    ),
  ])
  func mistakesAreFoundWhenThePluginIsLoaded(text: String, words: String) throws {
    let json = try JSON.parse(Array(text.utf8))
    #expect(throws: StatedProblem(words)) { try DrawingTemplate(json) }
  }

  @Test(arguments: [
    (#"{"property":"count"}"#, "7"), (#"{"property":"level"}"#, "0.125"), (#"{"property":"level","digits":2}"#, "0.13"),
    (#"{"property":"count","digits":1}"#, "7.0"), (#"{"property":"debt","digits":1}"#, "-2.5"),
    (#"{"property":"debt","digits":0}"#, "-3"), (#"{"number":"100 * level","digits":0}"#, "13"),
    (#"{"number":"count / 2"}"#, "3.5"), (#"{"number":"level - level","digits":3}"#, "0.000"),
    (#"{"property":"isOn"}"#, "true"), (#"{"property":"count","map":{"7":8}}"#, "8"),
    (#"{"property":"gone","else":{"property":"count","digits":2}}"#, "7.00"), (#"{"property":"gone"}"#, ""),
    (#"{"property":"large","digits":2}"#, "1e+300"),
  ])
  func numbersAreDrawnAsText(text: String, drawn: String) throws {
    let values: [String: PropertyValue] = [
      "count": .int(7), "level": .double(0.125), "isOn": .bool(true), "debt": .double(-2.5), "large": .double(1e300),
    ]
    let found = try drawing(#"[{"text":\#(text),"in":[0,0,9,9]}]"#, values)
    #expect(found.hasPrefix(#"[{"text":"\#(drawn)","in""#), "\(found)")
  }

  /// Checks that an object's name and class are drawn unchanged, or are mapped to other values.
  @Test(arguments: [
    (#"{"object":"class"}"#, "Torch"), (#"{"object":"name","else":{"object":"class"}}"#, "Torch"),
    (#"{"object":"name"}"#, ""), (#"{"object":"class","map":{"Torch":"T"}}"#, "T"),
    (#"{"object":"class","map":{"Door":"D"},"else":"?"}"#, "?"), (#"{"property":"parent.level"}"#, "3"),
  ])
  func factsAreDrawn(text: String, drawn: String) throws {
    let template = try DrawingTemplate(try JSON.parse(Array(#"[{"text":\#(text),"in":[0,0,9,9]}]"#.utf8)))
    let facts: [DrawingTemplate.ObjectFact: String] = [.class: "Torch"]
    let values: [String: PropertyValue] = ["parent.level": .int(3)]
    let source = DrawingTemplate.Source(
      size: Size(width: 1, height: 1), value: { values[$0] }, holds: { _ in true }, fact: { facts[$0] })
    let found = String(decoding: try template.drawing(of: source).json, as: UTF8.self)
    #expect(found.hasPrefix(#"[{"text":"\#(drawn)","in""#), "\(found)")
  }

  @Test func deepExpressionsAreRefused() throws {
    let deep = String(repeating: "(", count: 400) + "1" + String(repeating: ")", count: 400)
    let json = try JSON.parse(Array(#"[{"fill":[],"width":"\#(deep)"}]"#.utf8))
    #expect(throws: StatedProblem.self) { try DrawingTemplate(json) }
  }

  @Test func namesWithoutElseAreNeeded() throws {
    let text =
      #"[{"fill":{"rect":[0,0,"width","level * 2"]},"color":{"property":"tint"},"repeat":"n"},{"text":{"property":"t","else":""},"in":[0,0,1,1]}]"#
    #expect(try DrawingTemplate(try JSON.parse(Array(text.utf8))).names == ["level", "tint", "n"])
  }
}

/// Tests of placements of objects whose class has no code.
@Suite struct PlacementTemplateTests {
  private func place(
    _ text: String, _ values: [String: PropertyValue] = [:], holds: Set<String> = []
  ) throws -> PlacementTemplate.Place? {
    try PlacementTemplate(try JSON.parse(Array(text.utf8))).place(
      of: DrawingTemplate.Source(size: .zero, value: { values[$0] }, holds: { holds.contains($0) }))
  }

  @Test func theFirstEntryThatAppliesIsUsed() throws {
    let text = #"""
      [{"when":"[b]","frame":["cell.x * 40","n - 1",8,"-n"],"pivot":[0,"n * 2"]},
       {"when":"[c]","frame":["cell.y",2]},{"when":"[d]","boards":true},{"when":"[e]"}]
      """#
    let values: [String: PropertyValue] = ["cell": .point(Point(x: 2, y: 3)), "n": .int(5)]
    let framed = try #require(try place(text, values, holds: ["[b]", "[c]"]))
    #expect(framed.frame == Rect(x: 80, y: 4, width: 8, height: -5))
    #expect(framed.pivot == Point(x: 0, y: 10) && !framed.isPoint)
    let point = try #require(try place(text, values, holds: ["[c]"]))
    #expect(point.frame == Rect(x: 3, y: 2, width: 0, height: 0) && point.isPoint)
    #expect(try place(text, values, holds: ["[d]"])?.holdsBoards == true)
    let plain = try #require(try place(text, values, holds: ["[e]"]))
    #expect(plain == PlacementTemplate.Place())
    #expect(try place(text, values) == nil && place("[]", values) == nil)
  }

  /// Checks that a name without a value and a number that is not finite count as 0.
  @Test func wrongNumbersAreZero() throws {
    let text = #"[{"frame":["gone + 3","1 / gone","big * big","text"]}]"#
    let found = try place(text, ["big": .double(1e300), "text": .string("a")])
    #expect(found?.frame == Rect(x: 3, y: 0, width: 0, height: 0))
  }

  /// Checks that `min` and `max` compare numbers of lists with each other and with single numbers.
  @Test(arguments: [
    ("min(p.*.x)", -2.0), ("max(p.*.x, 9)", 9), ("max(p.*.x, q.*)", 7), ("n + max(q.*) - min(q.*)", 6),
    ("min(none.*)", 0),
    ("max( 3 , n * 2 )", 4), ("min(p.*.x)*n", -4),
  ])
  func listsHaveExtremes(number: String, expected: Double) throws {
    let lists = ["p.*.x": [4, -2, 3], "q.*": [3, 7.0]]
    let template = try PlacementTemplate(try JSON.parse(Array(#"[{"frame":["\#(number)",0]}]"#.utf8)))
    let source = DrawingTemplate.Source(
      size: .zero, value: { $0 == "n" ? .int(2) : nil }, holds: { _ in true }, numbers: { lists[$0] ?? [] })
    #expect(template.place(of: source)?.frame?.x == expected)
  }

  @Test(arguments: ["1e-7", "1e300", "-2.5E+3", "7"])
  func numbersOfJSONAreTakenAsTheyAre(number: String) throws {
    let template = try PlacementTemplate(try JSON.parse(Array(#"[{"frame":[\#(number),0]}]"#.utf8)))
    let source = DrawingTemplate.Source(size: .zero, value: { _ in nil }, holds: { _ in true }, numbers: { _ in [] })
    #expect(template.place(of: source)?.frame?.x == Double(number))
  }

  @Test func namesAndConditionsAreListed() throws {
    let template = try PlacementTemplate(
      try JSON.parse(
        Array(#"[{"when":"[a]","frame":["x","parent.y"]},{"frame":["z.x",1,2,"min(p.*.x)"],"pivot":["q",0]}]"#.utf8)))
    #expect(template.names == ["x", "parent.y", "z.x", "p.*.x", "q"])
    #expect(template.conditions == ["[a]"])
  }

  @Test(arguments: [
    ("{}", "it is not a list of entries"),
    ("[5]", #"entry 1: an entry is an object such as {"frame": ["x", "y", 40, 30]}"#),
    (#"[{"when":5}]"#, "entry 1: 'when' is a condition, as a text"),
    (#"[{}, {"frame":[1,2,3]}]"#, "entry 2: 'frame' is [x, y, width, height], or [x, y] for an object without a size"),
    (#"[{"frame":"x"}]"#, "entry 1: 'frame' is [x, y, width, height], or [x, y] for an object without a size"),
    (#"[{"frame":["x *",1]}]"#, "entry 1: the number 'x *' is wrong: a number, a name or '(' is missing at its end"),
    (#"[{"frame":[true,1]}]"#, "entry 1: 'true' is neither a number nor a text that computes one"),
    (#"[{"frame":["min(1)",1]}]"#, "entry 1: the number 'min(1)' is wrong: 'min' takes 2, not 1"),
    (
      #"[{"frame":["floor(p.*.x)",1]}]"#,
      "entry 1: the number 'floor(p.*.x)' is wrong: 'p.*.x' is several numbers, which only min and max take"
    ),
    (#"[{"pivot":[0]}]"#, "entry 1: 'pivot' is [x, y], a point from the frame's upper left corner"),
    (#"[{"boards":1}]"#, "entry 1: 'boards' is true or false"),
  ])
  func mistakesAreFound(text: String, words: String) throws {
    let json = try JSON.parse(Array(text.utf8))
    #expect(throws: StatedProblem(words)) { try PlacementTemplate(json) }
  }
}
