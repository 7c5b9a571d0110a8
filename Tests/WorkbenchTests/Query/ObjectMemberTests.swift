import InspectorKit
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of selectors for anything except valid values of declared properties: ids, names and classes, refused values,
/// labels of aliases, and undeclared values.
@Suite struct ObjectMemberTests {
  private static let objects = #"""
    {"id":"segue-1","class":"Stone","name":"Detail Card"},
    {"id":"segue-2","class":"Fish","attributes":{"level":9}},
    {"id":"pond","class":"Pond","name":"Card","attributes":{"name":"Quiet"}},
    {"id":"ghost","class":"GhostView","attributes":{"name":"Boo","level":9,"legs":"x","size":{"width":2,"height":3}}}
    """#

  // MARK: ids, names and classes

  @Test(
    arguments: [
      ("[id^=segue]", "segue-1 segue-2"), ("[id=pond]", "pond"), ("[id$=\"-2\"]", "segue-2"),
      ("[id]", "segue-1 segue-2 pond ghost"),
      ("[name*=\"Card\"]", "segue-1"), ("[name*=card i]", "segue-1"), ("[name]", "segue-1 pond"),
      ("[class$=View]", "ghost"), ("[class=Stone]", "segue-1"), ("[class!=Stone]", "segue-2 pond ghost"),
      (":not([id^=segue])", "pond ghost"), ("[stored(name)=Boo]", "ghost"),
    ])
  func comparesWhatTheSceneSaysOfObjects(selector: String, ids: String) throws {
    // A declared property takes precedence over an object member of the same name.
    #expect(try zoo(Self.objects).found("[name=Quiet]") == "pond")
    #expect(try zoo(Self.objects).found("[name=Card]") == "")
    #expect(try zoo(Self.objects).found(selector) == ids)
  }

  @Test func mistakesAreReported() throws {
    let scene = try zoo(Self.objects)
    #expect(throws: Diagnostic.self) { try scene.found("[id^=\"\"]") }
    #expect(throws: Diagnostic.self) { try scene.found("[idd^=x]") }
    #expect(throws: Diagnostic.self) { try scene.found("[stored(id)=x]") }
  }

  // MARK: stored values that are refused

  private func found(_ selector: String, _ value: String) throws -> Bool {
    try pens(#"{"id":"a","class":"Nib","attributes":{\#(value)}}"#).found(selector) == "a"
  }

  @Test func refusedValuesCompareByTheirType() throws {
    #expect(try found("[stored(lineWidth)>64]", #""lineWidth":99"#))
    #expect(try found("[stored(lineWidth)=99]", #""pen":99"#))
    #expect(try !found("[stored(lineWidth)>64]", #""lineWidth":50,"pen":99"#))
    #expect(try !found("[lineWidth>64]", #""lineWidth":99"#))
    #expect(
      try session(#"{"id":"r","class":"Rating","attributes":{"fillMode":7}}"#).found("[stored(fillMode)>1]") == "r")
  }

  @Test func whatHasAnotherTypeComparesByItsJSON() throws {
    #expect(try found("[stored(lineWidth)=7]", #""lineWidth":"7""#))
    #expect(try found("[stored(lineWidth)=thin]", #""lineWidth":"thin""#))
    #expect(try found("[stored(lineWidth)^=th]", #""lineWidth":"thin""#))
    #expect(try !found("[stored(lineWidth)^=th]", #""lineWidth":1"#))
    #expect(try found("[stored(title)=7]", #""title":7"#))
    #expect(try found("[stored(frame.x)>1]", #""frame":{"x":2,"y":3}"#))
    #expect(try !found("[stored(frame.width)>1]", #""frame":{"x":2,"y":3}"#))
    // Numbers that are no options, and texts that name one, can be mended in bulk.
    let scene = try session(
      #"{"id":"r","class":"Rating","attributes":{"fillMode":"Half"}},{"id":"s","class":"Rating"}"#)
    _ = try scene.set("[stored(fillMode)^=Ha]", Assignment("fillMode", .set("1")))
    #expect(scene.text.contains(#""fillMode":1"#))
    // An order of what is no number is a mistake as before.
    #expect(throws: Diagnostic.self) { try found("[stored(lineWidth)>thin]", "") }
    #expect(throws: Diagnostic.self) { try found("[lineWidth=thin]", #""lineWidth":"thin""#) }
  }

  // MARK: other names

  @Test func labelsOfOtherNamesAreNamesEverywhere() throws {
    let scene = try pens(
      #"{"id":"a","class":"Pen","attributes":{"breadth":7,"number":1}},{"id":"b","class":"Nib","attributes":{}}"#)
    #expect(try scene.found("[Stroke Breadth=7]") == "a")
    #expect(try scene.found("[stroke breadth]") == "a")
    #expect(try scene.found("[stored(Breadth)>6]") == "a")
    var values: [[ColumnValue]] = []
    _ = try scene.find(Selector(parsing: "Pen"), columns: [FindColumn("Stroke Breadth"), FindColumn("Thickness")]) {
      values.append($0.values)
    }
    #expect(values == [[.value(.double(7)), .value(.double(7))]])
    _ = try scene.set("Pen", Assignment("Stroke Breadth", .set("8")))
    #expect(try scene.effective("a.stroke breadth") == .double(8))
    // The pane has a row for each, apart from those of the properties.
    let rows = try scene.inspect(id: "a").otherNames.flatMap(\.properties)
    #expect(rows.map(\.name) == ["breadth", "hue"])
    #expect(rows.map(\.label) == ["Stroke Breadth", "Hue"])
    #expect(rows.map(\.effective) == [.double(8), .color(.black)])
    #expect(rows.map { $0.definition?.aliasOf } == ["lineWidth", "tint"])
    let mixed = scene.inspect([0, 1]).otherNames
    #expect(mixed.map(\.objects) == [1])
    #expect(mixed.flatMap(\.properties).map(\.name) == ["breadth", "hue"])
  }

  // MARK: values that no plugin declares

  @Test func undeclaredValuesAreTheSameEverywhere() throws {
    let scene = try zoo(
      Self.objects + #",{"id":"s","class":"Stone","attributes":{"legs":"none","level":3,"none":null}}"#)
    #expect(try scene.found("[level>2]") == "segue-2 ghost s")
    var found: [FoundObject] = []
    let columns = ["level", "stored(level)", "size.width", "none"].map { FindColumn($0) }
    let result = try scene.find(Selector(parsing: "[level>2]"), columns: columns) { found.append($0) }
    #expect(found.map(\.id) == ["segue-2", "ghost", "s"])
    // A hook makes 5 of the declared one.
    #expect(found.map { $0.values[0] } == [.value(.int(5)), .value(.int(9)), .value(.int(3))])
    #expect(found.map { $0.values[2] } == [.absent, .value(.double(2)), .absent])
    #expect(found.map { $0.values[3] } == [.absent, .absent, .unset])
    #expect(found.map(\.undeclared) == [[], [0, 2], [0, 3]])
    #expect(result.unknownColumns == [columns[0], columns[2], columns[3]])
    for (reference, stored) in [("ghost.level", "9"), ("s.level", "3"), ("ghost.size.width", "2"), ("s.none", "null")] {
      let row = try scene.value(of: reference)
      #expect(row.storedText == stored)
      #expect(row.state == .unknown)
      #expect(!row.hasEffective)
    }
    #expect(throws: Diagnostic.self) { try scene.value(of: "ghost.size.depth") }
    #expect(throws: Diagnostic.self) { try scene.value(of: "ghost.nothing") }
  }
}
