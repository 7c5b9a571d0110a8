import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

private func scene(_ palette: String?, _ objects: String) throws -> SceneSession {
  let member = palette.map { "\n  \"palette\": \($0)," } ?? ""
  let text = "{\n  \"format\": \"inspector-scene/1\",\(member)\n  \"objects\": [\(objects)]\n}\n"
  let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
  return SceneSession(document, library: PluginLibrary(inProcess: [Paints.self]))
}

private func request(_ changes: PaletteEdit..., dryRun: Bool = false) -> EditRequest {
  var request = EditRequest(palette: changes)
  request.isDryRun = dryRun
  request.wantsChanges = true
  return request
}

extension EditRequest {
  fileprivate init(all changes: [PaletteEdit]) {
    self.init(palette: changes)
    wantsChanges = true
  }
}

/// Returns a line for each change and each effect.
private func outline(_ result: EditResult) -> [String] {
  func text(_ value: PropertyValue?) -> String { value?.text ?? "unset" }
  let colors = result.colors.map { color in
    let name = [color.name, color.newName].compactMap(\.self).joined(separator: " → ")
    return "\(name): \(color.old ?? "none") → \(color.new ?? "none"), \(color.uses ?? -1) uses"
  }
  return colors
    + result.changes.flatMap { change in
      [
        "\(change.object).\(change.property): \(change.old ?? "none") → \(change.new ?? "none"), \(text(change.effectiveBefore)) → \(text(change.effective))"
      ] + change.effects.map { "  \($0.object).\($0.property): \(text($0.old)) → \(text($0.new))" }
        + change.notes.map { "  note: \($0.text)" }
    }
}

@Suite struct PaletteSessionTests {
  @Test("what a missing extension may declare is refused as what a missing plugin may")
  func extensionsThatAreNotInstalled() throws {
    for (className, text) in [("Frame", "glow"), ("Lost", "glow")] {
      let session = try scene(
        ##"{"brand":"#3366FF"}"##, #"{"id":"x","class":"\#(className)","attributes":{"\#(text)":"brand"}}"#)
      let before = session.text
      for change in [PaletteEdit.remove(name: "brand"), .rename(name: "brand", to: "other")] {
        let error = #expect(throws: Diagnostic.self) { try session.perform(request(change)) }
        #expect(error?.code == "plugin.missing")
        #expect(session.text == before)
      }
      #expect(session.palette.map(\.unclearUses) == [1])
    }
    let session = try scene(##"{"brand":"#3366FF"}"##, #"{"id":"x","class":"Frame","attributes":{"glow":"brand"}}"#)
    let error = #expect(throws: Diagnostic.self) { try session.perform(request(.remove(name: "brand"))) }
    #expect(
      error?.message
        == "'x.glow' is 'brand', but it is unknown whether that is a colour, because no plugin in use declares 'glow' of 'Frame'; install one that does"
    )
  }

  private static let objects = ##"""
    {"id":"b","class":"Banner","attributes":{"tint":"brand"},"children":[{"id":"e","class":"Echo"}]},
    {"id":"l","class":"Label","attributes":{"text":"brand","color":"br\u0061nd","backgroundColor":"brand"}},
    {"id":"f","class":"Frame","attributes":{"edge":"brand","fill":"Brand"}},
    {"id":"h","class":"Banner","attributes":{"hue":"brand"}},
    {"id":"n","class":"Banner","attributes":{"hue":"brand","tint":"#123456"}}
    """##

  /// Checks that setting unused colours together equals setting them one after the other.
  @Test func manyColoursAreSetAsOneAfterTheOther() throws {
    let changes: [PaletteEdit] = [
      .set(name: "a", to: "red"), .set(name: "old", to: "#010203"), .set(name: "é", to: "blue"),
      .set(name: "e\u{301}", to: "green"), .set(name: "a", to: "#FFF"), .remove(name: "old"),
      .set(name: "b", to: "tan"),
      .set(name: "wide", to: "color(display-p3 1 0 0)"),
    ]
    func perform(_ parts: [[PaletteEdit]]) throws -> (String, [ColorChange], [String]) {
      let session = try scene(##"{ "old": "#3366FF" }"##, #"{"id":"l","class":"Label"}"#)
      var (colors, warnings): ([ColorChange], [String]) = ([], [])
      for part in parts {
        let result = try session.perform(EditRequest(palette: part))
        colors += result.colors
        warnings += result.warnings.map(\.message)
      }
      return (session.text, colors, warnings)
    }
    let (together, apart) = (try perform([changes]), try perform(changes.map { [$0] }))
    #expect(together.0 == apart.0 && together.2 == apart.2)
    #expect(together.1 == apart.1.merged)
    #expect(together.1.count == 6 && together.2.count == 1)
  }

  @Test(arguments: [(["red", "nope", "bad"], 1), (["red", "tan", "#12"], 2)])
  func theColourThatIsRefusedIsNamed(texts: [String], place: Int) throws {
    let session = try scene(nil, #"{"id":"l","class":"Label"}"#)
    let before = session.text
    do {
      _ = try session.perform(EditRequest(palette: texts.enumerated().map { .set(name: "c\($0)", to: $1) }))
      Issue.record("it was not refused")
    } catch {
      #expect(error.part == .color(place))
    }
    #expect(session.text == before)
  }

  /// Checks the speed of setting as many colours as objects that use them; one by one would take minutes.
  @Test(arguments: ["Banner", "Label"])
  func manyColoursThatAreUsedAreSetAtOnce(_ name: String) throws {
    let count = 4000
    let key = name == "Label" ? "color" : "tint"
    let session = try scene(
      "{" + (0..<count).map { "\"c\($0)\":\"#123456\"" }.joined(separator: ",") + "}",
      (0..<count).map { ##"{"id":"n\##($0)","class":"\##(name)","attributes":{"\##(key)":"c\##($0)"}}"## }
        .joined(separator: ","))
    let before = session.text
    let result = try session.perform(EditRequest(palette: (0..<count).map { .set(name: "c\($0)", to: "#ABCDEF") }))
    #expect(result.colors.allSatisfy { $0.uses == 1 && $0.new == ##""#ABCDEF""## })
    #expect(result.matched == count)
    #expect(session.text == before.replacing("#123456", "#ABCDEF"))
    try session.undo()
    #expect(session.text == before)
  }

  private static let manyUsers = ##"""
    {"id":"p","class":"Banner","attributes":{"tint":"b"},"children":[{"id":"e","class":"Echo"}]},
    {"id":"q","class":"Banner","attributes":{"tint":"a"},"children":[{"id":"r","class":"Echo"}]},
    {"id":"s","class":"Label","attributes":{"color":"c","backgroundColor":"a"}},
    {"id":"t","class":"Banner","attributes":{"tint":"c"}}
    """##

  /// Checks that setting used colours together equals setting them one after the other: with warnings in the order of
  /// the colours, and with the first refusal.
  @Test(arguments: [
    ["#11223344", "#556677", "#12345678"], ["#556677", "#11223344", "#11223344"],
    ["color(display-p3 1 0 0 / 0.5)", "#FF000080", "#1234"], ["#112233", "#112233", "a"], ["teal", "black", "black"],
    ["#FFF", "black", "nope"], ["#FFF", "red", "black"], ["red", "black", "#12"], ["#FFF", "nope", "black"],
  ])
  func usedColoursAreSetAsOneAfterTheOther(_ texts: [String]) throws {
    let palette = ##"{"a":"#010203","b":"#010203","c":"#010203"}"##
    let changes = zip(["a", "b", "c"], texts).map { PaletteEdit.set(name: $0, to: $1) }
    let (together, apart) = (try scene(palette, Self.manyUsers), try scene(palette, Self.manyUsers))
    let before = together.text
    var (warnings, colors, outlines, refusal): ([String], [ColorChange], [String], Diagnostic?) = ([], [], [], nil)
    for (place, change) in changes.enumerated() where refusal == nil {
      do throws(Diagnostic) {
        let result = try apart.perform(request(change))
        warnings += result.warnings.map(\.message)
        colors += result.colors
        outlines += outline(result)
      } catch {
        refusal = error
        refusal?.part = .color(place)
      }
    }
    do throws(Diagnostic) {
      let result = try together.perform(EditRequest(all: changes))
      #expect(result.warnings.map(\.message) == warnings)
      #expect(result.colors == colors)
      #expect(Set(outline(result)) == Set(outlines))
      #expect(together.text == apart.text)
      try together.undo()
      #expect(refusal == nil)
    } catch {
      #expect(error == refusal)
    }
    #expect(together.text == before)
  }

  /// Checks that two colours of one object are validated together.
  @Test func coloursOfOneObjectAreJudgedTogether() throws {
    let session = try scene(
      ##"{"a":"#010203","b":"#040506"}"##, ##"{"id":"f","class":"Frame","attributes":{"edge":"a","fill":"b"}}"##)
    let result = try session.perform(request(.set(name: "a", to: "#111"), .set(name: "b", to: "#222")))
    #expect(
      outline(result) == [
        ##"a: "#010203" → "#111", 1 uses"##, ##"b: "#040506" → "#222", 1 uses"##,
        ##"f.edge: "a" → "a", #010203FF → #111111FF"##, ##"f.fill: "b" → "b", #040506FF → #222222FF"##,
      ])
  }

  /// Checks that palette steps have the same result together and one by one, even if some are refused.
  @Test(arguments: [
    [["a": "#11223344"], ["b": "#010203"], ["b": "#556677", "d": "tan"], ["a": "#FFF"], ["c": "#12345678"]],
    [["a": "#111"], ["b": "#222", "c": "black"], ["a": "red"]], [["a": "#111"], ["b": "#222", "d": "a"]],
    [["a": "#111"], [:], ["b": "red"], ["c": "black"]], [["c": "#010203"], ["b": "color(display-p3 1 0 0)"]],
    [["a": "color(display-p3 0.00392 0.00784 0.01176)"], ["2nd": "red"]],
  ])
  func stepsOfThePaletteGiveWhatTheyGiveOneByOne(_ steps: [[String: String]]) throws {
    let palette = ##"{"a":"#010203","b":"#010203","c":"#010203"}"##
    let steps = steps.map { step in
      EditStep.palette(step.sorted { $0.key < $1.key }.map { .set(name: $0.key, to: $0.value) })
    }
    let (together, apart) = (try scene(palette, Self.manyUsers), try scene(palette, Self.manyUsers))
    var (warnings, colors, refusal): ([String], [ColorChange], Diagnostic?) = ([], [], nil)
    for (number, step) in steps.enumerated() where refusal == nil {
      do throws(Diagnostic) {
        let result = try apart.perform(EditRequest([step]))
        warnings += result.warnings.map(\.message)
        colors += result.colors
      } catch {
        refusal = error
        refusal?.step = number
      }
    }
    let before = together.text
    do throws(Diagnostic) {
      let result = try together.perform(EditRequest(steps))
      #expect(result.warnings.map(\.message) == warnings)
      #expect(result.colors == colors.merged)
      #expect(together.text == apart.text)
      try together.undo()
      #expect(refusal == nil)
    } catch {
      #expect(error == refusal)
    }
    #expect(together.text == before)
  }

  /// Checks the speed of many steps that each set a colour; one by one would take minutes.
  @Test func manyStepsOfThePaletteAreMadeAsOneEdit() throws {
    let session = try scene(nil, #"{"id":"l","class":"Label"}"#)
    let steps = (0..<8000).map { EditStep.palette([.set(name: "c\($0)", to: "#ABCDEF")]) }
    let result = try session.perform(EditRequest(steps))
    #expect(result.colors.map(\.name) == (0..<8000).map { "c\($0)" })
    #expect(session.palette.count == 8000)
  }

  @Test func aNewColourIsEveryUsersAndTheHooksEffectsAreTold() throws {
    let session = try scene(##"{ "brand": "#3366FF" }"##, Self.objects)
    let before = session.text
    let result = try session.perform(request(.set(name: "brand", to: "rgb(255 136 0)")))
    #expect(
      outline(result) == [
        ##"brand: "#3366FF" → "#FF8800FF", 6 uses"##,
        ##"b.tint: "brand" → "brand", #3366FFFF → #FF8800FF"##,
        "  b.shade: #3366FF80 → #FF880080".replacingShade,
        "  e.backgroundColor: #3366FFFF → #FF8800FF",
        ##"l.backgroundColor: "brand" → "brand", #3366FFFF → #FF8800FF"##,
        ##"l.color: "br\u0061nd" → "br\u0061nd", #3366FFFF → #FF8800FF"##,
        ##"f.edge: "brand" → "brand", #3366FFFF → #FF8800FF"##,
        ##"h.tint: "brand" → "brand", #3366FFFF → #FF8800FF"##,
        "  h.shade: #3366FF80 → #FF880080".replacingShade,
      ])
    #expect(result.matched == 5)
    #expect(result.changed == 0)
    #expect(result.version == 1)
    #expect(session.text == before.replacing(##""#3366FF""##, ##""#FF8800FF""##))
    #expect(try session.effective("b.tint") == .color(Color("#F80") ?? .clear))
    #expect(try session.effective("e.backgroundColor") == .color(Color("#F80") ?? .clear))
    #expect(try session.select(Selector(parsing: "[edge=brand]")) == [3])
    try session.undo()
    #expect(session.text == before)
    #expect(!session.isModified)
    #expect(try session.effective("e.backgroundColor") == .color(Color("#36F") ?? .clear))
    try session.redo()
    #expect(try session.effective("f.edge") == .color(Color("#F80") ?? .clear))
  }

  @Test func aNewNameIsWrittenWhereverTheOldOneWas() throws {
    let session = try scene(##"{ "brand": "#3366FF" , "other":"red" }"##, Self.objects)
    let before = session.text
    let result = try session.perform(request(.rename(name: "brand", to: "accent")))
    #expect(
      outline(result) == [
        ##"brand → accent: "#3366FF" → "#3366FF", 6 uses"##,
        ##"b.tint: "brand" → "accent", #3366FFFF → #3366FFFF"##,
        ##"l.color: "br\u0061nd" → "accent", #3366FFFF → #3366FFFF"##,
        ##"l.backgroundColor: "brand" → "accent", #3366FFFF → #3366FFFF"##,
        ##"f.edge: "brand" → "accent", #3366FFFF → #3366FFFF"##,
        ##"h.tint: "brand" → "accent", #3366FFFF → #3366FFFF"##,
        ##"n.tint: "brand" → "accent", #123456FF → #123456FF"##,
      ])
    #expect(result.changed == 5)
    // A string property, and a name in different case, are not uses of the colour.
    #expect(
      session.text
        == before.replacing("\"brand\"", "\"accent\"").replacing(#""br\u0061nd""#, "\"accent\"").replacing(
          #""text":"accent""#, #""text":"brand""#))
    #expect(session.check().map(\.code) == ["value.color", "property.alias"])
    try session.undo()
    #expect(session.text == before)
    try session.redo()
    #expect(session.text.contains(##"{ "accent": "#3366FF" , "other":"red" }"##))
    #expect(try session.effective("h.tint") == .color(Color("#36F") ?? .clear))
  }

  @Test(arguments: [
    (
      PaletteEdit.set(name: "brand", to: "black"), "hook.rejected",
      "'Banner' refuses the edit of 'b.tint': black is for funerals"
    ),
    (
      .set(name: "brand", to: "red"), "hook.rejected", "'e', which reads its parent, refuses the edit: red is too loud"
    ),
    (
      .set(name: "brand", to: "bleu"), "value.color",
      "palette colour 'brand': unknown colour 'bleu'; did you mean 'blue'?"
    ),
    (
      .set(name: "new", to: "brand"), "value.color",
      "palette colour 'new': 'brand' is also a palette colour, and one palette colour cannot refer to another; write '#3366FFFF'"
    ),
    (
      .set(name: "2nd", to: "red"), "value.color",
      "the palette name '2nd' is not an identifier; begin with a letter or '_', and continue with letters, digits, '_' or '-'"
    ),
    (.rename(name: "brnd", to: "x"), "unknown.color", "the palette has no colour 'brnd'; did you mean 'brand'?"),
    (
      .rename(name: "brand", to: "other"), "palette.taken",
      "the palette already has a colour 'other'; choose another name"
    ),
    (
      .rename(name: "other", to: "tan"), "palette.taken",
      "'t.color' uses 'tan' as a CSS colour, and a palette colour of that name would replace it; choose another name"
    ),
    (
      .rename(name: "brand", to: "a b"), "value.color",
      "the palette name 'a b' is not an identifier; begin with a letter or '_', and continue with letters, digits, '_' or '-'"
    ),
    (
      .remove(name: "brand"), "palette.used",
      "'b.tint' and 1 other attribute use 'brand'; change the colour there first"
    ),
    (.remove(name: "third"), "palette.used", "'u.color' uses 'third'; change the colour there first"),
    (.remove(name: "x"), "unknown.color", "the palette has no colour 'x'"),
    (
      .rename(name: "odd", to: "even"), "plugin.missing",
      "'c.tint' is 'odd', but no plugin declares whether that is a colour, since none is in use for its class 'Chart'; 'inspector plugin list --json' lists the known classes"
    ),
    (
      .remove(name: "odd"), "plugin.missing",
      "'c.tint' is 'odd', but no plugin declares whether that is a colour, since none is in use for its class 'Chart'; 'inspector plugin list --json' lists the known classes"
    ),
    (
      .rename(name: "held", to: "x"), "scene.reserved",
      "'r' cannot be edited, since it has keys reserved for a later version: 'ref'"
    ),
  ])
  func whatIsRefusedChangesNothing(_ change: PaletteEdit, _ code: String, _ message: String) throws {
    let session = try scene(
      ##"{"brand":"#3366FF","other":{"white":1},"third":"red","odd":"tan","held":"red"}"##,
      ##"""
      {"id":"b","class":"Banner","attributes":{"tint":"brand"},"children":[{"id":"e","class":"Echo"}]},
      {"id":"t","class":"Label","attributes":{"color":"tan","backgroundColor":"brand"}},
      {"id":"u","class":"Label","attributes":{"color":"third"}},
      {"id":"c","class":"Chart","attributes":{"tint":"odd"}},
      {"id":"r","class":"Label","attributes":{"color":"held"},"ref":"x.json"}
      """##)
    let before = session.text
    for dryRun in [false, true] {
      // Changes that succeeded before are undone, too.
      let error = #expect(throws: Diagnostic.self) {
        try session.perform(request(.set(name: "fine", to: "teal"), change, dryRun: dryRun))
      }
      #expect(error?.message == message)
      #expect(error?.code.rawValue == code)
      #expect(session.text == before)
      #expect(session.version == 0)
      #expect(session.palette.map(\.name) == ["brand", "other", "third", "odd", "held"])
      #expect(try session.effective("b.tint") == .color(Color("#36F") ?? .clear))
    }
  }

  @Test func aDryRunTellsAndChangesNothing() throws {
    let session = try scene(##"{"brand":"#3366FF80"}"##, Self.objects)
    let before = session.text
    let result = try session.perform(request(.set(name: "brand", to: "#11223344"), dryRun: true))
    #expect(result.colors == [ColorChange(name: "brand", old: ##""#3366FF80""##, new: ##""#11223344""##, uses: 6)])
    #expect(
      result.changes.first?.notes.map(\.text) == ["a banner is opaque", "'Banner' makes it #112233FF, not #11223344"])
    #expect(result.warnings.map(\.message) == ["'b.tint': a banner is opaque", "'h.tint': a banner is opaque"])
    #expect(session.text == before)
    #expect(session.version == 0)
  }

  @Test(arguments: [
    (##"{"a": "#3366FF"}"##, "a", "#f80", ##"{"a": "#f80"}"##),
    (##"{"a": "#3366FF"}"##, "a", "hsl(32deg 100% 50%)", ##"{"a": "#FF8800FF"}"##),
    (##"{"a": "#3366FF"}"##, "a", "rgb(255 0 0 / 0.3)", ##"{"a": "rgb(255 0 0 / 0.3)"}"##),
    (##"{"a": "tan"}"##, "a", " rgb(255, 0, 0) ", ##"{"a": "rgb(255, 0, 0)"}"##),
    (##"{"a": "#123"}"##, "a", "Tomato", ##"{"a": "Tomato"}"##),
    (##"{"a": {"white": 0.50, "alpha" :1.0 }}"##, "a", "#FFFF", ##"{"a": {"white": 1, "alpha" :1.0 }}"##),
    (##"{"a": {"red":1,"green":0.50,"blue":0}}"##, "a", "#00F", ##"{"a": {"red":0,"green":0,"blue":1}}"##),
    (
      ##"{"a": "#123"}"##, "b", "{\"white\":0.3}",
      ##"{"a": "#123", "b": {"red":0.3,"green":0.3,"blue":0.3,"alpha":1}}"##
    ),
    (##"{"a": "nonsense"}"##, "a", "red", ##"{"a": "red"}"##),
    (##"{ }"##, "red", "#F00", ##"{ "red": "#F00" }"##),
  ])
  func aColourKeepsItsForm(_ palette: String, _ name: String, _ text: String, _ after: String) throws {
    let session = try scene(palette, "")
    let before = session.text
    _ = try session.perform(request(.set(name: name, to: text)))
    #expect(session.text == before.replacing(palette, after))
    try session.undo()
    #expect(session.text == before)
  }

  @Test func aSceneGetsAPalette() throws {
    let session = try scene(nil, #"{"id":"f","class":"Frame","attributes":{"edge":"tan","fill":"ink"}}"#)
    let before = session.text
    _ = try session.perform(request(.set(name: "ink", to: "#112"), .set(name: "tan", to: "#000")))
    #expect(
      session.text
        == before.replacing(
          "/1\",\n", "/1\",\n  \"palette\": {\n    \"ink\": \"#112\",\n    \"tan\": \"#000\"\n  },\n"))
    // A CSS name now refers to the palette, and an unknown name is now a colour.
    #expect(try session.effective("f.edge") == .color(.black))
    #expect(try session.effective("f.fill") == .color(Color("#112") ?? .clear))
    try session.undo()
    #expect(session.text == before)
    #expect(try session.effective("f.edge") == .color(Color("tan") ?? .clear))
  }

  @Test func sameAgainIsNoEdit() throws {
    let session = try scene(##"{"brand":"#36F"}"##, Self.objects)
    #expect(try !session.perform(request(.set(name: "brand", to: "#36F"))).colors[0].isChanged)
    #expect(try !session.perform(request(.rename(name: "brand", to: "brand"))).colors[0].isChanged)
    #expect(session.version == 0)
    // A different notation of the same colour changes bytes, and builds no component.
    let result = try session.perform(request(.set(name: "brand", to: "#3366ff")))
    #expect(result.changes.isEmpty)
    #expect(session.text.contains(##""brand":"#3366ff""##))
  }

  @Test func listsColoursAndTheirUses() throws {
    let session = try scene(
      ##"{"brand":"#36F","red":{"white":0.5},"2nd":"red","free":"hsl(0 0% 0%)","bad":"brand"}"##,
      #"""
      {"id":"f","class":"Frame","attributes":{"edge":"brand","fill":"brand"}},
      {"id":"c","class":"Chart","attributes":{"tint":"brand"}}, {"id":"l","class":"Label","attributes":{"color":"bad"}}
      """#)
    let list = session.palette
    #expect(list.map(\.name) == ["brand", "red", "2nd", "free", "bad"])
    #expect(list.map(\.uses) == [2, 0, 0, 0, 1])
    #expect(list.map(\.unclearUses) == [1, 0, 0, 0, 0])
    #expect(list.map(\.hidesCSS) == [false, true, false, false, false])
    #expect(
      list.map { $0.color?.text ?? "none" } == [
        "#3366FFFF", #"{"red":0.5,"green":0.5,"blue":0.5,"alpha":1}"#, "none", "#000000FF", "none",
      ])
    #expect(
      list.map { $0.problem ?? "none" } == [
        "none", "none",
        "the palette name '2nd' is not an identifier; begin with a letter or '_', and continue with letters, digits, '_' or '-'",
        "none",
        "palette colour 'bad': unknown colour 'brand'; write a CSS name or '#RRGGBB', such as '#3366FF'",
      ])
  }

  @Test func conflictsAreByName() throws {
    let session = try scene(##"{"brand":"#36F","other":"red"}"##, Self.objects)
    nonisolated(unsafe) var seen: [SceneChange] = []
    _ = session.observe { seen.append($0) }
    _ = try session.perform(request(.set(name: "brand", to: "#111")))
    #expect(
      refusal { _ = try session.perform(request(.rename(name: "brand", to: "x")), madeOn: 0) }
        == "'brand' of the palette was changed in version 1, but this edit is based on version 0")
    _ = try session.perform(request(.set(name: "other", to: "#222")), madeOn: 0)
    _ = try session.perform(request(.rename(name: "brand", to: "x")), madeOn: 2)
    let set = EditRequest(try Selector(parsing: "#f"), [Assignment("edge", .set("#333"))])
    #expect(
      refusal { _ = try session.perform(set, madeOn: 2) }
        == "'f.edge' was changed in version 3, but this edit is based on version 2")
    #expect(seen.map(\.version) == [1, 2, 3])
    #expect(seen.map { $0.colors.sorted() } == [["brand"], ["other"], ["brand", "x"]])
    #expect(seen.map { Set($0.nodes).sorted() } == [[], [], [0, 2, 3, 4, 5]])
  }

  /// Checks random edits of palette, properties and structure, undone one by one.
  @Test(arguments: 1...20)
  func editsOfBothKindsAreUndone(_ seed: Int) throws {
    var random = Seeded(state: UInt64(seed))
    let session = try scene(##"{ "brand": "#3366FF","other":  {"white":0.5}}"##, Self.objects)
    var states = [session.text]
    let names = ["brand", "other", "third", "Brand", "tan"]
    let colors = ["#123", "#3366FF80", "hotpink", "rgb(1 2 3)", "{\"white\":0.25}"]
    for _ in 0..<40 {
      let name = names.randomElement(using: &random) ?? ""
      let color = colors.randomElement(using: &random) ?? ""
      let version = session.version
      let label = try Selector(parsing: "Label")
      switch Int.random(in: 0..<6, using: &random) {
      case 3: _ = try? session.perform(EditRequest([.duplicate(label, id: nil, at: nil)]))
      case 4:
        _ = try? session.perform(
          EditRequest([.move(label, to: StepPlace(.first)), .remove(try .init(parsing: "#l-2"))]))
      case 0: _ = try? session.perform(request(.set(name: name, to: color)))
      case 1: _ = try? session.perform(request(.rename(name: name, to: names.randomElement(using: &random) ?? "")))
      case 2: _ = try? session.perform(request(.remove(name: name)))
      default: _ = try? session.set("#f", Assignment("edge", .set(Bool.random(using: &random) ? name : color)))
      }
      if session.version > version { states.append(session.text) } else { #expect(session.text == states.last) }
      // The session's knowledge equals that of a new session.
      let document = try SceneDocument(bytes: Array(session.text.utf8), name: "scene.json")
      let fresh = SceneSession(document, library: PluginLibrary(inProcess: [Paints.self]))
      for reference in ["b.shade", "e.backgroundColor", "f.edge", "h.tint"] {
        #expect(try fresh.effective(reference) == session.effective(reference))
      }
      #expect(fresh.palette == session.palette)
    }
    let last = session.text
    for state in states.dropLast().reversed() {
      try session.undo()
      #expect(session.text == state)
    }
    while try session.redo() != nil {}
    #expect(session.text == last)
  }

  /// Returns a session with many colours, and changes of each in turn.
  private func many(_ count: Int) throws -> (session: SceneSession, changes: [PaletteEdit]) {
    let colors = (0..<count).map { "\"c\($0)\":\"#111111\"" }.joined(separator: ",")
    let text = "{\"format\":\"inspector-scene/1\",\"palette\":{\(colors)},\"objects\":[]}"
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    let changes: [[PaletteEdit]] = (0..<count).map { number in
      let (old, new) = ("c\(number)", "d\(number)")
      return [
        .set(name: old, to: "{\"red\":1,\"green\":0,\"blue\":0,\"alpha\":0.5}"), .rename(name: old, to: new),
        .set(name: new, to: number % 2 == 0 ? "tan" : "{\"red\":1,\"green\":0.25,\"blue\":0,\"alpha\":0.5}"),
      ] + (number % 3 == 0 ? [] : [.remove(name: new)])
    }
    return (SceneSession(document, library: PluginLibrary(inProcess: [Paints.self])), changes.flatMap(\.self))
  }

  @Test func changesInTurnGiveWhatTheyGiveOneByOne() throws {
    let (once, changes) = try many(12)
    let (single, _) = try many(12)
    let colors = try once.perform(EditRequest(changes.map { .palette([$0]) })).colors
    let apart = try changes.flatMap { try single.perform(EditRequest([.palette([$0])])).colors }
    #expect(apart.merged == colors)
    #expect(once.text == single.text)
    #expect(once.palette == single.palette)
  }

  /// Checks the speed of changing each of many colours in turn; reading the whole palette each time would take minutes.
  @Test func eachOfManyColoursIsChangedInTurn() throws {
    let (session, changes) = try many(10_000)
    let before = session.text
    var result = try session.perform(EditRequest(changes.map { .palette([$0]) }))
    #expect(result.colors.count == 10_000)
    let left = session.palette
    #expect(left.map(\.name) == stride(from: 0, to: 10_000, by: 3).map { "d\($0)" })
    result = try session.perform(EditRequest(left.map { .expectPalette([ColorExpectation($0.name, $0.stored)]) }))
    #expect(result.colors.isEmpty)
    try session.undo()
    #expect(session.text == before)
  }
}

private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension String {
  fileprivate func replacing(_ old: String, _ new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }

  /// The text with components in place of 8-bit colours, which cannot represent an opacity of exactly 0.5.
  fileprivate var replacingShade: String {
    replacing("#3366FF80", #"{"red":0.2,"green":0.4,"blue":1,"alpha":0.5}"#).replacing(
      "#FF880080", #"{"red":1,"green":0.5333333333333333,"blue":0,"alpha":0.5}"#)
  }
}
