import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Returns the explanation of a value, one line per reason.
private func explanation(_ scene: SceneSession, _ reference: String) throws -> [String] {
  try scene.why(reference).reasons.map { reason in
    let step = reason.step.map { " \($0)" } ?? ""
    let place = reason.line.map { " @\($0):\(reason.column ?? 0)" } ?? ""
    return "\(reason.kind.rawValue)\(step): \(reason.text)\(place)"
  }
}

private func tells(_ explanation: [String], _ expected: [String], at place: SourceLocation = #_sourceLocation) {
  #expect(explanation == expected, sourceLocation: place)
}

@Suite struct WhyTests {
  private static let room = """
    {"id":"room","class":"Box","attributes":{"tint":"#0000FF"},"children":[
      {"id":"mirror","class":"Mirror","attributes":{"width":7}},
      {"id":"lamp","class":"Lamp"}]},{"id":"hall","class":"Box","attributes":{"breadth":4}}
    """

  private func set(_ scene: SceneSession, _ selector: String, _ name: String, _ value: String) throws {
    _ = try scene.perform(EditRequest(Selector(parsing: selector), [Assignment(name, .set(value))]))
  }

  @Test func fromTheDefaultToTheHook() throws {
    let scene = try stage(Self.room)
    tells(
      try explanation(scene, "mirror.width"),
      [
        "default: 'Box' declares the default 1", "file: the object stores 7 @2:57",
        "lifecycle: 'awake' of 'Mirror' makes it 5, not 7", "warning: its hook warns: a mirror is at most 5 wide",
        "parent: its hook reads 'tint' of the parent 'room': #0000FFFF",
        "effective: the value is 5",
      ])
    tells(
      try explanation(scene, "lamp.glow"),
      [
        "default: 'Lamp' declares the default #00000000",
        "lifecycle: 'awake' of 'Lamp' makes it #0000FFFF, not #00000000",
        "parent: its hook reads 'tint' of the parent 'room': #0000FFFF", "effective: the value is #0000FFFF",
      ])
    tells(
      try explanation(scene, "room.title"),
      [
        "default: 'Box' declares no default, so it is unset", "effective: the value is unset",
      ])
  }

  @Test func formerNamesAndParts() throws {
    let scene = try stage(Self.room)
    tells(
      try explanation(scene, "hall.width"),
      [
        "default: 'Box' declares the default 1", "file: the object stores 4 @3:85",
        "file: it is stored under its former name 'breadth'", "effective: the value is 4",
      ])
    try set(scene, "#hall", "tint.red", "0.5")
    try set(scene, "#hall", "tint.blue", "0.25")
    tells(
      try explanation(scene, "hall.tint.red"),
      [
        "default: 'Box' declares the default 1", "file: the object stored nothing for it",
        "edit 1: 'set #hall tint.red=0.5': nothing → 0.5", "effective: the value is 0.5",
      ])
  }

  @Test func editsOfTheSession() throws {
    let scene = try stage(Self.room)
    let file = scene.text
    try set(scene, "#mirror", "width", "3")
    try set(scene, "#room", "width", "2")
    try scene.make(.move(selector("#mirror"), to: StepPlace(.before(selector("#room")))))
    try set(scene, "#mirror", "width", "4")
    try scene.make(.rename(selector("#mirror"), id: "glass"), .setClass(selector("#glass"), to: "Box"))
    try set(scene, "#glass", "width", "9")
    try set(scene, "#glass", "width", "8")
    try scene.undo()
    let text = scene.text
    tells(
      try explanation(scene, "glass.width"),
      [
        "default: 'Box' declares the default 1", "file: the object stored 7 @2:57",
        "edit 1: 'set #mirror width=3': 7 → 3", "edit 4: 'set #mirror width=4': 3 → 4",
        "edit 5: 'rename #mirror to #glass, and 1 more' changed the object's class; stored values stayed",
        "edit 6: 'set #glass width=9': 4 → 9", "undone 7: 'set #glass width=8': 9 → 8",
        "effective: the value is 9",
      ])
    // Tracing the history changes nothing.
    #expect(scene.text == text)
    while try scene.undo() != nil {}
    #expect(scene.text == file)
    while try scene.redo() != nil {}
    #expect(try scene.value(of: "glass.width").effective == .double(8))
  }

  @Test func objectsThatTheSessionMade() throws {
    let scene = try stage(Self.room)
    try set(scene, "#mirror", "width", "3")
    try scene.make(.duplicate(selector("#mirror"), id: "copy", at: nil))
    try set(scene, "#copy", "width", "2")
    try scene.make(.insert(objects: [#"{"id":"new","class":"Box"}"#], at: StepPlace(in: selector("#hall"), .first)))
    tells(
      try explanation(scene, "copy.width"),
      [
        "default: 'Box' declares the default 1",
        "created 2: 'duplicate #mirror as #copy' inserted the object; it was inserted with 3",
        "edit 3: 'set #copy width=2': 3 → 2", "effective: the value is 2",
      ])
    tells(
      try explanation(scene, "new.width"),
      [
        "default: 'Box' declares the default 1",
        "created 4: 'insert an object' inserted the object; nothing was stored for the property",
        "effective: the value is 1",
      ])
  }

  @Test func refusedAndUnknown() throws {
    let scene = try stage(
      #"{"id":"s","class":"Sign","attributes":{"text":"go!","width":"wide","glow":1}},{"id":"g","class":"Ghost","attributes":{"a":1}}"#
    )
    tells(
      try explanation(scene, "s.text"),
      [
        #"default: 'Sign' declares the default """#, #"file: the object stores "go!" @1:88"#,
        "refused: the default is used instead; refused: no shouting", #"effective: the value is """#,
      ])
    tells(
      try explanation(scene, "s.width"),
      [
        "default: 'Sign' declares the default 3", #"file: the object stores "wide" @1:102"#,
        "refused: the default is used instead; refused: 'width': expected a Double, found the string 'wide'; write a number, such as 12.5",
        "effective: the value is 3",
      ])
    tells(
      try explanation(scene, "g.a"),
      [
        "default: no plugin knows the class 'Ghost', so it has no default", "file: the object stores 1 @1:164",
        "effective: no component provides it; the document keeps it unchanged",
      ])
  }

  @Test func coloursByName() throws {
    let text =
      ##"{"format":"inspector-scene/1","palette":{"brand":"#3366FF"},"objects":[{"id":"b","class":"Box","attributes":{"tint":"brand"}},{"id":"c","class":"Box","attributes":{"tint":"tomato"}}]}"##
    let scene = SceneSession(
      try SceneDocument(bytes: Array(text.utf8), name: "s.json"), library: PluginLibrary(inProcess: [Stage.self]))
    _ = try scene.perform(EditRequest(palette: [.set(name: "brand", to: "#FF8800")]))
    tells(
      try explanation(scene, "b.tint"),
      [
        "default: 'Box' declares the default #FFFFFFFF", #"file: the object stores "brand" @1:117"#,
        ##"edit 1: 'palette set brand=#FF8800' changed 'brand' of the palette: "#3366FF" → "#FF8800""##,
        "palette: 'brand' of the palette is #FF8800FF", "effective: the value is #FF8800FF",
      ])
    #expect(try explanation(scene, "c.tint")[2] == "palette: 'tomato' is the CSS colour #FF6347FF")
  }
}

/// Tests of values that changed other than by a direct edit.
@Suite struct WhyOriginTests {
  private static let room = #"{"id":"a","class":"Box","attributes":{"width":2}},{"id":"b","class":"Box"}"#

  @Test func scratchesAndTransactionsAreNamed() throws {
    let scene = try stage(Self.room)
    try scene.set("#b", "width", "9")
    let scratch = try scene.scratch(named: "wider")
    try scratch.session.set("#a", "width", "5")
    #expect(try scratch.commit() == [])
    try scene.begin(named: "all")
    try scene.set("#a", "width", "6")
    try scene.set("#a", "width", "7")
    try scene.commit()
    tells(
      try explanation(scene, "a.width"),
      [
        "default: 'Box' declares the default 1", "file: the object stored 2 @1:88",
        "edit 2: the scratch 'wider': 2 → 5", "edit 3: the transaction 'all': 5 → 7", "effective: the value is 7",
      ])
    tells(
      try explanation(scene, "b.width"),
      [
        "default: 'Box' declares the default 1", "file: the object stored nothing for it",
        "edit 1: 'set #b width=9': nothing → 9", "effective: the value is 9",
      ])
    #expect(scene.history.map(\.origin) == [.scene, .scratch, .transaction])
  }

  /// Checks a revert and its undo, both of which replace the whole text.
  @Test func revertingAndUndoingItAreTold() throws {
    let scene = try stage(Self.room)
    try scene.set("#a", "width", "5")
    try scene.replaceText(with: Array(scene.text.replacing(#""width":5"#, with: #""width":3"#).utf8), named: "revert")
    let reverted = [
      "default: 'Box' declares the default 1", "file: the object stored 2 @1:88", "edit 1: 'set #a width=5': 2 → 5",
      "edit 2: 'revert': 5 → 3", "effective: the value is 3",
    ]
    tells(try explanation(scene, "a.width"), reverted)
    try scene.undo()
    tells(
      try explanation(scene, "a.width"),
      reverted[...2] + ["undone 2: 'revert': 5 → 3", "effective: the value is 5"])
    try scene.undo()
    tells(
      try explanation(scene, "a.width"),
      [
        "default: 'Box' declares the default 1", "file: the object stores 2 @1:88",
        "undone 1: 'set #a width=5': 2 → 5", "undone 2: 'revert': 5 → 3",
        "effective: the value is 2",
      ])
    while try scene.redo() != nil {}
    tells(try explanation(scene, "a.width"), reverted)
  }

  @Test func undoneStepsAreToldAcrossStructuralOnes() throws {
    let scene = try stage(Self.room)
    try scene.set("#b", "width", "3")
    try scene.make(.remove(selector("#a")))
    try scene.set("#b", "width", "4")
    try scene.make(.move(selector("#b"), to: StepPlace(in: nil, .first)))
    let whole = scene.text
    for _ in 0..<4 { try scene.undo() }
    let before = scene.text
    tells(
      try explanation(scene, "b.width"),
      [
        "default: 'Box' declares the default 1", "undone 1: 'set #b width=3': nothing → 3",
        "undone 3: 'set #b width=4': 3 → 4", "effective: the value is 1",
      ])
    // An object removed by the second step has no explanation.
    #expect(try explanation(scene, "a.width").count == 3)
    #expect(scene.text == before)
    while try scene.redo() != nil {}
    #expect(scene.text == whole)
  }

  @Test func coloursOfThePaletteAreFollowed() throws {
    let text =
      ##"{"format":"inspector-scene/1","palette":{"brand":"#3366FF"},"objects":[{"id":"b","class":"Box","attributes":{"tint":"brand"}}]}"##
    let scene = SceneSession(
      try SceneDocument(bytes: Array(text.utf8), name: "s.json"), library: PluginLibrary(inProcess: [Stage.self]))
    _ = try scene.perform(EditRequest(palette: [.set(name: "brand", to: "#FF8800")]))
    try scene.make(.insert(objects: [#"{"id":"new","class":"Box"}"#], at: StepPlace(in: nil, .first)))
    _ = try scene.perform(EditRequest(palette: [.set(name: "brand", to: "#123")]))
    _ = try scene.perform(EditRequest(palette: [.rename(name: "brand", to: "ink")]))
    let colours = [
      ##"edit 1: 'palette set brand=#FF8800' changed 'brand' of the palette: "#3366FF" → "#FF8800""##,
      ##"edit 3: 'palette set brand=#123' changed 'brand' of the palette: "#FF8800" → "#123""##,
    ]
    try scene.undo()
    #expect(try explanation(scene, "b.tint")[2...3] == colours[...])
    try scene.redo()
    // While the value named it, it is followed under its old name.
    #expect(
      try explanation(scene, "b.tint")[2...] == colours[...] + [
        #"edit 4: 'palette rename brand to ink': "brand" → "ink""#, "palette: 'ink' of the palette is #112233FF",
        "effective: the value is #112233FF",
      ])
  }
}
