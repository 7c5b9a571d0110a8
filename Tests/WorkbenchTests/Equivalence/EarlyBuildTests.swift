import InspectorKit
import SceneDocument
import Testing

@testable import Workbench

/// What is built while a scene is read is what is built afterwards.
@Suite struct EarlyBuildTests {
  @Test(arguments: 0..<30) func edits(seed: Int) throws {
    var random = RandomCards(seed: seed)
    let text = random.scene(objects: 25)
    for _ in 0..<12 {
      let edit = random.edit()
      for isDryRun in [false, true] {
        var request = try BatchTests.request(edit, edit.selector)
        request.wantsChanges = isDryRun
        request.isDryRun = isDryRun
        let late = try outcome(of: request, in: cards(text))
        let early = try outcome(of: request, in: opened(text, for: .set(request)))
        #expect(early == late, "\(edit) on \(text)")
      }
    }
  }

  @Test(arguments: 100..<120, [true, false]) func checks(seed: Int, hooks: Bool) throws {
    var random = RandomCards(seed: seed)
    let text = random.scene(objects: 25)
    let late = try cards(text).check(hooks: hooks)
    #expect(try opened(text, for: .check(hooks: hooks)).check(hooks: hooks) == late, "\(text)")
    // What was built for one thing is of no use for another.
    #expect(try opened(text, for: .check(hooks: !hooks)).check(hooks: hooks) == late, "\(text)")
  }

  @Test(arguments: 200..<220) func finds(seed: Int) throws {
    var random = RandomCards(seed: seed)
    let text = random.scene(objects: 25)
    let selectors = [
      "View[alpha<1]", "Slider[value>0.2]", ":kind(View)[tag>=7]", "Tinted[alpha=1]", "Plain[count=1]",
      ":kind(View)[alpha<1][tag]",
    ]
    for selector in selectors {
      let selector = try Selector(parsing: selector)
      #expect(
        try opened(text, for: .find(selector)).select(selector) == cards(text).select(selector),
        "\(selector.text) in \(text)")
    }
  }

  @Test func takesTheAnswersOfTheVeryRequest() throws {
    let text = #"{"id":"s","class":"Slider","attributes":{"value":3}}"#
    let scene = #"{"format":"inspector-scene/1","objects":[\#(text)]}"#
    let request = SetRequest(try Selector(parsing: "Slider"), [Assignment("value", .set("0.25"))])
    let session = try opened(scene, for: .set(request))
    let classID = session.document.classID(0)
    let definition = try #require(session.model.classPlan(of: 0)).definition
    let asked = ComponentRequest(definition: definition, mode: .edit, edits: ["value"], wantsBefore: false)
    let early = try #require(session.model.early)
    #expect(early.take(asked, cells: Array(",0.5".utf8), ofClass: classID) == nil)
    #expect(early.take(asked, cells: Array(",0.25".utf8), ofClass: classID + 1) == nil)
    #expect(early.take(asked, cells: Array(",0.25".utf8), ofClass: classID) != nil)
    #expect(early.take(asked, cells: Array(",0.25".utf8), ofClass: classID) == nil, "once")
  }

  @Test func takesWhatTheVerySelectorFound() throws {
    // The hook keeps values within 0 and 1.
    let sliders = [3, 0.1, 0.5].enumerated().map {
      #"{"id":"s\#($0)","class":"Slider","attributes":{"value":\#($1)}}"#
    }
    let scene = #"{"format":"inspector-scene/1","objects":[\#(sliders.joined(separator: ","))]}"#
    let (asked, other) = (try Selector(parsing: "Slider[value<=1]"), try Selector(parsing: "Slider[value<1]"))
    let session = try opened(scene, for: .find(asked))
    let early = try #require(session.model.early)
    let classID = session.document.classID(0)
    #expect(early.takeFound(by: other, ofClass: classID) == nil)
    #expect(early.takeFound(by: asked, ofClass: classID + 1) == nil)
    #expect(try session.find(asked).count == 3)
    #expect(early.takeFound(by: asked, ofClass: classID) == nil, "once")
    #expect(try session.find(asked).count == 3)

    weak var document: SceneDocument?
    do {
      let session = try opened(scene, for: .find(other))
      document = session.document
      #expect(session.model.early?.takeFound(by: other, ofClass: classID)?.found == [1, 2])
    }
    #expect(document == nil)
  }

  @Test func aPaletteBehindTheObjectsCounts() throws {
    let head = #"{"format":"inspector-scene/1","objects":[{"id":"v","class":"View","#
    let text = head + ##""attributes":{"backgroundColor":"brand"}}],"palette":{"brand":"#123456"}}"##
    #expect(try opened(text, for: .check(hooks: true)).check().map(\.message) == [])
  }

  @Test func aBrokenSceneLeavesThePluginUsable() throws {
    let library = PluginLibrary(inProcess: [Rules.self])
    let good = #"{"format":"inspector-scene/1","objects":[{"id":"s","class":"Slider","attributes":{"value":3}}]}"#
    #expect(throws: SceneError.self) {
      try SceneSession.open(
        bytes: Array(good.dropLast().utf8), name: "cut.json", library: library, for: .check(hooks: true))
    }
    let session = try SceneSession.open(
      bytes: Array(good.utf8), name: "good.json", library: library, for: .check(hooks: true))
    #expect(session.check() == [])
    #expect(try session.value(of: "s.value").effective == .double(1))
  }

  private struct Outcome: Equatable {
    var text: String
    var changes: [ObjectChange] = []
    var warnings: [Diagnostic] = []
    var message: String?
  }

  /// Over thousands of files, each scene's memory must be free before the next is read.
  @Test(arguments: [true, false]) func aSessionEndsWithItsScene(hooks: Bool) throws {
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Slider","attributes":{"value":3}}]}"#
    weak var document: SceneDocument?
    do {
      let session = try opened(text, for: .check(hooks: hooks))
      document = session.document
      #expect(document != nil)
      _ = session.check(hooks: hooks)
    }
    #expect(document == nil)
  }

  private func outcome(of request: SetRequest, in scene: SceneSession) -> Outcome {
    do throws(EditError) {
      let result = try scene.set(request)
      return Outcome(text: scene.text, changes: result.changes, warnings: result.warnings)
    } catch {
      return Outcome(text: scene.text, message: "\(error.message) \(error.diagnostics.map(\.message))")
    }
  }

  private func opened(_ text: String, for purpose: ScenePurpose) throws -> SceneSession {
    try SceneSession.open(
      bytes: Array(text.utf8), name: "cards.json", library: PluginLibrary(inProcess: [Rules.self]), for: purpose)
  }
}
