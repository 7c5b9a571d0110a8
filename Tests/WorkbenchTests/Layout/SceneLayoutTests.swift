import InspectorKit
import SceneDocument
import Testing
import Workbench

/// Tests of constraints in scenes: the resulting frames, and edits of constraints.
@Suite(.serialized) struct SceneLayoutTests {
  private static let text = """
    {
      "format": "inspector-scene/1",
      "objects": [
        {
          "id": "card", "class": "View",
          "attributes": { "frame": { "x": 0, "y": 0, "width": 100, "height": 80 } },
          "children": [
            {
              "id": "box", "class": "Panel", "attributes": { "frame": [1, 2, 3, 4] },
              "constraints": [
                { "attribute": "centerX", "to": "parent.centerX" },
                { "attribute":"width" , "to":"parent.width", "constant" : -10, "id": "w" },
                { "attribute": "height", "to": "intrinsic.height", "constant": 4 }
              ],
              "children": [
                { "id": "inner", "class": "Panel", "constraints": [{ "attribute": "right", "to": "parent.right" }, { "attribute": "top", "to": "#card.top" }] }
              ]
            }
          ]
        }
      ]
    }
    """

  private func session(_ text: String = Self.text) throws -> SceneSession {
    try SceneSession.open(
      bytes: Array(text.replacing("[1, 2, 3, 4]", with: #"{ "x": 1, "y": 2, "width": 3, "height": 4 }"#).utf8),
      name: "scene.json", library: PluginLibrary(inProcess: [Panels.self]))
  }

  private func frame(_ session: SceneSession, _ reference: String) throws -> String? {
    try session.value(of: "\(reference).layout.frame").effective?.text
  }

  private func text(_ session: SceneSession) -> String { String(decoding: session.document.bytes(), as: UTF8.self) }

  @Test func framesFollowParentsAndContent() throws {
    let session = try session()
    #expect(try frame(session, "card") == "0,0 100x80")
    #expect(try frame(session, "box") == "5,2 90x14")
    #expect(try frame(session, "inner") == "80,0 10x10")
    #expect(try session.value(of: "box.layout.frame.width").effective?.text == "90")
    #expect(try session.value(of: "box.frame").effective?.text == "1,2 3x4")
    // A padding changes what the content needs, and what lies within.
    _ = try session.perform(EditRequest(try Selector(parsing: "#box"), [Assignment("padding", .set("20"))]))
    #expect(try frame(session, "box") == "5,2 90x54")
    _ = try session.perform(EditRequest(try Selector(parsing: "#card"), [Assignment("frame.width", .set("200"))]))
    #expect(try frame(session, "box") == "5,2 190x54")
    #expect(try frame(session, "inner") == "180,0 10x10")
  }

  @Test func partsAreLaidOutInTheirOwner() throws {
    let session = try session(
      #"{"format":"inspector-scene/1","objects":[{"id":"d","class":"Twin","attributes":{"frame":{"x":0,"y":0,"width":100,"height":80}}}]}"#
    )
    #expect(try frame(session, "d.first") == "2.5,2.5 95x75")
    #expect(try frame(session, "d.first.inner") == "0,0 40x7")
    _ = try session.perform(EditRequest(try Selector(parsing: "#d"), [Assignment("frame.width", .set("60"))]))
    #expect(try frame(session, "d.first") == "2.5,2.5 55x75")
    #expect(throws: Diagnostic.self) { try frame(session, "d.second") }
    #expect(throws: Diagnostic.self) { try frame(session, "d.layer") }
    let svg = String(decoding: try ScenePicture(session).svg().svg, as: UTF8.self)
    #expect(svg.contains("matrix(1 0 0 1 2.5 2.5)"), "\(svg)")
  }

  @Test func checkSaysWhatIsWrong() throws {
    let broken = Self.text.replacing(
      #""to": "intrinsic.height", "constant": 4 }"#,
      with: #""constant": 4 }, 7, { "attribute": "height", "constant": 9 }"#)
    let found = try session(broken).check().filter { $0.code.rawValue.hasPrefix("layout.") }
    let words = found.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.code) \($0.message)" }
    #expect(
      words == [
        "9:67 layout.frame the frame of 'box' is 1,2 3x4, but layout makes it 5,2 90x9; the step 'updateFrames' stores that",
        "13:55 layout.constraint constraint 4 of 'box' is wrong: it is not an object; write {\"attribute\": …}",
        "13:58 layout.clash the constraints of 'box' cannot all be met: 'height = 4', 'height = 9'; remove one, or lower its priority",
        "16:13 layout.frame the frame of 'inner' is 0,0 0x0, but layout makes it 80,0 10x10; the step 'updateFrames' stores that",
        "16:112 layout.unsolved 'top = #card.top' of 'inner' is not solved: it is to another object, 'card'",
      ])
  }

  @Test("numbers of a script's constraint keep their text")
  func numbersKeepTheirText() throws {
    let session = try session()
    func perform(_ constraint: String) throws -> Int {
      let script = ##"{"format":"inspector-edit/1","steps":[{"setConstraint":"#card","to":\##(constraint)}]}"##
      return try session.perform(EditRequest(try EditScript(Array(script.utf8), name: "s.json").steps)).structure.count
    }
    #expect(try perform(#"{"attribute":"width","constant":12.50}"#) == 1)
    #expect(text(session).contains(#"{ "attribute": "width", "constant": 12.50 }"#))
    #expect(try perform(#"{"attribute":"width","constant":12.50}"#) == 0)
    #expect(try perform(#"{"attribute":"width","constant":1.25e1}"#) == 1)
    #expect(text(session).contains(#""constant": 1.25e1 }"#))
  }

  @Test func editsChangeTheirOwnBytes() throws {
    let session = try session()
    let start = text(session)
    func perform(_ steps: [EditStep]) throws -> String {
      _ = try session.perform(EditRequest(steps))
      return text(session)
    }
    let box = try Selector(parsing: "#box")
    let replaced = try perform([.setConstraint(box, to: .init(.width, to: .parent(.width), constant: -20, id: "w"))])
    #expect(
      replaced
        == start.replacing(
          #"{ "attribute":"width" , "to":"parent.width", "constant" : -10, "id": "w" }"#,
          with: #"{ "attribute": "width", "to": "parent.width", "constant": -20, "id": "w" }"#))
    let longer = try perform([.setConstraint(box, to: .init(.top, constant: 7))])
    #expect(
      longer
        == replaced.replacing(
          "\"constant\": 4 }\n", with: "\"constant\": 4 },\n            { \"attribute\": \"top\", \"constant\": 7 }\n"))
    // Setting the same again is no change.
    #expect(try perform([.setConstraint(box, to: .init(.top, constant: 7))]) == longer)
    #expect(try perform([.removeConstraint(box, "top")]) == replaced)
    #expect(
      try perform([.removeConstraint(box, "centerX")]).contains(
        "\"constraints\": [\n            { \"attribute\": \"width\""))
    let bare = try perform([.removeConstraint(try Selector(parsing: "#inner"), nil)])
    #expect(bare.contains(#"{ "id": "inner", "class": "Panel" }"#))
    let card = try perform([.setConstraint(try Selector(parsing: "#card"), to: .init(.width, constant: 50))])
    #expect(
      card.contains(
        #""height": 80 } },"# + "\n      " + #""constraints": [{ "attribute": "width", "constant": 50 }],"#))
    #expect(throws: Diagnostic.self) { try perform([.removeConstraint(box, "nothing")]) }
    while try session.undo() != nil {}
    #expect(text(session) == start)
  }

  @Test func framesAreStored() throws {
    let session = try session()
    _ = try session.perform(EditRequest([.updateFrames(try Selector(parsing: "*"))]))
    #expect(try session.value(of: "box.frame").effective?.text == "5,2 90x14")
    #expect(try session.value(of: "inner.frame").effective?.text == "80,0 10x10")
    #expect(session.check().filter { $0.code == .layoutFrame }.isEmpty)
    _ = try session.undo()
    #expect(try session.value(of: "box.frame").effective?.text == "1,2 3x4")
  }

  @Test func anEditOfAConstrainedSideIsTold() throws {
    let session = try session()
    let result = try session.perform(EditRequest(try Selector(parsing: "#box"), [Assignment("frame.width", .set("7"))]))
    #expect(
      result.warnings.map(\.message) == [
        "'frame.width' of 'box' is stored, but layout makes the frame 5,2 90x14, because of the constraints 'centerX = parent.centerX', 'width = parent.width - 10'"
      ])
    let other = try session.perform(EditRequest(try Selector(parsing: "Panel"), [Assignment("frame.y", .set("7"))]))
    #expect(other.warnings.isEmpty)
  }

  @Test func whyNamesTheConstraints() throws {
    let reasons = try session().why("box.layout.frame").reasons
    #expect(reasons.map(\.text).contains("constrained by 'width = parent.width - 10'"))
    #expect(reasons.first { $0.text.contains("width = parent") }?.line == 12)
    #expect(reasons.last?.text == "the value is 5,2 90x14")
  }

  @Test func picturesShowTheLayout() throws {
    let session = try session()
    let picture = ScenePicture(session)
    for width in ["100", "140", "61"] {
      _ = try session.perform(EditRequest(try Selector(parsing: "#card"), [Assignment("frame.width", .set(width))]))
      let svg = try picture.svg().svg
      #expect(svg == (try ScenePicture(session).svg().svg))
      #expect(String(decoding: svg, as: UTF8.self).contains("id=\"box\" class=\"Panel\" transform=\"translate(5"))
    }
  }
}

private enum Panels: InspectorPlugin {
  static var components: [Component.Type] { [View.self, Panel.self, Twin.self] }
}

/// A view whose intrinsic size is a square of 10 points with padding.
@Component private class Panel: View {
  @Inspectable var padding = 0

  @Inspectable(readOnly: true) var intrinsicContentSize: Size {
    Size(width: Double(10 + 2 * padding), height: Double(10 + 2 * padding))
  }

  override func draw(in canvas: inout Canvas, size: Size) {
    canvas.fill(Path(Rect(origin: .zero, size: size)), with: .red)
  }
}

@Component private final class Nest: Panel {
  @Part let inner = Panel()

  override class var partConstraints: [String: [LayoutConstraint]] {
    ["inner": [.init(.width, constant: 40), .init(.height, constant: 7)]]
  }
}

@Component private final class Twin: View {
  @Part let first = Nest()

  override class var partConstraints: [String: [LayoutConstraint]] {
    [
      "first": [
        .init(.centerX, to: .parent(.centerX)), .init(.centerY, to: .parent(.centerY)),
        .init(.width, to: .parent(.width), constant: -5), .init(.height, to: .parent(.height), constant: -5),
      ]
    ]
  }
}
