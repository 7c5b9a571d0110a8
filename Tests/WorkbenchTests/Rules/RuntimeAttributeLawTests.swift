import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Laws of every kind of edit in scenes with valid and invalid runtime attributes.
@Suite struct RuntimeAttributeLawTests {
  @Test("an accepted edit adds no error that a check reports, and a refused edit changes nothing", arguments: 1...300)
  func edits(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let scene = try session(
      (0..<3).map { Self.object("p\($0)", &random) }.joined(separator: ","),
      extra: ##""palette":{"brand":"#3366FF","spare":"#FF0000"},"##)
    for number in 0..<10 {
      let (text, errors) = (scene.text, Self.errors(scene))
      let request = try Self.request(&random)
      let name = "seed \(seed), edit \(number): \(request.summary) in \(text)"
      var result: EditResult?
      do throws(Diagnostic) {
        result = try scene.perform(request)
      } catch {
        #expect(scene.text == text, "\(name)")
      }
      guard result != nil else { continue }
      for (key, count) in Self.errors(scene) { #expect(count <= errors[key, default: 0], "\(key), \(name)") }
      guard scene.text != text else { continue }
      let after = scene.text
      try scene.undo()
      #expect(scene.text == text, "\(name)")
      try scene.redo()
      #expect(scene.text == after, "\(name)")
    }
  }

  @Test("a sequence of assignments in one step gives the same text as a step for each", arguments: 1...300)
  func sequences(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let object = Self.object("p0", &random)
    let (together, apart) = (try session(object), try session(object))
    let assignments = (0...random.next(4)).map { _ in Self.assignment(&random) }
    do throws(Diagnostic) {
      for assignment in assignments { _ = try apart.perform(EditRequest(Selector(ids: ["p0"]), [assignment])) }
    } catch {
      return
    }
    _ = try together.perform(EditRequest(Selector(ids: ["p0"]), assignments))
    #expect(together.text == apart.text, "seed \(seed): \(assignments) of \(object)")
  }

  /// The numbers of errors that a check reports, by object, property and code.
  private static func errors(_ scene: SceneSession) -> [[String]: Int] {
    let errors = scene.check().filter { $0.severity == .error }
    return Dictionary(errors.map { ([$0.object ?? "", $0.property ?? "", $0.code.rawValue], 1) }, uniquingKeysWith: +)
  }

  private static let keyPaths = ["a", "a.b", "pt", "pt.x", "count", "tint", "value"]

  private static func object(_ id: String, _ random: inout SeededGenerator) -> String {
    let values = ["1", "2.5", #""brand""#, ##""#3366FF""##, #"{"x":1,"y":2}"#, "null", "true", "[]"]
    let elements = (0..<random.next(5)).map { _ -> String in
      var members = [
        #""keyPath":"\#(keyPaths[random.next(keyPaths.count)])""#,
        #""type":"\#(["Int", "Double", "Color", "Point", "String", "Odd"][random.next(6)])""#,
        #""value":\#(values[random.next(values.count)])"#,
      ]
      if random.next(6) == 0 { members.remove(at: random.next(3)) }
      return "{\(members.joined(separator: ","))}"
    }
    let className = ["Plain", "Slider", "View", "Unheard"][random.next(4)]
    let list = random.next(5) == 0 ? "" : #","runtimeAttributes":[\#(elements.joined(separator: ","))]"#
    return #"{"id":"\#(id)","class":"\#(className)"\#(list)}"#
  }

  private static func request(_ random: inout SeededGenerator) throws -> EditRequest {
    let selector = try Selector(parsing: ["#p0", "#p1", "#p2", "*", "Plain"][random.next(5)])
    let step: EditStep
    switch random.next(8) {
    case 0: step = .setClass(selector, to: ["Plain", "Slider", "View"][random.next(3)])
    case 1: step = .insert(objects: [object("new\(random.next(50))", &random)], at: StepPlace())
    case 2: step = .palette([.rename(name: "brand", to: "spare\(random.next(3))")])
    case 3: step = .palette([.set(name: "brand", to: ["tomato", "#12345678"][random.next(2)])])
    case 4: step = .palette([.extract(name: "new\(random.next(3))", of: "#3366FF")])
    case 5:
      step = .replace(["1", "2.5", "#3366FF", "brand"][random.next(4)], with: ["7", "1.25", "red"][random.next(3)])
    default: step = .set(selector, (0...random.next(3)).map { _ in assignment(&random) })
    }
    var request = EditRequest([step])
    request.skipsRefused = random.next(3) == 0
    request.skipsMissing = random.next(3) == 0
    return request
  }

  private static func assignment(_ random: inout SeededGenerator) -> Assignment {
    let keyPath = keyPaths[random.next(keyPaths.count)]
    let type = ["Int", "Double", "Color", "Point", "String"][random.next(5)]
    let typed = random.next(2) == 0 ? "\(keyPath):\(type)" : keyPath
    let operation: Assignment.Operation =
      switch random.next(8) {
      case 0: .reset
      case 1: .unset
      case 2: .add("1")
      case 3: .multiply("2")
      case 4: .set("brand")
      case 5: .set("3,4")
      default: .set(["7", "2.5", "tomato"][random.next(3)])
      }
    return Assignment(typed, operation)
  }
}
