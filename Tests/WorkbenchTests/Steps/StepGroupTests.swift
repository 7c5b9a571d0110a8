import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import Workbench

/// Tests that grouped steps have the same result as single steps.
@Suite struct StepGroupTests {
  private static let rooms = #"""
    {"id":"a","class":"Box","children":[
      {"id":"b","class":"Box"}, {"id":"c","class":"Sign","attributes":{"text":"x"}},
      {"id":"d","class":"Box","children":[{"id":"e","class":"Box"}]}]},
    {"id":"f","class":"Box"}, {"id":"g","class":"Box","children":[]}
    """#

  private static func insert(_ id: String, _ place: StepPlace, class name: String = "Box") -> EditStep {
    .insert(objects: [#"{"id":"\#(id)","class":"\#(name)"}"#], at: place)
  }

  private static func steps() throws -> [[EditStep]] {
    let ids = ["b", "c", "d", "e", "f", "g"]
    func each(_ step: (Selector, String) throws -> EditStep) throws -> [EditStep] {
      try ids.map { try step(selector("#\($0)"), $0) }
    }
    let a = try selector("#a")
    let f = try selector("#f")
    return [
      ["p", "q", "r"].map { insert($0, StepPlace(in: a)) },
      ["p", "q", "r"].map { insert($0, StepPlace(in: a, .first)) },
      ["p", "q", "r"].map { insert($0, StepPlace(in: a, .index(1))) },
      ["p", "q", "r"].map { insert($0, StepPlace(.before(f))) },
      ["p", "q", "r"].map { insert($0, StepPlace(.after(f))) },
      [insert("p", StepPlace(in: f)), insert("q", StepPlace(in: try selector("#p"))), insert("r", StepPlace())],
      try [
        insert("p", StepPlace(in: a)), insert("q", StepPlace(.after(selector("#p")))),
        insert("r", StepPlace(.after(selector("#q")))),
      ],
      try [
        insert("p", StepPlace(in: a, .first)), insert("q", StepPlace(.after(selector("#p")))),
        insert("r", StepPlace(in: a, .first)),
      ],
      try each { node, _ in .remove(node) }.filter { $0 != .remove(try selector("#e")) },
      try [.remove(selector("#e")), .remove(selector("#d")), .remove(selector("#b"))],
      try each { node, _ in .duplicate(node, id: nil, at: nil) },
      try each { node, id in .duplicate(node, id: "\(id)9", at: StepPlace(in: a)) },
      try [.duplicate(selector("#b"), id: nil, at: nil), .duplicate(selector("#b"), id: nil, at: nil)],
      try ["b", "c", "f"].map { .move(try selector("#\($0)"), to: StepPlace(in: try selector("#g"))) },
      try ["b", "c", "d"].map { .move(try selector("#\($0)"), to: StepPlace(.before(a))) },
      try [
        .move(selector("#c"), to: StepPlace(.after(f))), .move(selector("#b"), to: StepPlace(.after(selector("#c")))),
      ],
      try [
        .move(selector("#c"), to: StepPlace(in: a, .index(2))),
        .move(selector("#b"), to: StepPlace(.after(selector("#c")))),
      ],
      try [
        .move(selector("#b"), to: StepPlace(.after(selector("#c")))),
        .move(selector("#f"), to: StepPlace(in: selector("#d"), .first)),
        .move(selector("#g"), to: StepPlace(.after(f))), .move(selector("#e"), to: StepPlace(.after(selector("#c")))),
      ],
      try [
        insert("p", StepPlace(.after(selector("#b")))), insert("q", StepPlace(in: a, .first)),
        insert("r", StepPlace(.after(selector("#p")))),
        insert("s", StepPlace(.after(selector("#r")))), insert("t", StepPlace(.after(selector("#b")))),
        insert("u", StepPlace(in: a)),
      ],
      try [.move(selector("#b"), to: StepPlace(in: selector("#d"))), .move(selector("#d"), to: StepPlace(in: f))],
      try each { node, id in .rename(node, id: "\(id)-new") },
      try [.rename(selector("#b"), id: "x"), .rename(selector("#c"), id: "b"), .rename(selector("#x"), id: "c")],
      try each { node, _ in .setClass(node, to: "Sign") }.prefix(1) + each { node, _ in .setClass(node, to: "Box") },
      try each { node, id in .setName(node, to: id == "d" ? nil : "Name \(id)") },
      try [
        .setName(selector("#b"), to: "one"), .setName(selector("#b"), to: "two"), .setName(selector("#b"), to: nil),
      ],
    ]
  }

  /// Returns the same steps for several ids, each of which replaces `%`.
  private static func steps(_ text: String, for ids: [String]) throws -> [EditStep] {
    let each = ids.map { text.replacing("%", with: $0) }.joined(separator: ",")
    return try EditScript(Array(#"{"format":"inspector-edit/1","steps":[\#(each)]}"#.utf8), name: "script").steps
  }

  /// Returns structural steps interleaved with assignments.
  private static func stepsAmongValues() throws -> [[EditStep]] {
    let insert = ##"{"insert":{"id":"%","class":"Box"},"into":"#a"}"##
    let several = [
      ##"\##(insert),{"select":"#%","set":{"title":"T"}}"##,
      ##"\##(insert),{"select":"#a","set":{"title":"%"}}"##,
      ##"\##(insert),{"select":"#q","set":{"title":"T"}}"##,
      ##"\##(insert),{"select":"Box","set":{"title":"%"}}"##,
      ##"\##(insert),{"select":"#%, #a","set":{"title":"%"}}"##,
      ##"\##(insert),{"insert":{"id":"%k","class":"Box"},"into":"#%"},{"select":"#%, #%k","set":{"title":"T"}}"##,
      ##"\##(insert),{"insert":{"id":"%k","class":"Sign","attributes":{"text":"no!"}},"into":"#%"}"##,
      ##"\##(insert),{"insert":{"id":"r","class":"Box"},"into":"#%"}"##,
      ##"\##(insert),{"insert":{"id":"%k","class":"Lamp"},"into":"#%"},{"select":"#%","set":{"tint":"red"}}"##,
      ##"\##(insert),{"select":"#%","set":{"tint":"red"}},{"insert":{"id":"%k","class":"Lamp"},"into":"#%"}"##,
      ##"\##(insert),{"insert":{"id":"%k","class":"Box"},"into":"#%"},{"insert":{"id":"%m","class":"Box"},"into":"#%","at":0}"##,
      ##"\##(insert),{"select":"#%","set":{"width":4}},{"renameProperty":"width","to":"title","select":"#%"}"##,
      ##"{"insert":{"id":"%","class":"Box"},"at":{"before":"#c"}},{"select":"#c","set":{"text":"%"}}"##,
      ##"{"insert":{"id":"%","class":"Box"},"at":{"before":"#c"}},{"select":"#c","set":{"text":"%!"}}"##,
      ##"{"insert":{"id":"%","class":"Lamp"},"into":"#a"},{"select":"#%","set":{"title":"T"}}"##,
      ##"{"insert":{"id":"%","class":"Lamp"},"into":"#a"},{"select":"#a","set":{"tint":"red"}}"##,
      ##"{"insert":{"id":"%","class":"Lamp"},"into":"#f"},{"select":"#a","set":{"tint":"#00%"}}"##,
    ]
    // Objects that are nested, that get values, names and ids alternately, or that read their parents.
    let turns = [
      ##"\##(insert),{"insert":{"id":"%k","class":"Box","children":[{"id":"%c","class":"Box","children":[]}]},"into":"#%"},{"insert":{"id":"%m","class":"Box"},"into":"#%c"}"##,
      ##"\##(insert),{"insert":[{"id":"%k","class":"Box"},{"id":"%l","class":"Box"}],"into":"#%"},{"insert":{"id":"%m","class":"Box"},"into":"#%","at":1},{"insert":{"id":"%n","class":"Box"},"into":"#%","at":"first"},{"insert":{"id":"%o","class":"Box"},"at":{"before":"#%m"}},{"insert":{"id":"%s","class":"Box"},"at":{"after":"#%m"}}"##,
      ##"\##(insert),{"insert":{"id":"%k","class":"Box"},"into":"#%","at":1}"##,
      ##"\##(insert),{"insert":{"id":"%k","class":"Sign","attributes":{"text":"no!"}},"into":"#%"},{"insert":{"id":"%l","class":"Box"},"into":"#%k"}"##,
      ##"\##(insert),{"select":"#%","set":{"title":"T"}},{"setName":"#%","to":"N"}"##,
      ##"\##(insert),{"setName":"#%","to":"N"},{"select":"#%","set":{"title":"T"}},{"insert":{"id":"%k","class":"Box"},"into":"#%"}"##,
      ##"\##(insert),{"rename":"#%","to":"%z"},{"select":"#%z","set":{"title":"T"}},{"insert":{"id":"%k","class":"Box"},"into":"#%z"}"##,
      ##"\##(insert),{"rename":"#%","to":"%z"},{"setName":"#%z","to":"N"},{"rename":"#%z","to":"%y"},{"select":"#%y","set":{"width":2}}"##,
      ##"\##(insert),{"rename":"#%","to":"%z"},{"insert":{"id":"%","class":"Box"},"into":"#%z"}"##,
      ##"\##(insert),{"rename":"#%","to":"b"}"##,
      ##"\##(insert),{"rename":"#%","to":"%z"},{"select":"#%","set":{"title":"T"}}"##,
      ##"\##(insert),{"setClass":"#%","to":"Sign"}"##,
      ##"\##(insert),{"setClass":"#%","to":"Mirror"},{"select":"#a","set":{"tint":"red"}}"##,
      ##"\##(insert),{"select":"#%","set":{"tint":"red"}},{"insert":{"id":"%k","class":"Mirror"},"into":"#%"},{"insert":{"id":"%l","class":"Lamp"},"into":"#%k"}"##,
      ##"\##(insert),{"insert":{"id":"%k","class":"Mirror"},"into":"#%"},{"select":"#%","set":{"tint":"red"}},{"insert":{"id":"%l","class":"Lamp"},"into":"#%k"}"##,
      ##"{"insert":{"id":"%","class":"Mirror"},"into":"#a"},{"select":"#f","set":{"tint":"red"}},{"insert":{"id":"%k","class":"Lamp"},"into":"#f"}"##,
    ]
    let single = [
      ##"{"rename":"#b","to":"p"},{"select":"#p","set":{"width":1}},{"rename":"#c","to":"q"},{"select":"#p, #q","set":{"width":2}}"##,
      ##"{"rename":"#b","to":"p"},{"setName":"#p","to":"P"},{"rename":"#p","to":"q"}"##,
      ##"{"rename":"#b","to":"p"},{"select":"#p","set":{"width":1}},{"setName":"#p","to":"P"},{"rename":"#f","to":"q"}"##,
      ##"{"setName":"#b","to":"B"},{"select":"#d","set":{"width":1}},{"setName":"#d","to":"D"},{"select":"#b","set":{"title":"T"}}"##,
      ##"{"setName":"#b","to":"B"},{"select":"#d","set":{"width":99}},{"rename":"#d","to":"f"}"##,
      ##"{"setName":"#b","to":"B"},{"rename":"#d","to":"f"},{"select":"#g","set":{"width":99}},{"rename":"#g","to":"x"}"##,
      ##"{"setName":"#b","to":"B"},{"select":"#b, #d","set":{"width":1}},{"select":"#d","set":{"width":2}},{"setName":"#d","to":"D"}"##,
      ##"{"duplicate":"#b","as":"p"},{"setName":"#p","to":"P"},{"duplicate":"#c"},{"rename":"#p","to":"c-2"}"##,
      ##"{"duplicate":"#b","as":"p"},{"rename":"#p","to":"c-2"},{"duplicate":"#c"}"##,
      ##"{"remove":"#b"},{"select":"#c","set":{"text":"y"}},{"remove":"#c"},{"select":"#f","set":{"width":1}},{"remove":"#f"}"##,
      ##"{"remove":"#e"},{"remove":"#b"},{"remove":"#d"},{"remove":"#a"}"##,
      ##"{"remove":"#d"},{"remove":"#e"}"##,
      ##"{"remove":"#b"},{"select":"#b","set":{"width":1}},{"remove":"#c"}"##,
      ##"{"move":"#b","into":"#g"},{"select":"#b","set":{"width":1}},{"move":"#c","into":"#g"},{"select":"#c","set":{"text":"y"}}"##,
      ##"{"move":"#b","into":"#g"},{"select":"#c","set":{"text":"y"}},{"move":"#c","into":"#g"}"##,
      ##"{"duplicate":"#b","as":"p"},{"select":"#p, #b","set":{"width":1}},{"duplicate":"#b","as":"q"}"##,
      ##"{"rename":"#b","to":"p"},{"select":"#b","set":{"width":1}},{"rename":"#c","to":"b"}"##,
      ##"{"rename":"#b","to":"p"},{"select":"#f","set":{"width":1}},{"rename":"#f","to":"q"},{"select":"#q","set":{"width":2}}"##,
      ##"{"setClass":"#b","to":"Sign"},{"select":"#b, #c","set":{"text":"x"}},{"setClass":"#f","to":"Mirror"}"##,
      ##"{"setName":"#b","to":"B"},{"select":"#b, #f","set":{"width":1}},{"setName":"#f","to":"F"},{"setName":"#g","to":"G"}"##,
    ]
    return try (several + turns).map { try steps($0, for: ["p", "q", "r"]) } + single.map { try steps($0, for: [""]) }
  }

  /// Counts structural edits, each of which writes and scans the whole text, since tests do not measure time.
  @Test func stepsBetweenWhichValuesAreGivenAreOneStructuralEdit() throws {
    let ids = (0..<500).map { "n\($0)" }
    let session = try stage(Self.rooms)
    let inserts = ##"{"insert":{"id":"%","class":"Box"},"into":"#a"},{"select":"#%","set":{"width":2}}"##
    _ = try session.perform(EditRequest(Self.steps(inserts, for: ids)))
    #expect(session.document.generation == 1)
    // Nested objects are inserted together with the outermost.
    let trees = ##"{"insert":{"id":"%k","class":"Box"},"into":"#%"},{"insert":{"id":"%l","class":"Box"},"into":"#%k"}"##
    _ = try session.perform(
      EditRequest(Self.steps(inserts.replacing("%", with: "c%") + "," + trees.replacing("%", with: "c%"), for: ids)))
    #expect(session.document.generation == 2)
    let removals = ##"{"remove":"#%"},{"select":"#f","set":{"title":"%"}}"##
    _ = try session.perform(EditRequest(Self.steps(removals, for: ids)))
    #expect(session.document.generation == 3)
  }

  /// Checks the number of structural edits for the steps of several ids.
  @Test(arguments: [
    (
      ##"{"insert":{"id":"%k","class":"Box"},"into":"#%"},{"insert":{"id":"%l","class":"Box"},"at":{"after":"#%k"}}"##,
      1
    ),
    (
      ##"{"insert":{"id":"%k","class":"Box"},"into":"#%"},{"select":"#%k","set":{"width":2}},{"setName":"#%k","to":"N"}"##,
      2
    ),
    (
      ##"{"insert":{"id":"%k","class":"Box"},"into":"#%"},{"setName":"#%k","to":"N"},{"select":"#%k","set":{"width":2}}"##,
      2
    ),
    (
      ##"{"insert":{"id":"%k","class":"Box"},"into":"#%"},{"rename":"#%k","to":"%l"},{"setName":"#%l","to":"N"},{"select":"#%l","set":{"width":2}}"##,
      2
    ),
    (
      ##"{"insert":{"id":"%k","class":"Sign","attributes":{"text":"x"}},"into":"#%"},{"setClass":"#%k","to":"Box"}"##, 2
    ),
    (
      ##"{"insert":{"id":"%k","class":"Box"},"at":{"after":"#%"}},{"insert":{"id":"%l","class":"Box"},"at":{"after":"#%k"}}"##,
      1
    ),
    (##"{"rename":"#%","to":"%m"},{"select":"#%m","set":{"width":2}}"##, 1),
    (##"{"select":"#%","set":{"width":2}},{"rename":"#%","to":"%m"}"##, 1),
    (##"{"setName":"#%","to":"N"},{"rename":"#%","to":"%m"}"##, 1),
    (##"{"rename":"#%","to":"%m"},{"select":"#%m","set":{"width":2}},{"setName":"#%m","to":"N"}"##, 2),
    (##"{"insert":{"id":"%k","class":"Lamp"},"into":"#%"},{"select":"#f","set":{"title":"%"}}"##, 1),
    (##"{"select":"#%","set":{"tint":"red"}},{"insert":{"id":"%k","class":"Lamp"},"into":"#f"}"##, 1),
  ])
  func stepsInTurnAreFewStructuralEdits(steps: String, count: Int) throws {
    let ids = (0..<50).map { "n\($0)" }
    let session = try stage(
      ##"{"id":"f","class":"Box"},"## + ids.map { ##"{"id":"\##($0)","class":"Box"}"## }.joined(separator: ","))
    _ = try session.perform(EditRequest(Self.steps(steps, for: ids)))
    #expect(session.document.generation == count)
  }

  /// Checks nested insertions as one structural edit, and that errors name the step at fault.
  @Test func objectsWithinOneAnotherAreOneStructuralEdit() throws {
    func insert(_ number: Int, _ more: String = "") throws -> EditStep {
      .insert(
        objects: [##"{"id":"n\##(number + 1)","class":"Box"\##(more)}"##],
        at: StepPlace(in: try selector("#n\(number)")))
    }
    for start in [
      ##"{"id":"n0","class":"Box"}"##,
      "\n  {\n    \"id\": \"n0\",\n    \"class\": \"Box\"\n  }\n",
    ] {
      let (atOnce, oneByOne) = (try stage(start), try stage(start))
      let steps = try (0..<300).map { try insert($0) }
      _ = try atOnce.perform(EditRequest(steps))
      #expect(atOnce.document.generation == 1)
      for step in steps { _ = try oneByOne.perform(EditRequest([step])) }
      #expect(atOnce.text == oneByOne.text)
    }
    let wrong = try stage(##"{"id":"n0","class":"Box"}"##)
    let steps = try (0..<50).map { try insert($0, $0 == 33 ? ##","attributes":{"width":99}"## : "") }
    let error = try #require(throws: Diagnostic.self) { _ = try wrong.perform(EditRequest(steps)) }
    #expect(error.step == 33 && error.part == .object(0, offset: 40), "\(error)")
    let document = try SceneDocument(
      bytes: Array(##"{"format":"inspector-scene/1","objects":[{"id":"n0","class":"Box"}]}"##.utf8), name: "scene.json",
      limits: SceneLimits(depth: 21))
    let shallow = SceneSession(document, library: PluginLibrary(inProcess: [Stage.self]))
    let limit = try #require(throws: Diagnostic.self) { _ = try shallow.perform(EditRequest(Array(steps[..<20]))) }
    #expect(limit.step == 9 && limit.code == "json.limit", "\(limit)")
  }

  /// Checks the removal of nested objects from the innermost outwards as one edit.
  @Test func objectsAreRemovedFromTheInnermostOutwardsAtOnce() throws {
    let depth = 300
    let open = (0..<depth).map { #"{"id":"n\#($0)","class":"Box","children":["# }
    let session = try stage(open.joined() + String(repeating: "]}", count: depth))
    let result = try session.perform(EditRequest((0..<depth).reversed().map { .remove(try selector("#n\($0)")) }))
    #expect(session.document.generation == 1)
    #expect(session.document.objectCount == 0)
    #expect(result.structure.map(\.count) == Array(repeating: 1, count: depth))
  }

  @Test func stepsMadeAtOnceGiveWhatTheyGiveOneByOne() throws {
    for (number, steps) in try (Self.steps() + Self.stepsAmongValues()).enumerated() {
      let (atOnce, oneByOne) = (try stage(Self.rooms), try stage(Self.rooms))
      let before = atOnce.text
      var refusals: [String] = []
      do { _ = try atOnce.perform(EditRequest(steps)) } catch {
        refusals.append("\(error.step ?? -1) \(error.message)")
      }
      for (place, step) in steps.enumerated() where refusals.count < 2 {
        do { _ = try oneByOne.perform(EditRequest([step])) } catch { refusals.append("\(place) \(error.message)") }
      }
      if refusals.isEmpty {
        #expect(atOnce.text == oneByOne.text, "\(number)")
        _ = try atOnce.undo()
      } else {
        #expect(refusals.count == 2 && refusals[0] == refusals[1], "\(number) \(refusals)")
      }
      #expect(atOnce.text == before, "\(number)")
    }
  }

  /// Checks that renames of properties of the same objects are grouped if the result is the same.
  @Test func propertiesAreRenamedAtOnce() throws {
    let objects = #"""
      {"id":"a","class":"Box","attributes":{ "x": 4, "y" :"T","z":"red","w": 5 }},
      {"id":"b","class":"Box","attributes":{"y":"U","z":"tan","breadth":3}},{"id":"c","class":"Sign","attributes":{"y":"U","z":2}}
      """#
    func rename(_ names: String..., of objects: String) throws -> [EditStep] {
      try names.map { pair in
        let names = pair.split(separator: " ").map(String.init)
        return .renameProperty(try selector(objects), from: names[0], to: names[1])
      }
    }
    let cases: [(steps: [EditStep], atOnce: Int?)] = [
      (try rename("x width", "y title", "z tint", of: "#a"), 3),
      (try rename("z tint", "y title", "x width", of: "#a, #b"), 3),
      (try rename("z tint", "y title", of: "Box") + rename("x width", of: "#a"), 2),
      (try rename("y title", of: "#a"), nil),
      // Properties are renamed one by one if another step affects them.
      (try rename("x width", "width w2", of: "#a"), nil),
      (try rename("x width", "w breadth", of: "#a"), nil),
      (try rename("y title", "x title", of: "#a"), nil),
      (try rename("y title", "x width", of: "#b"), nil),
      (try rename("x width", "y title", of: "Box[x]"), nil),
      (try rename("y text", "z width", of: "#c"), nil),
      (try rename("z tint", "breadth width", of: "#b"), 2),
      (try rename("z tint", "y widht", of: "#a"), nil),
      (try rename("z width", "y title", of: "#a"), nil),
      (try rename("y title", "x tint", "z width", of: "#a"), nil),
    ]
    for (number, (steps, count)) in cases.enumerated() {
      let (atOnce, oneByOne) = (try stage(objects), try stage(objects))
      let before = atOnce.text
      var request = EditRequest(steps)
      request.wantsChanges = true
      let found = try atOnce.withModel { model in
        guard let selector = (steps[0].kind as? RenamePropertyStep)?.selector else { return Int?.none }
        return PropertyRenames(request, from: 0, of: try Selection(model, selector).decidedNodes(), in: model)?.count
      }
      #expect(found == count, "\(number)")
      var (refusals, changes, changesOfSteps): ([String], [ObjectChange], [ObjectChange]) = ([], [], [])
      do { changes = try atOnce.perform(request).changes } catch {
        refusals.append("\(error.step ?? -1) \(error.message)")
      }
      for (place, step) in steps.enumerated() where refusals.count < 2 {
        var one = EditRequest([step])
        one.wantsChanges = true
        do { changesOfSteps += try oneByOne.perform(one).changes } catch {
          refusals.append("\(place) \(error.message)")
        }
      }
      if refusals.isEmpty {
        #expect(atOnce.text == oneByOne.text, "\(number)")
        // Changes of one object are listed together; later changes of the same value are merged.
        if found == steps.count {
          let ofObjects = ["a", "b", "c"].flatMap { id in changesOfSteps.filter { $0.object == id } }
          #expect(changes == ofObjects, "\(number)")
        }
        _ = try atOnce.undo()
      } else {
        #expect(refusals.count == 2 && refusals[0] == refusals[1], "\(number) \(refusals)")
      }
      #expect(atOnce.text == before, "\(number)")
    }
  }

  /// Checks that the invalid one of many steps is named, and that nothing is changed.
  @Test(arguments: [0, 1, 7, 13, 19]) func theStepThatIsWrongIsNamed(wrong: Int) throws {
    let session = try stage(Self.rooms)
    let before = session.text
    let steps = try (0..<20).map { number in
      Self.insert(number == wrong ? "b" : "n\(number)", StepPlace(in: try selector("#a")))
    }
    let error = try #require(throws: Diagnostic.self) { _ = try session.perform(EditRequest(steps)) }
    #expect(error.step == wrong)
    #expect(error.message == "the id 'b' is already taken; choose another")
    #expect(session.text == before)
  }

  /// Checks that warnings appear in the order of the steps.
  @Test func warningsComeInTheOrderOfTheSteps() throws {
    let session = try stage(#"{"id":"a","class":"Box","children":[{"id":"b","class":"Box"}]}"#)
    let steps = try ["x", "y", "z"].map { id in
      EditStep.insert(
        objects: [#"{"id":"\#(id)","class":"Mirror","attributes":{"width":9}}"#],
        at: StepPlace(.before(try selector(id == "y" ? "#a" : "#b"))))
    }
    let result = try session.perform(EditRequest(steps))
    #expect(result.warnings.compactMap(\.object) == ["x", "y", "z"])
    let mixed =
      ##"{"insert":{"id":"%","class":"Mirror","attributes":{"width":9}},"into":"#a"},{"select":"#%","set":{"width":8}}"##
    let second = try session.perform(EditRequest(Self.steps(mixed, for: ["p", "q", "r"])))
    #expect(session.document.generation == 2)
    #expect(second.warnings.compactMap(\.object) == ["p", "p", "q", "q", "r", "r"])
  }
}
