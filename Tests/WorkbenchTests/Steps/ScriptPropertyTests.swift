import SceneDocument
import TestSupport
import Testing

@testable import Workbench

/// Laws of edit scripts, on random scenes in random layouts.
@Suite struct ScriptPropertyTests {
  /// Whatever scripts do, undoing them gives the original bytes, redoing them the last ones; what is refused changes
  /// nothing; a dry run tells what the edit then tells.
  @Test(arguments: 0..<250) func anyScriptUndoneGivesTheOriginalBytes(seed: Int) throws {
    var random = RandomScript(seed: UInt64(seed))
    let original = random.scene()
    let document = try SceneDocument(bytes: Array(original.utf8), name: "random")
    let scene = SceneSession(document, library: PluginLibrary(inProcess: [Stage.self]))
    var states = [original]
    var made = 0
    for _ in 0..<8 {
      let script = try EditScript(Array(EditScript.text(of: random.steps(scene)).utf8), name: "script")
      var request = EditRequest(script.steps)
      request.wantsChanges = true
      request.allowsEmpty = random.roll(2) == 0
      request.skipsMissing = true
      var dryRun = request
      dryRun.isDryRun = true
      do throws(EditError) {
        let told = try scene.edit(dryRun)
        #expect(scene.text == states.last)
        let version = scene.version
        let result = try scene.edit(request)
        #expect(stepOutline(result) == stepOutline(told))
        if scene.version > version { states.append(scene.text) }
        made += 1
      } catch {
        #expect(scene.text == states.last, "\(error.message)")
        #expect(error.step != nil)
        #expect(script.place(of: error) != nil)
      }
      // What is written is a scene, and its objects are where the session has them.
      let read = try SceneDocument(bytes: Array(scene.text.utf8), name: "written")
      let ids = (0..<read.objectCount).map { read.id($0) }
      #expect(ids == (0..<scene.document.objectCount).map { scene.document.id($0) })
    }
    #expect(scene.text == states.last)
    for state in states.dropLast().reversed() {
      #expect(try scene.undo() != nil)
      #expect(scene.text == state)
    }
    #expect(try scene.undo() == nil)
    #expect(!scene.isModified)
    for state in states.dropFirst() {
      #expect(try scene.redo() != nil)
      #expect(scene.text == state)
    }
    #expect(made > 0)
  }
}

/// Random scenes over ``Stage``, and random steps, of which many are refused. The same seed gives the same.
private struct RandomScript {
  private var generator: SeededGenerator
  private var count = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func roll(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  private mutating func pick(_ texts: [String]) -> String { texts[roll(texts.count)] }

  private mutating func maybe(_ odds: Int = 2) -> Bool { roll(odds) == 0 }

  // MARK: scenes

  /// How a scene's lines are broken: the line break, and a step of indentation; none for compact text.
  private enum Layout: CaseIterable {
    case compact, blanks, two, four, tabs, crlf
  }

  mutating func scene() -> String {
    let layout = Layout.allCases[roll(Layout.allCases.count)]
    let (line, unit) =
      switch layout {
      case .compact: ("", "")
      case .blanks: (" ", "")
      case .two: ("\n", "  ")
      case .four: ("\n", "    ")
      case .tabs: ("\n", "\t")
      case .crlf: ("\r\n", "  ")
      }
    let colon = layout == .compact ? ":" : ": "
    func indent(_ depth: Int) -> String { line + String(repeating: unit, count: depth) }
    func list(_ elements: [String], _ open: String, _ close: String, _ depth: Int) -> String {
      guard !elements.isEmpty else { return open + close }
      let separator = "," + indent(depth + 1)
      return open + indent(depth + 1) + elements.joined(separator: separator) + indent(depth) + close
    }
    func object(_ parts: inout RandomScript, _ depth: Int) -> String {
      parts.count += 1
      let name = parts.pick(["Box", "Box", "Lamp", "Mirror", "Sign", "Unknown"])
      var members = ["\"id\"\(colon)\"o\(parts.count)\"", "\"class\"\(colon)\"\(name)\""]
      if parts.maybe(4) { members.append("\"name\"\(colon)\"Name \(parts.count)\"") }
      let attributes = parts.attributes(of: name, colon)
      if !attributes.isEmpty || parts.maybe(3) {
        members.append("\"attributes\"\(colon)" + list(attributes, "{", "}", depth + 1))
      }
      if depth < 7, parts.maybe() {
        var children: [String] = []
        for _ in 0..<parts.roll(4) where parts.count < 25 { children.append(object(&parts, depth + 2)) }
        members.append("\"children\"\(colon)" + list(children, "[", "]", depth + 1))
      }
      return list(members, "{", "}", depth)
    }
    var objects: [String] = []
    for _ in 0..<1 + roll(4) { objects.append(object(&self, 2)) }
    let members = [
      "\"format\"\(colon)\"inspector-scene/1\"", "\"palette\"\(colon){\"brand\"\(colon)\"#00FF00\"}",
      "\"objects\"\(colon)" + list(objects, "[", "]", 1),
    ]
    return list(members, "{", "}", 0) + line
  }

  private mutating func attributes(of name: String, _ colon: String) -> [String] {
    var found: [String] = []
    func add(_ key: String, _ value: String) { found.append("\"\(key)\"\(colon)\(value)") }
    if name == "Sign" { add("text", pick(["\"a\"", "\"b\\u0021c\""])) }
    if maybe() { add(maybe(4) ? "breadth" : "width", pick(["1", "2.50", "3e0"])) }
    if name != "Sign", maybe() {
      add("tint", pick(["\"brand\"", "\"#0000FF\"", "\"white\"", "{\"white\"\(colon)0.5}"]))
    }
    if name != "Sign", maybe(3) { add("title", pick(["\"T\"", "null"])) }
    if maybe(5) { add("custom", "[1,  {\"a\"\(colon)null}]") }
    return found
  }

  // MARK: steps

  mutating func steps(_ scene: SceneSession) throws -> [EditStep] {
    var steps: [EditStep] = []
    for _ in 0..<1 + roll(4) { steps.append(try step(scene)) }
    return steps
  }

  private mutating func id(_ scene: SceneSession) -> String {
    let count = scene.document.objectCount
    return count > 0 && !maybe(12) ? scene.document.id(roll(count)) : "o\(roll(30))"
  }

  private mutating func one(_ scene: SceneSession) throws -> Selector {
    try Selector(parsing: "#\"\(id(scene))\"")
  }

  private mutating func some(_ scene: SceneSession) throws -> Selector {
    if maybe() { return try one(scene) }
    return try Selector(
      parsing: pick([
        "Box", "Lamp", "Mirror", "Box > Lamp", "[width>1]", "Sign, Mirror", "*", "Box:has(Lamp)", "Unknown",
      ]))
  }

  private mutating func place(_ scene: SceneSession) throws -> StepPlace {
    let parent = maybe(4) ? nil : try one(scene)
    switch roll(5) {
    case 0: return StepPlace(in: parent, .first)
    case 1: return StepPlace(in: parent, .index(roll(3)))
    case 2: return StepPlace(.before(try one(scene)))
    case 3: return StepPlace(.after(try one(scene)))
    default: return StepPlace(in: parent)
    }
  }

  private mutating func freshID() -> String {
    count += 1
    return pick(["o", "näme ", "x-"]) + "\(count)"
  }

  private mutating func object(_ depth: Int) -> String {
    let name = pick(["Box", "Lamp", "Mirror", "Sign"])
    let attributes = attributes(of: name, ":").filter { !$0.hasPrefix("\"custom\"") }.joined(separator: " ,\n")
    let children = depth > 0 && maybe() ? ",\"children\":[\(object(depth - 1))]" : ""
    return "{\"id\": \"\(freshID())\",\"class\":\"\(name)\", \"attributes\":{\(attributes)}\(children)}"
  }

  private mutating func step(_ scene: SceneSession) throws -> EditStep {
    switch roll(14) {
    case 0, 1: return .insert(objects: (0..<1 + roll(2)).map { _ in object(1) }, at: try place(scene))
    case 2: return .remove(try maybe(3) ? some(scene) : one(scene))
    case 3: return .duplicate(try some(scene), id: nil, at: maybe() ? nil : try place(scene))
    case 4: return .duplicate(try one(scene), id: freshID(), at: nil)
    case 5, 6: return .move(try some(scene), to: try place(scene))
    case 7: return .rename(try one(scene), id: maybe(4) ? id(scene) : freshID())
    case 8: return .setClass(try one(scene), to: pick(["Box", "Lamp", "Mirror", "Sign"]))
    case 9: return .setName(try some(scene), to: maybe() ? nil : "N\"\n")
    case 10:
      return .renameProperty(
        try some(scene), from: pick(["breadth", "width", "custom"]), to: pick(["width", "title"]))
    case 11: return .palette([.set(name: pick(["brand", "ink"]), to: pick(["red", "#123456"]))])
    default: return .set(try some(scene), [try assignment()])
    }
  }

  private mutating func assignment() throws -> Assignment {
    switch roll(7) {
    case 0: Assignment("width", .json(pick(["3", "4.00", "1e0", "99"])))
    case 1: Assignment("width", .add("0.5"))
    case 2:
      Assignment("tint", .json(pick(["\"brand\"", "\"red\"", "{\"red\":0,\"green\":1,\"blue\":0.1}", "\"#ABC\""])))
    case 3: Assignment("tint.red", .json("0.25"))
    case 4: Assignment("title", pick(["a", "b"]) == "a" ? .unset : .json("\"\\u00e9\""))
    case 5: Assignment(pick(["width", "tint", "title"]), .reset)
    default: Assignment("text", .json("\"words\""))
    }
  }
}
