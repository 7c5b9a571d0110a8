import InspectorKit
import SceneDocument
import Synchronization
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of constraints' references to other objects, by id.
@Suite struct ReferenceTests {
  private static let objects = ##"""
    {"id":"a","class":"Box","constraints":[{"attribute":"top","to":"#b.bottom"}],"children":[{"id":"b","class":"Box"},{"id":"c","class":"Box","constraints":[{"attribute":"left" , "to" : "#\u0062.left"},7,{"attribute":"top","to":"#b.top","oops":1},{"attribute":"width","to":"#d.width"}]}]},{"id":"d","class":"Box"}
    """##

  @Test("rule 84: constraints follow an object that gets another id")
  func renames() throws {
    let scene = try stage(Self.objects)
    let result = try scene.make(.rename(selector("#b"), id: "x\"y"))
    #expect(
      scene.objects
        == Self.objects.replacing(#""id":"b""#, with: #""id":"x\"y""#).replacing("#b.", with: ##"#x\"y."##)
        .replacing(##"#\u0062."##, with: ##"#x\"y."##))
    #expect(
      stepOutline(result).map { $0.prefix(while: { $0 != "[" }) } == [
        "a Box: constraints ", "x\"y Box: id b → x\"y", "c Box: constraints ",
      ])
    _ = try scene.undo()
    #expect(scene.objects == Self.objects)
    _ = try scene.redo()
    #expect(scene.objects.contains(##""to":"#x\"y.bottom""##))
  }

  @Test("rule 84: ids that are exchanged in steps of one edit")
  func exchanges() throws {
    let scene = try stage(Self.objects)
    try scene.make(
      .rename(selector("#b"), id: "x"), .rename(selector("#d"), id: "b"), .rename(selector("#x"), id: "d"))
    #expect(scene.objects.contains(##"[{"attribute":"top","to":"#d.bottom"}]"##))
    #expect(scene.objects.contains(##"{"attribute":"width","to":"#b.width"}"##))
    let atOnce = try stage(Self.objects)
    try atOnce.make(.rename(selector("#b"), id: "p"), .rename(selector("#d"), id: "q"))
    #expect(atOnce.document.generation == 1)
    #expect(atOnce.objects.contains(##"{"attribute":"top","to":"#p.bottom"}"##))
    #expect(atOnce.objects.contains(##"{"attribute":"width","to":"#q.width"}"##))
  }

  @Test("rule 84: what comes after a new object got another id does not follow it")
  func insertsAroundRenames() throws {
    func insert(_ id: String, _ rest: String = "") -> EditStep {
      .insert(objects: [#"{"id":"\#(id)","class":"Box"\#(rest)}"#], at: StepPlace())
    }
    let reference = ##","constraints":[{"attribute":"top","to":"#p.top"}]"##
    let scene = try stage("")
    let result = try scene.make(
      insert("o", reference), insert("p"), .rename(selector("#p"), id: "q"), insert("r", reference))
    #expect(scene.objects.contains(##""id":"o","class":"Box","constraints":[{"attribute":"top","to":"#q.top"}]"##))
    #expect(scene.objects.contains(##""id":"r","class":"Box","constraints":[{"attribute":"top","to":"#p.top"}]"##))
    #expect(
      result.warnings.map(\.message) == ["'top = #p.top' of 'r' refers to 'p', but no object has that id"])
    #expect(result.warnings.map(\.code) == [.referenceDangling])
  }

  @Test("rule 84: sessions, patches and observers see what followed")
  func everywhere() throws {
    let scene = try stage(Self.objects)
    let changes = Changes()
    _ = scene.observe { changes.add($0) }
    try scene.make(.rename(selector("#b"), id: "x"))
    let structure = changes.last?.structure.sorted { $0.key < $1.key }.map(\.value) ?? []
    #expect(structure == [[.constraints], [.id], [.constraints]])
    let patch = try scene.patch()
    let other = try stage(Self.objects)
    _ = try other.perform(EditRequest(patch.steps))
    #expect(patch.isExact && other.objects == scene.objects)
  }

  @Test("rule 85: in a copy, constraints that refer to what is copied refer to the copies")
  func duplicates() throws {
    let scene = try stage(Self.objects)
    let result = try scene.make(.duplicate(selector("#a"), id: "a9", at: nil))
    let copy = try #require(scene.document.node(id: "a9"))
    let text = String(decoding: scene.document.objectText(of: copy), as: UTF8.self)
    #expect(
      text
        == ##"""
        {"id":"a9","class":"Box","constraints":[{"attribute":"top","to":"#b-2.bottom"}],"children":[{"id":"b-2","class":"Box"},{"id":"c-2","class":"Box","constraints":[{"attribute":"left" , "to" : "#b-2.left"},7,{"attribute":"top","to":"#b-2.top","oops":1},{"attribute":"width","to":"#d.width"}]}]}
        """##)
    #expect(scene.objects.hasPrefix(Self.objects.dropLast(#",{"id":"d","class":"Box"}"#.count)))
    #expect(result.warnings.isEmpty)
    try scene.make(.duplicate(selector("#c"), id: nil, at: nil))
    let inner = try #require(scene.document.node(id: "c-3"))
    #expect(String(decoding: scene.document.objectText(of: inner), as: UTF8.self).contains(##""to" : "#\u0062.left""##))
    while try scene.undo() != nil {}
    #expect(scene.objects == Self.objects)
  }

  @Test("rule 86: an edit names each object whose constraints refer to what it removes", arguments: [true, false])
  func removals(dryRun: Bool) throws {
    let scene = try stage(Self.objects)
    let result = try scene.make(.remove(selector("#b")), dryRun: dryRun)
    #expect(
      result.warnings.map(\.message) == [
        "'top = #b.bottom' of 'a' refers to 'b', which is removed",
        "'left = #b.left' of 'c' refers to 'b', which is removed",
      ])
    #expect(result.warnings.map(\.object) == ["a", "c"] && result.warnings.allSatisfy { $0.line == nil })
    // Objects that are removed together, inserted again or repaired by the same edit leave no dangling references.
    let held = try stage(Self.objects)
    #expect(try held.make(.remove(selector("#a")), dryRun: dryRun).warnings.isEmpty)
    let again = try stage(Self.objects)
    let steps: [EditStep] = [
      .remove(try selector("#b")), .insert(objects: [#"{"id":"b","class":"Box"}"#], at: StepPlace()),
    ]
    #expect(try again.perform(EditRequest(steps)).warnings.isEmpty)
    let repaired = try stage(Self.objects)
    let repair: [EditStep] = [.remove(try selector("#b")), .removeConstraint(try selector("#a"), "top")]
    #expect(try repaired.perform(EditRequest(repair)).warnings.map(\.object) == ["c"])
  }

  @Test("rule 87: a check warns of a constraint to an object that is not there, and names one of nearly that id")
  func checks() throws {
    let objects = Self.objects.replacing("#d.width", with: "#dd.width").replacing(#""id":"b""#, with: #""id":"badge""#)
      .replacing("#b.bottom", with: "#bagde.bottom")
    let found = try stage(objects).check().filter { $0.code == .referenceDangling }
    #expect(
      found.map { "\($0.severity) \($0.column ?? 0) \($0.message)" } == [
        "warning 81 'top = #bagde.bottom' of 'a' refers to 'bagde', but no object has that id; did you mean 'badge'?",
        "warning 203 'left = #b.left' of 'c' refers to 'b', but no object has that id",
        "warning 293 'width = #dd.width' of 'c' refers to 'dd', but no object has that id",
      ])
    let set = try stage(objects).make(.setConstraint(selector("#d"), to: .init(.top, to: .object("bagde", .top))))
    #expect(
      set.warnings.map(\.message) == [
        "'top = #bagde.top' of 'd' refers to 'bagde', but no object has that id; did you mean 'badge'?"
      ])
  }

  @Test("rule 34: a property follows an object that gets another id; what its hook refuses changes nothing")
  func propertiesFollow() throws {
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"s","class":"Socket"},{"id":"p","class":"Plug","attributes":{"into":"s"}},{"id":"q","class":"Plug","attributes":{"target" : "s"}}]}"#
    func open() throws -> SceneSession {
      SceneSession(
        try SceneDocument(bytes: Array(text.utf8), name: "plugs"), library: PluginLibrary(inProcess: [Wires.self]))
    }
    let scene = try open()
    _ = try scene.perform(EditRequest([.rename(try selector("#s"), id: "t")]))
    #expect(
      scene.text
        == text.replacing(#""id":"s""#, with: #""id":"t""#).replacing(#":"s"}"#, with: #":"t"}"#)
        .replacing(#" : "s""#, with: #" : "t""#))
    _ = try scene.undo()
    #expect(scene.text == text)
    let refused = try open()
    for steps: [EditStep] in [
      [.rename(try selector("#s"), id: "hot")],
      [.rename(try selector("#s"), id: "t"), .rename(try selector("#t"), id: "hot")],
      [
        .rename(try selector("#p"), id: "r"), .rename(try selector("#s"), id: "hot"),
        .setName(try selector("#r"), to: "R"),
      ],
    ] {
      let error = #expect(throws: Diagnostic.self) { try refused.perform(EditRequest(steps)) }
      #expect(error?.message.contains("it is hot") == true)
      #expect(refused.text == text && refused.version == 0)
    }
    // Values that an edit sets after the renaming are left unchanged.
    let both = try open()
    let result = try both.perform(
      EditRequest([
        .rename(try selector("#s"), id: "t"), .set(try selector("#p"), [Assignment("into", .set("s"))]),
        .rename(try selector("#q"), id: "s"),
      ]))
    #expect(both.text.contains(#""id":"p","class":"Plug","attributes":{"into":"s"}"#))
    #expect(result.warnings.map(\.message) == ["'p.into' refers to 's', a 'Plug', but needs a 'Socket'"])
  }

  @Test("rule 88: a move reports no constraints, whose lines are only indented otherwise")
  func moves() throws {
    let text = """
      {
        "format": "inspector-scene/1",
        "objects": [
          {
            "id": "a", "class": "Box",
            "attributes": { "custom": {
              "x": 1
            }, "width": 1 },
            "constraints": [
              { "attribute": "width",
                "constant": 12 }
            ]
          },
          { "id": "b", "class": "Box", "children": [
              { "id": "c", "class": "Box" }
          ] }
        ]
      }
      """
    let scene = SceneSession(
      try SceneDocument(bytes: Array(text.utf8), name: "lines"), library: PluginLibrary(inProcess: [Stage.self]))
    let result = try scene.make(.move(selector("#a"), to: StepPlace(in: selector("#b"))))
    #expect(stepOutline(result) == ["a Box: moved scene 0 → b 1"])
    #expect(scene.text != text)
    // Values that are set, reset and moved do not count as changed, either.
    func width(_ value: String) throws -> EditStep { .set(try selector("#a"), [Assignment("width", .json(value))]) }
    let back = try scene.make(width("2"), width("1"), .move(selector("#a"), to: StepPlace()))
    #expect(back.changed == 0 && back.structure.count == 1)
  }

  @Test("rule 89: a constraint without an id replaces the one of the same attribute, relation and target")
  func constraintsWithoutIDs() throws {
    let width = ##"{"attribute":"width","to":"parent.width","id":"w"}"##
    let scene = try stage(##"{"id":"a","class":"Box","constraints":[\##(width)]}"##)
    func set(_ constraint: LayoutConstraint) throws -> EditStep { .setConstraint(try selector("#a"), to: constraint) }
    try scene.make(set(.init(.width, to: .parent(.width), constant: 5)))
    #expect(scene.objects.contains(##"[{ "attribute": "width", "to": "parent.width", "constant": 5, "id": "w" }]"##))
    try scene.make(set(.init(.width, .atMost, to: .parent(.width))))
    try scene.make(set(.init(.width, to: .parent(.width), priority: 500, id: "w2")))
    let before = scene.text
    let ambiguous = EditRequest([try set(.init(.width, to: .parent(.width), constant: 7))])
    do throws(Diagnostic) {
      _ = try scene.perform(ambiguous)
      Issue.record("it is made")
    } catch {
      #expect(error.code == .selectorMany)
      #expect(
        error.message
          == "the constraint could replace any of 2 constraints of 'a': 'w', 'w2'; give the 'id' of the one to replace")
    }
    #expect(scene.text == before)
    // What is there as it is given needs no name, and what has one is meant.
    #expect(try scene.make(set(.init(.width, to: .parent(.width), priority: 500))).structure.isEmpty)
    try scene.make(set(.init(.width, to: .parent(.width), constant: 9, id: "w2")))
    #expect(scene.objects.contains(##""constant": 9, "id": "w2""##))
    #expect(scene.objects.contains(##""constant": 5, "id": "w""##))
    let unnamed = try stage(
      ##"{"id":"a","class":"Box","constraints":[{"attribute":"width","constant":1},{"attribute":"width","constant":2}]}"##
    )
    let third = EditRequest([try set(.init(.width, constant: 7))])
    do throws(Diagnostic) {
      _ = try unnamed.perform(third)
      Issue.record("it is made")
    } catch {
      #expect(
        error.message
          == "the constraint could replace any of 2 constraints of 'a': 'width = 1' without an id, 'width = 2' without an id; remove them with 'removeConstraint' first"
      )
    }
  }
}

private enum Wires: InspectorPlugin {
  static var components: [Component.Type] { [Socket.self, Plug.self] }
}

@Component private final class Socket: Component {}

@Component private final class Plug: Component {
  @Inspectable(aliases: ["target"], references: "Socket") var into = "" {
    didSet { if into == "hot" { reject("it is hot") } }
  }
}

/// The last change that an observer received.
private final class Changes: Sendable {
  private let change = Mutex<SceneChange?>(nil)
  var last: SceneChange? { change.withLock { $0 } }
  func add(_ change: SceneChange) { self.change.withLock { $0 = change } }
}

/// Tests of the laws of references, on random scenes with constraints and properties that refer to existing and missing
/// objects.
@Suite struct ReferenceLawTests {
  /// A reference from an object to another or to a missing one.
  private struct Link: Hashable {
    var from: NodeIndex
    var to: NodeIndex?
    var name: String?
  }

  /// - Parameter number: returns the number that identifies an object; nil for an ignored object.
  private static func links(_ scene: SceneSession, _ number: (NodeIndex) -> NodeIndex? = { $0 }) -> Set<Link> {
    var links: Set<Link> = []
    let document = scene.document
    for node in document.objects {
      guard let from = number(node) else { continue }
      for id in scene.withModel({ $0.targets(of: node) }) {
        let target = document.node(id: id)
        let to = target.flatMap(number)
        if target == nil || to != nil { links.insert(Link(from: from, to: to, name: to == nil ? id : nil)) }
      }
    }
    return links
  }

  /// Checks that references follow their objects through renames, copies, moves and class changes, that no new
  /// reference dangles except to removed objects, which the edit reports, and that undo restores the bytes.
  @Test(arguments: 0..<10) func referencesStayWithTheirObjects(block: Int) throws {
    var (followed, copied, orphaned) = (0, 0, 0)
    for seed in 0..<60 {
      var random = RandomScript(seed: UInt64(5_000_000 + block * 60 + seed))
      let original = random.scene()
      let scene = SceneSession(
        try SceneDocument(bytes: Array(original.utf8), name: "random"), library: PluginLibrary(inProcess: [Stage.self]))
      let changes = Changes()
      _ = scene.observe { changes.add($0) }
      for number in 0..<6 where scene.document.objectCount > 0 {
        let (text, links, version) = (scene.text, Self.links(scene), scene.version)
        let node = NodeIndex(random.roll(scene.document.objectCount))
        let count = scene.document.afterSubtree(node) - node
        let object = Selector(ids: [scene.document.id(node)])
        let other = Selector(ids: [scene.document.id(NodeIndex(random.roll(scene.document.objectCount)))])
        let steps: [EditStep] =
          switch random.roll(6) {
          case 0: [.duplicate(object, id: nil, at: nil)]
          case 1: [.remove(object)]
          case 2: [.move(object, to: StepPlace(.after(other)))]
          case 3: [.rename(other, id: "k\(number)"), .rename(object, id: "l\(number)")]
          default: [.rename(object, id: "m\(number)")]
          }
        let verb = try #require(steps[0].kind as? any ScriptedStep).verb
        var request = EditRequest(steps)
        request.wantsChanges = true
        request.isDryRun = true
        let result: EditResult
        do throws(Diagnostic) {
          let told = try scene.perform(request)
          #expect(scene.text == text)
          request.isDryRun = false
          result = try scene.perform(request)
          #expect(stepOutline(result) == stepOutline(told))
        } catch {
          #expect(scene.text == text)
          continue
        }
        guard let change = changes.last, scene.version > version else { continue }
        let new = { (node: NodeIndex) in change.map.map { $0.new(node) } ?? node }
        let old = { (node: NodeIndex) in change.map.map { $0.old(node) } ?? node }
        switch verb {
        case "remove":
          let gone = links.filter { link in link.to.map { (node..<node + count).contains($0) } ?? false }
            .filter { !(node..<node + count).contains($0.from) }
          let named = Set(result.warnings.filter { $0.code == .referenceDangling }.compactMap(\.object))
          #expect(named == Set(gone.compactMap { new($0.from) }.map { scene.document.id($0) }), "\(text)")
          orphaned += gone.count
        case "duplicate":
          #expect(Self.links(scene, old) == links, "\(text)")
          let copy = node + count
          for link in links where (node..<node + count).contains(link.from) {
            let to = link.to.map { (node..<node + count).contains($0) ? $0 + count : new($0) ?? $0 }
            #expect(
              Self.links(scene).contains(Link(from: link.from + count, to: to, name: link.name)),
              "\(copy) \(text)")
            copied += 1
          }
        default:
          #expect(Self.links(scene, old) == links, "\(EditScript.text(of: steps)) \(text)")
          if verb == "rename", links.contains(where: { $0.to == node }) { followed += 1 }
        }
        if verb != "remove" { #expect(result.warnings.allSatisfy { $0.code != .referenceDangling }) }
      }
      while try scene.undo() != nil {}
      #expect(scene.text == original)
    }
    #expect(followed > 5 && copied > 5 && orphaned > 1, "\(followed) \(copied) \(orphaned)")
  }
}
