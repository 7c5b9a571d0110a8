import InspectorKit
import Synchronization
import Testing

@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of layout frames in selectors and columns. The tests run one at a time, since the components record their
/// builds.
@Suite(.serialized) struct LayoutSelectionTests {
  /// A card of 100 by 80 with nested trays, an object without constraints, and objects without frames.
  static let objects = #"""
    {"id":"card","class":"View","attributes":{"frame":{"x":0,"y":0,"width":100,"height":80}},"children":[
      {"id":"one","class":"Tray","attributes":{"number":1},"constraints":[
        {"attribute":"width","to":"parent.width","constant":-10},{"attribute":"height","to":"intrinsic.height"}],"children":[
          {"id":"two","class":"Tray","attributes":{"number":2},"constraints":[
            {"attribute":"right","to":"parent.right"},{"attribute":"width","constant":40}]},
          {"id":"three","class":"Tray","attributes":{"number":3,"frame":{"x":7,"y":0,"width":40,"height":5}}}]},
      {"id":"pair","class":"Duo","attributes":{"number":4,"frame":{"x":0,"y":0,"width":60,"height":20}}}]},
    {"id":"note","class":"Memo"},
    {"id":"ghost","class":"Ghost","attributes":{"frame":{"x":1,"y":2,"width":200,"height":5},"layout.frame":{"x":9}}}
    """#

  private func session(_ objects: String = Self.objects) throws -> SceneSession {
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
    return try SceneSession.open(
      bytes: Array(text.utf8), name: "scene.json", library: PluginLibrary(inProcess: [Trays.self]))
  }

  @Test(arguments: [
    ("[layout.frame.width=90]", "one"),
    ("[layout.frame.width>=40]", "card one two three pair"),
    ("[layout.frame='50,0 40x10']", "two"),
    ("[layout.frame!='50,0 40x10']", "card one three pair"),
    ("[Layout Frame.X>5]", "two three"),
    ("[layout frame='7,0 40x5']", "three"),
    ("[frame.width=0][layout.frame.width>0]", "one two"),
    // Parts in what has them.
    ("[left.layout.frame.width=56]", "pair"),
    ("[left.layout.frame='4,0 56x0']", "pair"),
    ("[Left Layout Frame.X<4]", ""),
    // An object without a frame compares like an unset value.
    (":not([layout.frame.width>=0])", "note ghost"),
    ("Ghost[layout.frame.width>0]", ""),
    // Layout is not stored, and a key of its name is no frame.
    ("[layout.frame]", "ghost"),
    ("Tray[layout.frame], [left.layout.frame.x]", ""),
    ("[stored(layout.frame)='50,0 40x10'], [stored(layout.frame.x)=50]", ""),
    (":unset(layout.frame)", ""),
    // With others around and inside.
    ("View > [layout.frame.width=90] > Tray", "two three"),
    ("[layout.frame.height=10] > [layout.frame.x=50]", "two"),
    (":has(> [layout.frame.x=50])", "one"),
    (":is(Tray, Duo):not([layout.frame.width=40])", "one pair"),
    ("#two[layout.frame.x=50], Tray[layout.frame.x=7], Memo", "two three note"),
  ])
  func finds(selector: String, ids: String) throws {
    #expect(try session().found(selector) == ids)
  }

  @Test(arguments: [
    (
      "[layout.freme.x>1]",
      """
      unknown property 'layout.freme.x'; did you mean 'layout.frame'?
          [layout.freme.x>1]
           ^
      """
    ),
    (
      "Tray[layout.fram>1]",
      """
      unknown property 'layout.fram' on 'Tray'; did you mean 'layout.frame'?
          Tray[layout.fram>1]
               ^
      """
    ),
    (
      "Duo[lift.layout.frame='0,0 1x1']",
      """
      unknown property 'lift.layout.frame' on 'Duo'; did you mean 'left.layout.frame'?
          Duo[lift.layout.frame='0,0 1x1']
              ^
      """
    ),
    (
      "Memo[layout.frame.x=1]",
      """
      unknown property 'layout.frame.x' on 'Memo'
          Memo[layout.frame.x=1]
               ^
      """
    ),
    (
      "[layout.frame>5]",
      """
      '>' compares numbers and texts, not a Rect; use '=' or '!='
          [layout.frame>5]
                        ^
      """
    ),
    (
      "[layout.frame=5]",
      """
      '5' is not a Rect; write x, y, width and height, such as '10,20 100x50'
          [layout.frame=5]
                        ^
      """
    ),
    (
      "Duo[left.layout.frame.x=wide]",
      """
      'wide' is not a Double; write a number, such as 12.5
          Duo[left.layout.frame.x=wide]
                                  ^
      """
    ),
  ])
  func pointsAtMistakes(selector: String, message: String) throws {
    let objects = Self.objects.replacing(#","layout.frame":{"x":9}"#, with: "")
    let error = #expect(throws: Diagnostic.self) { _ = try session(objects).found(selector) }
    #expect(error?.message == message)
  }

  /// Checks that each object is built once for the selector and the columns, together with the objects that affect its
  /// layout.
  @Test(arguments: [
    ("#two", ["layout.frame"], "two=50,0 40x10", [1, 2]),
    ("#three[layout.frame.x=7]", [], "three=", [3]),
    ("Tray[layout.frame.width=40]", ["layout.frame.x", "number"], "two=50,2 three=7,3", [1, 2, 3]),
    ("Tray[number>1]", ["number"], "two=2 three=3", [1, 2, 3]),
    ("[number=1] > [layout.frame.x=50]", ["frame.x"], "two=0", [1, 2, 3]),
    ("Duo", ["left.layout.frame", "stored(layout.frame)"], "pair=4,0 56x0,", [4]),
    ("#note, #ghost, #card", ["layout.frame.width"], "card=100 note= ghost=", []),
  ])
  func buildsOnce(selector: String, columns: [String], found: String, built: [Int]) throws {
    let session = try session()
    Tray.built.withLock { $0 = [] }
    var rows: [String] = []
    _ = try session.find(Selector(parsing: selector), columns: columns.map { FindColumn($0) }) { object in
      let values = object.values.map { if case .value(let value) = $0 { value.text } else { "" } }
      rows.append("\(object.id)=\(values.joined(separator: ","))")
    }
    #expect(rows.joined(separator: " ") == found)
    #expect(Tray.built.withLock { $0.sorted() } == built)
  }

  @Test func anEditSelectsByLayoutAndNeverWritesIt() throws {
    let session = try session()
    let wide = try Selector(parsing: "Tray[layout.frame.width>50]")
    #expect(try session.perform(EditRequest(wide, [Assignment("alpha", .set("0.5"))])).changed == 1)
    // What the first step does to the parent counts for the second one, also in a dry run.
    var request = EditRequest([
      .set(try Selector(parsing: "#card"), [Assignment("frame.width", .set("300"))]),
      .set(try Selector(parsing: "Tray[layout.frame.width=290]"), [Assignment("alpha", .set("0.25"))]),
    ])
    request.isDryRun = true
    #expect(try session.perform(request).changed == 2)
    for (name, words) in [
      ("layout.frame", "layout computes it from 'frame'"), ("layout.frame.x", "layout computes it from 'frame'"),
      ("left.layout.frame", "layout computes it from 'left.frame'"),
    ] {
      let error = #expect(throws: Diagnostic.self) {
        _ = try session.perform(EditRequest(try Selector(parsing: "#pair"), [Assignment(name, .set("1"))]))
      }
      let frame = name.replacing(".x", with: "")
      #expect(error?.message == "'\(frame)' is read-only: \(words) and constraints; change those")
      #expect(error?.code == "value.read-only")
    }
  }
}

private enum Trays: InspectorPlugin {
  static var components: [Component.Type] { [View.self, Tray.self, Duo.self, Memo.self] }
}

/// A view that records each build, with an intrinsic height of 10.
@Component private class Tray: View {
  static let built = Mutex<[Int]>([])

  @Inspectable var number = 0

  @Inspectable(readOnly: true) var intrinsicContentSize: Size { Size(width: 10, height: 10) }

  override func awake() { if number > 0 { Tray.built.withLock { $0.append(number) } } }
}

@Component private final class Duo: Tray {
  @Part let left = View()

  override class var partConstraints: [String: [LayoutConstraint]] {
    ["left": [.init(.right, to: .parent(.right)), .init(.width, to: .parent(.width), constant: -4)]]
  }
}

@Component private final class Memo: Component {
  @Inspectable var text = ""
}
