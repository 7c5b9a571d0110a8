import InspectorKit
import JSONText
import SceneDocument
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneEditing
@testable import SceneQuery
@testable import Workbench

/// Tests of classes with many properties, scenes with many mistakes, and very long values.
@Suite struct ManyNamesTests {
  private static func binding(_ count: Int) throws -> ClassBinding {
    let properties = (0..<count).map { number in
      var property = PropertyDefinition(
        name: "p\(number)", label: number == 7 ? "Seven Up" : "P \(number)", type: number == 3 ? .point : .int,
        isOptional: false, declaringClass: "Wide")
      property.aliases = number == 5 ? ["former", "Seven Up"] : []
      return property
    }
    let wide = ComponentDefinition(name: "Wide", label: "Wide", properties: properties)
    let described = DescribedPlugin(
      PluginDescription(name: "Many", version: "1.0.0", components: [wide]), text: [])
    let plugin = InstalledPlugin(name: "Many", path: nil, limit: .seconds(1), described: described) {
      () throws(PluginFailure) in
      throw PluginFailure(.missing, plugin: "Many", message: "nobody asks it")
    }
    let registry = ComponentRegistry([plugin])
    let entry = try #require(registry.entry(of: "Wide"))
    return ClassBinding(entry, registry.composed(entry, needs: ScenePlugins([], registry)))
  }

  @Test(arguments: [8, 64, 65, 1000]) func everyPropertyIsFoundByEachOfItsNames(count: Int) throws {
    let binding = try Self.binding(count)
    for place in 0..<count {
      #expect(Array("p\(place)".utf8).withUnsafeBytes { binding.key($0)?.place } == place)
      #expect(binding.place(of: "p\(place)") == place)
      #expect(binding.place(ofTyped: place == 7 ? "seven up" : "P \(place)") == place)
    }
    #expect(Array(#"\u0070""#.utf8).dropLast().withUnsafeBytes { binding.key($0)?.place } == nil)
    #expect(Array(#"\u00701"#.utf8).withUnsafeBytes { binding.key($0)?.place } == 1)
    #expect(binding.place(ofTyped: "former") == 5)
    #expect(binding.place(of: "former") == nil)
    // A label takes precedence over a former name.
    #expect(binding.place(ofTyped: "Seven Up") == 7)
    #expect(binding.place(ofTyped: "p\(count)") == nil)
    #expect(PropertyPath("P 3.X", of: binding) == PropertyPath("p3.x", of: binding.definition))
    #expect(PropertyPath("p4.x", of: binding) == nil)
  }

  /// Checks that equal mistakes get the same suggestion, and that no more are computed after very many comparisons.
  @Test func suggestionsComeToAnEnd() {
    let box = ClassIdentity(name: "Box", plugin: "Boxes", base: nil)
    var hints = NameHints(comparisons: 10)
    let names = ["alpha", "cornerRadius", "tint"]
    #expect(hints.suggestion(for: "alhpa", among: names, of: box) == "alpha")
    #expect(hints.suggestion(for: "tnt", among: names, of: box) == "tint")
    #expect(hints.suggestion(for: "alpa", among: names, of: box) == "alpha")
    #expect(hints.suggestion(for: "tinnt", among: names, of: box) == nil)
    #expect(hints.suggestion(for: "alhpa", among: names, of: box) == "alpha")
  }

  /// Checks that many simultaneous changes of an object are listed like single ones.
  @Test func manyChangesOfAnObjectAreListedAsFewAre() throws {
    let names = (0..<12).map { "p\($0)" }
    let olds = names.enumerated().map { #""old\#($0.offset)":\#($0.offset)"# }.joined(separator: ",")
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Shelf","attributes":{\#(olds),"former":-1}}]}"#
    func scene() throws -> SceneSession {
      SceneSession(
        try SceneDocument(bytes: Array(text.utf8), name: "s"), library: PluginLibrary(inProcess: [Shelves.self]))
    }
    func steps(_ objects: [String]) throws -> [EditStep] {
      let script = #"{"format":"inspector-edit/1","steps":[\#(objects.joined(separator: ","))]}"#
      return try EditScript(Array(script.utf8), name: "script").steps
    }
    let renames = try steps(
      names.enumerated().map { ##"{"select":"#a","renameProperty":"old\##($0.offset)","to":"\##($0.element)"}"## })
    func values(_ names: [String]) -> String {
      ##"{"select":"#a","set":{\##(names.map { #""\#($0)":7"# }.joined(separator: ","))}}"##
    }
    let (together, apart) = (try scene(), try scene())
    func made(_ session: SceneSession, _ steps: [EditStep]) throws -> [ObjectChange] {
      var request = EditRequest(steps)
      request.wantsChanges = true
      return try session.perform(request).changes
    }
    #expect(try made(together, renames) == renames.flatMap { try made(apart, [$0]) })
    #expect(together.text == apart.text)
    let all = names + ["extra"]
    let single = try steps(all.map { values([$0]) })
    #expect(try made(together, steps([values(all)])) == single.flatMap { try made(apart, [$0]) })
    // A former name keeps its key; what was renamed and then changed is one change each.
    #expect(together.text == apart.text)
    let once = try made(try scene(), renames + steps([values(all)]))
    #expect(once.map(\.property) == all)
    #expect(once.map(\.renamedFrom) == (0..<12).map { "old\($0)" } + [nil])
    #expect(once.map(\.old) == (0..<12).map { "\($0)" } + ["-1"])
    #expect(once.allSatisfy { $0.new == "7" })
  }

  /// Checks that each of many unknown attributes is reported at its position.
  @Test func eachOfManyAttributesHasItsPlace() throws {
    let session = try stage(
      #"{"id":"a","class":"Box","attributes":{"#
        + (0..<40).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}}")
    let found = session.check(strict: false)
    #expect(found.map(\.property) == (0..<40).map { "k\($0)" })
    #expect(found.allSatisfy { $0.line == 1 })
    let start = found[0].column ?? 0
    // `"k0":0,` is seven letters, and from the tenth on there are two more.
    #expect(found.enumerated().allSatisfy { $1.column == start + 7 * min($0, 10) + 9 * max($0 - 10, 0) })
  }

  /// Checks that a value too long for a message is refused by its name, and that other objects are still built.
  @Test func aValueThatNoMessageHoldsIsRefusedByItsName() throws {
    let text = String(repeating: "a", count: WorkerProtocol.messageLimit)
    let session = try stage(
      #"{"id":"a","class":"Mirror"},{"id":"b","class":"Mirror","attributes":{"title":"\#(text)"}},{"id":"c","class":"Mirror","attributes":{"width":9}}"#
    )
    let message =
      "'b.title' is too large: the object's values take 67108880 bytes, but a message to plugin 'Stage' holds at most 67108864; shorten it"
    let found = session.check(strict: false)
    #expect(found.map(\.code) == ["plugin.limit", "hook.warning"])
    #expect(found.map(\.object) == ["b", "c"])
    #expect(found.first?.message == message)
    #expect(found.first?.property == "title")
    // It can be shortened, and nothing else of it can be edited.
    let error = try #require(throws: Diagnostic.self) {
      _ = try session.perform(EditRequest([.set(selector("#b"), [Assignment("width", .set("2"))])]))
    }
    #expect(error.code == "plugin.limit")
    _ = try session.perform(EditRequest([.set(selector("#b"), [Assignment("title", .set("short"))])]))
    #expect(session.check(strict: false).map(\.object) == ["c"])
  }
}

private enum Shelves: InspectorPlugin {
  static var components: [Component.Type] { [Shelf.self] }
}

@Component private final class Shelf: Component {
  @Inspectable var p0 = 0
  @Inspectable var p1 = 0
  @Inspectable var p2 = 0
  @Inspectable var p3 = 0
  @Inspectable var p4 = 0
  @Inspectable var p5 = 0
  @Inspectable var p6 = 0
  @Inspectable var p7 = 0
  @Inspectable var p8 = 0
  @Inspectable var p9 = 0
  @Inspectable var p10 = 0
  @Inspectable var p11 = 0
  @Inspectable(aliases: ["former"]) var extra = 0
}
