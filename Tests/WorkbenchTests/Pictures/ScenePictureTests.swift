import InspectorKit
import Synchronization
import TestSupport
import Testing
import Workbench

/// Tests of pictures of scenes.
@Suite(.serialized) struct ScenePictureTests {
  private func session(_ objects: String) throws -> SceneSession {
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
    return try SceneSession.open(
      bytes: Array(text.utf8), name: "drawn.json", library: PluginLibrary(inProcess: [Drawers.self]))
  }

  private func text(_ picture: ScenePicture, _ id: String? = nil) throws -> String {
    String(decoding: try picture.svg(of: id).svg, as: UTF8.self)
  }

  private func objects(_ count: Int) -> String {
    (0..<count).map {
      #"{"id":"d\#($0)","class":"Disc","attributes":{"frame":{"x":\#($0 * 10),"y":0,"width":10,"height":10}}}"#
    }.joined(separator: ",")
  }

  private func set(_ session: SceneSession, _ selector: String, _ property: String, _ value: String) throws {
    _ = try session.perform(EditRequest(try Selector(parsing: selector), [Assignment(property, .set(value))]))
  }

  @Test func anEditAsksForOneDrawing() throws {
    let session = try session(objects(500))
    let picture = ScenePicture(session)
    Disc.drawn.withLock { $0 = 0 }
    _ = try text(picture)
    #expect(Disc.drawn.withLock { $0 } == 500)
    _ = try text(picture)
    try set(session, "#d7", "radius", "2")
    let after = try text(picture)
    #expect(Disc.drawn.withLock { $0 } == 501)
    #expect(after == (try text(ScenePicture(session))))
    _ = try session.undo()
    #expect(try text(picture) == (try text(ScenePicture(session))))
  }

  @Test(arguments: 0..<30) func followsEveryEdit(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let children = #"{"id":"r","class":"Reader","children":[\#(objects(3))]}"#
    let session = try session(
      #"{"id":"v","class":"View","attributes":{"frame":{"x":0,"y":0,"width":90,"height":90}},"children":[\#(children)]}"#
    )
    let picture = ScenePicture(session)
    _ = try text(picture)
    for _ in 0..<12 {
      switch Int.random(in: 0...6, using: &random) {
      case 0: try set(session, "Disc", "radius", "\(Int.random(in: 0...9, using: &random))")
      case 1: try set(session, "#v", "backgroundColor", Bool.random(using: &random) ? "red" : "blue")
      case 2: try set(session, "*", "isHidden", Bool.random(using: &random) ? "yes" : "no")
      case 3: try set(session, "#r", "layer.borderWidth", "\(Int.random(in: 0...3, using: &random))")
      case 4: _ = try session.perform(EditRequest([.duplicate(try Selector(parsing: "#d1"), id: nil, at: nil)]))
      case 5:
        var request = EditRequest([.remove(try Selector(parsing: "#d1 ~ *"))])
        request.allowsEmpty = true
        _ = try session.perform(request)
      default: _ = try session.undo()
      }
      #expect(try text(picture) == (try text(ScenePicture(session))))
    }
  }

  @Test func hiddenObjectsAndPlacesAreRespected() throws {
    let session = try session(
      #"""
      {"id":"a","class":"View","attributes":{"frame":{"x":5,"y":6,"width":50,"height":40}},"children":[
        {"id":"b","class":"Disc","attributes":{"frame":{"x":1,"y":2,"width":10,"height":10},"isHidden":true}},
        {"id":"c","class":"Disc","attributes":{"frame":{"x":3,"y":4,"width":10,"height":10},"alpha":0.5}}]}
      """#)
    let whole = try text(ScenePicture(session))
    #expect(!whole.contains("id=\"b\""))
    #expect(whole.contains(#"<g id="c" class="Disc" transform="translate(3 4)" opacity="0.5">"#))
    #expect(whole.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" width="50" height="40" viewBox="5 6 50 40""#))
    let one = try ScenePicture(session).svg(of: "c")
    #expect(one.size == Size(width: 10, height: 10))
    #expect(throws: Diagnostic.self) { try ScenePicture(session).svg(of: "nobody") }
  }

  @Test func boardsClipWhatTheyHoldAndHaveAnOutline() throws {
    let session = try session(
      #"""
      {"id":"a","class":"View","attributes":{"frame":{"x":5,"y":6,"width":50,"height":40},"backgroundColor":"white"},"children":[
        {"id":"b","class":"Disc","attributes":{"frame":{"x":40,"y":0,"width":30,"height":10}}}]}
      """#)
    let whole = try text(ScenePicture(session))
    let lines = [
      #"<clipPath id="_-1"><rect x="5" y="6" width="50" height="40"/></clipPath>"#, #"<g clip-path="url(#_-1)">"#,
      #"<g id="a" class="View" transform="translate(5 6)">"#,
    ]
    #expect(whole.contains(lines.joined(separator: "\n")), "\(whole)")
    #expect(
      whole.hasSuffix(
        ##"</g>\##n</g>\##n<rect x="5.5" y="6.5" width="49" height="39" fill="none" stroke="#BFBFBF"/>\##n</svg>\##n"##),
      "\(whole)")
    // A picture of one object ends where the object does.
    let one = try text(ScenePicture(session), "a")
    #expect(one.contains("width=\"50\" height=\"40\"") && !one.contains("clipPath") && !one.contains("#BFBFBF"))
    var options = PictureOptions()
    options.only = ["b"]
    let only = String(decoding: try ScenePicture(session).svg(options).svg, as: UTF8.self)
    #expect(only.contains("clipPath") && !only.contains("#BFBFBF"))
  }

  @Test func boardsThatWouldCoverEachOtherAreClippedWhereTheyArePlaced() throws {
    let screens = ["a", "b"].map { id in
      #"""
      {"id":"\#(id)","class":"Plan","children":[
        {"id":"\#(id)v","class":"View","attributes":{"frame":{"x":0,"y":0,"width":50,"height":40}}}]}
      """#
    }
    let session = try session(screens.joined(separator: ","))
    let whole = try text(ScenePicture(session))
    #expect(whole.contains(#"viewBox="0 0 140 60""#), "\(whole)")
    #expect(whole.contains(#"<clipPath id="_-1"><rect y="20" width="50" height="40"/></clipPath>"#), "\(whole)")
    #expect(whole.contains(#"<clipPath id="_-2"><rect x="90" y="20" width="50" height="40"/></clipPath>"#), "\(whole)")
    #expect(whole.split(separator: "\n").count { $0.hasSuffix("stroke=\"#BFBFBF\"/>") } == 2)
  }

  @Test func objectsWithoutAFrameAreCountedAndNotDrawn() throws {
    let session = try session(
      #"""
      {"id":"p","class":"Plan","children":[
        {"id":"g","class":"View","children":[
          {"id":"d","class":"Disc","attributes":{"frame":{"x":5,"y":5,"width":10,"height":10}}},
          {"id":"e","class":"Disc"},
          {"id":"l","class":"View","attributes":{"frame":{"x":0,"y":9,"width":9,"height":0}}}]}]},
      {"id":"u","class":"Unknown","attributes":{"frame":{"x":0,"y":90,"width":9,"height":9}}},{"id":"w","class":"Unknown"}
      """#)
    let whole = try ScenePicture(session).svg()
    let svg = String(decoding: whole.svg, as: UTF8.self)
    // A group without a frame is as large as what it holds.
    #expect(svg.contains(#"<clipPath id="_-1"><rect y="5" width="15" height="10"/></clipPath>"#), "\(svg)")
    #expect(svg.contains(#"<g id="e" class="Disc">\#n</g>"#), "\(svg)")
    #expect(whole.omissions.frameless == FramelessObjects(count: 2, of: 5, first: "g"))
    #expect(
      whole.omissions.frameless?.message
        == """
        2 of 5 objects have no frame or an empty one, and pictures do not show them; the first is 'g'; give each object a \
        frame with a size
        """)
    let one = try ScenePicture(session).svg(of: "e")
    #expect(
      one.omissions.frameless?.message
        == "1 of 1 object has no frame or an empty one, and pictures do not show it; give 'e' a frame with a size")
    #expect(try ScenePicture(session).svg(of: "d").omissions.frameless == nil)
    var options = PictureOptions()
    options.only = ["d", "e"]
    #expect(try ScenePicture(session).svg(options).omissions.frameless == FramelessObjects(count: 1, of: 2, first: "e"))
    // `check` reports the same, at the first of them.
    let found = session.check().filter { $0.code == .frameNone }
    #expect(found.map(\.message) == [whole.omissions.frameless?.message ?? ""])
    #expect(found.map(\.severity) == [.warning] && found.map(\.object) == [nil] && found[0].line == 2)
    #expect(session.check(hooks: false).filter { $0.code == .frameNone } == found)
  }

  @Test(arguments: [
    // No drawing is intended.
    #"{"id":"a","class":"View"},{"id":"b","class":"Disc","children":[{"id":"c","class":"Plan"}]}"#,
    // Classes without a frame need none.
    #"""
    {"id":"a","class":"Plan","children":[
      {"id":"b","class":"Disc","attributes":{"frame":{"x":0,"y":0,"width":1,"height":1}}}]}
    """#,
    // Layout determines a frame.
    #"""
    {"id":"a","class":"View","attributes":{"frame":{"x":0,"y":0,"width":9,"height":9}},"children":[
      {"id":"b","class":"Disc","constraints":[
        {"attribute":"width","constant":5},{"attribute":"height","constant":5},
        {"attribute":"left","to":"parent.left"},{"attribute":"top","to":"parent.top"}]}]}
    """#,
  ])
  func checkLeavesSuchScenesInPeace(objects: String) throws {
    #expect(try session(objects).check().filter { $0.code == .frameNone } == [])
  }

  @Test func whatIsLeftOutIsNoted() throws {
    let session = try session(
      #"{"id":"s","class":"Scribble","attributes":{"frame":{"x":0,"y":0,"width":9,"height":9}}}"#)
    let picture = ScenePicture(session)
    _ = try text(picture)
    #expect(
      picture.notes.map(\.message) == [
        "entries are left out whose numbers are not finite, or beyond 1000000 points",
        "entries after the first 20000 are left out",
        "what is beyond 1024 KB of a drawing is left out",
      ])
    #expect(picture.notes.allSatisfy { $0.object == "s" && !$0.isFailure })
  }

  @Test func aComponentThatIsNoViewIsDrawnInItsFrame() throws {
    let session = try session(
      #"{"id":"g","class":"Gauge","attributes":{"frame":{"x":5,"y":0,"width":30,"height":20}}},{"id":"k","class":"Knob"}"#
    )
    let picture = ScenePicture(session)
    let svg = try text(picture)
    #expect(svg.contains("<rect width=\"30\" height=\"20\" fill=\"#FF0000\""), "\(svg)")
    #expect(
      picture.notes.map { "\($0.object): \($0.message)" }
        == [
          "k: it is not drawn: 'Knob' has no place; declare 'frame' as a Rect, or 'position' as a Point, or extend 'View'"
        ])
    #expect(picture.notes(of: "g").isEmpty && picture.notes(of: "k").count == 1)
  }

  @Test func numbersThatNoPictureHasRoomForAreLimitedAndNamed() throws {
    let session = try session(
      #"{"id":"v","class":"View","attributes":{"frame":{"x":0,"y":-1e9,"width":1.7e308,"height":10},"layer.borderWidth":1e300,"layer.cornerRadius":1e7,"contentOffset":{"x":-1e8,"y":0}}}"#
    )
    let picture = ScenePicture(session)
    let svg = try text(picture)
    #expect(svg.contains("width=\"1000000\" height=\"10\""), "\(svg.prefix(300))")
    #expect(
      picture.notes.map { String($0.message.prefix { $0 != ";" }) } == [
        "its 'frame' is 0,-1000000000 1.7e+308x10, and is drawn as 0,-1000000 1000000x10",
        "its 'contentOffset' is -100000000,0, and is drawn as -1000000,0",
        "its 'layer.cornerRadius' is 10000000, and is drawn as 1000000",
        "its 'layer.borderWidth' is 1e+300, and is drawn as 1000000",
      ])
  }

  @Test func drawingIsAStepOfEachComponent() throws {
    let session = try session(objects(2))
    let steps = Mutex<[String: [String]]>([:])
    session.traceLifecycles { life in steps.withLock { $0[life.object] = life.steps.map(\.name) } }
    #expect(try text(ScenePicture(session)).contains("id=\"d1\""))
    #expect(steps.withLock { $0 } == ["d0": ["init", "frame", "draw"], "d1": ["init", "frame", "draw"]])
  }

  @Test func deepAndWideScenesAreDrawn() throws {
    var deep = #"{"id":"leaf","class":"Disc","attributes":{"frame":{"x":0,"y":0,"width":9,"height":9}}}"#
    for number in 0..<400 { deep = #"{"id":"n\#(number)","class":"View","children":[\#(deep)]}"# }
    #expect(try text(ScenePicture(session(deep))).contains("id=\"leaf\""))
    #expect(try text(ScenePicture(session(""))).contains("viewBox=\"0 0 1 1\""))
  }
}

private enum Drawers: InspectorPlugin {
  static var components: [Component.Type] {
    [View.self, Disc.self, Reader.self, Scribble.self, Gauge.self, Knob.self, Plan.self]
  }
}

@Component private final class Disc: View {
  static let drawn = Mutex(0)

  @Inspectable var radius = 3.0

  override func draw(in canvas: inout Canvas, size: Size) {
    Self.drawn.withLock { $0 += 1 }
    let place = Rect(x: size.width / 2 - radius, y: size.height / 2 - radius, width: 2 * radius, height: 2 * radius)
    canvas.fill(Path(ellipseIn: place), with: .red)
  }
}

/// A component that draws, with its own frame.
@Component private final class Gauge: Component {
  @Inspectable var frame = Rect.zero

  override func draw(in canvas: inout Canvas, size: Size) {
    canvas.fill(Path(Rect(origin: .zero, size: size)), with: .red)
  }
}

/// A component that draws, without a placement.
@Component private final class Knob: Component {
  @Inspectable var turns = 0

  override func draw(in canvas: inout Canvas, size: Size) {
    canvas.fill(Path(Rect(x: 0, y: 0, width: 9, height: 9)), with: .red)
  }
}

/// A component without a placement, like a controller.
@Component private final class Plan: Component {
  @Inspectable var steps = 0
}

/// A view that draws its parent's background.
@Component(readsParent: ["backgroundColor"]) private final class Reader: View {
  @Inspectable var seen: Color?

  override func awake() { seen = parent?.color("backgroundColor") }

  override func draw(in canvas: inout Canvas, size: Size) {
    if let seen { canvas.fill(Path(Rect(origin: .zero, size: size)), with: seen) }
  }
}

@Component private final class Scribble: View {
  override func draw(in canvas: inout Canvas, size: Size) {
    canvas.fill(Path(Rect(x: .nan, y: 0, width: 1, height: 1)), with: .red)
    for _ in 0..<100_000 { canvas.stroke(Path(Rect(x: 0.123, y: 0.456, width: 100, height: 200)), with: .blue) }
  }
}
