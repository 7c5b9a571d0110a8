import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of the laws of all kinds of edits in scenes with valid and invalid runtime attributes.
@Suite struct RuntimeAttributeLawTests {
  @Test(
    "an accepted edit adds no error that a check reports and spares what it does not name; a refused one changes nothing",
    arguments: 1...400)
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
      #expect(try Self.spared(text, by: request) == Self.spared(scene.text, by: request), "\(name) gives \(scene.text)")
      guard result != nil else { continue }
      // An element that is removed may have hidden an error of another one of its name, or of a part of it.
      let removed = (request.steps[0].kind as? SetStep)?.assignments.filter { $0.operation == .reset } ?? []
      for (key, count) in Self.errors(scene) where count > errors[key, default: 0] {
        let isRevealed = removed.map { $0.typedName?.keyPath ?? $0.name }.contains { name in
          key[1] == name || key[1].lowercased() == "\(name).x" || key[1].lowercased() == "\(name).y"
        }
        #expect(isRevealed, "\(key), \(name)")
      }
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
    let object = Self.object("p0", &random, isPlain: seed % 2 == 0)
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

  /// Returns the numbers of errors that a check reports, by object, property and code.
  private static func errors(_ scene: SceneSession) -> [[String]: Int] {
    let errors = scene.check().filter { $0.severity == .error }
    return Dictionary(errors.map { ([$0.object ?? "", $0.property ?? "", $0.code.rawValue], 1) }, uniquingKeysWith: +)
  }

  /// Returns the texts of the elements that an edit must not change, by object. A palette edit may change only elements
  /// that store one of its colours, without moving them, and `set` only elements with the given key paths.
  private static func spared(_ text: String, by request: EditRequest) throws -> [String: [String]] {
    let document = try SceneDocument(bytes: Array(text.utf8), name: "spared.json")
    var spared: [String: [String]] = [:]
    for node in document.objects where !document.id(node).hasPrefix("new") {
      guard let list = document.runtimeAttributes(of: node), list.problem == nil else { continue }
      let kind = request.steps[0].kind
      let elements = list.elements.enumerated().map { place, element in
        let value = String(decoding: list.value(of: element), as: UTF8.self)
        let isUse =
          element.type == .color && ["\"brand", "\"spare", "\"new", "\"#3366FF"].contains { value.hasPrefix($0) }
        let isMeant = element.keyPath.map { list.place(of: $0) == place } ?? false
        return (
          keyPath: element.keyPath, isMarked: isMeant && (isUse || kind is ReplaceStep),
          text: String(decoding: list.text[element.span], as: UTF8.self)
        )
      }
      spared[document.id(node)] =
        if let step = kind as? SetStep {
          elements.filter { keyPath, _, _ in
            !step.assignments.contains { assignment in
              let named = assignment.typedName?.keyPath ?? assignment.name
              return keyPath == named || keyPath.map { named == "\($0).x" } ?? false
            }
          }.map(\.text)
        } else if kind is PaletteStep || kind is ReplaceStep {
          elements.map { $0.isMarked ? "" : $0.text }
        } else { elements.map(\.text) }
    }
    return spared.filter { !$0.value.isEmpty }
  }

  private static let keyPaths = ["a", "a.b", "pt", "pt.x", "pt.X", "count", "tint", "value"]

  /// Returns the text of an object with runtime attributes and, unless `isPlain` is set, with attributes.
  private static func object(_ id: String, _ random: inout SeededGenerator, isPlain: Bool = false) -> String {
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
    let stored = [#""a":1"#, #""pt":{"x":1,"y":2}"#, #""tint":"brand""#, #""layer":"text""#].filter { _ in
      !isPlain && random.next(6) == 0
    }
    return #"{"id":"\#(id)","class":"\#(className)","attributes":{\#(stored.joined(separator: ","))}\#(list)}"#
  }

  private static func request(_ random: inout SeededGenerator) throws -> EditRequest {
    let selector = try Selector(parsing: ["#p0", "#p1", "#p2", "*", "Plain"][random.next(5)])
    let step: EditStep
    switch random.next(10) {
    case 6:
      step = .renameProperty(
        selector, from: ["a", "pt", "layer"][random.next(3)], to: ["a", "pt", "count", "tint"][random.next(4)])
    case 7: step = .set(selector, [assignment(&random, .reset)])
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

  private static func assignment(
    _ random: inout SeededGenerator, _ operation: Assignment.Operation? = nil
  ) -> Assignment {
    let keyPath = keyPaths[random.next(keyPaths.count)]
    let type = ["Int", "Double", "Color", "Point", "String"][random.next(5)]
    let typed = random.next(2) == 0 ? "\(keyPath):\(type)" : keyPath
    if let operation { return Assignment(typed, operation) }
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
