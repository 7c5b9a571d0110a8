import InspectorTesting
import SceneDocument
import TestSupport
import Testing

@testable import Basics
@testable import ComponentModel
@testable import InspectorKit
@testable import Layers
@testable import Ratings
@testable import Samples
@testable import SceneExport
@testable import SceneSessions
@testable import Scrolling
@testable import Shapes
@testable import Tags
@testable import Workbench

private var plugins: [any InspectorPlugin.Type] {
  [
    Basics.self, Shapes.self, Samples.self, Ratings.self, Tags.self, Layers.self, Scrolling.self,
  ]
}

/// Tests of the law of bundles: a bundle applied to a program's components results in the values that an inspector
/// shows.
@Suite struct BundleLawTests {
  private static let classes = plugins.flatMap { $0.components }
  private let library = PluginLibrary(inProcess: plugins)

  private static func isExtension(_ type: Component.Type) -> Bool {
    type == ViewLayers.self || type == ScrollingNavigation.self
  }

  private func applier() throws -> BundleApplier {
    return try BundleApplier(
      Self.classes.filter { !Self.isExtension($0) }, extensions: Self.classes.filter(Self.isExtension),
      rules: plugins.flatMap { $0.rules })
  }

  private func session(_ text: String) throws -> SceneSession {
    try SceneSession.open(bytes: Array(text.utf8), name: "s.json", library: library)
  }

  /// The values excluded from the law: a list of build steps, which include `prepareForInspector`.
  private static let histories = ["OutlinedLabel.stages"]

  /// Applies the bundle of a scene, and compares each value of each component with the value that an inspector shows.
  ///
  /// - Returns: the numbers of compared objects and values.
  private func compare(
    _ scene: SceneSession, effective: Bool, _ applier: BundleApplier, _ name: String
  ) throws -> (objects: Int, values: Int) {
    let bundle = try scene.bundle(effective: effective)
    let lost = Set(bundle.notCarried.map { "\($0.object).\($0.property ?? "")" })
    let context = PluginContext(rules: plugins.flatMap { $0.rules })
    let extensions = Self.classes.filter(Self.isExtension)
    var counts = (objects: 0, values: 0)
    for object in bundle.objects {
      var problems: [PlacedProblem] = []
      let applied: AppliedComponent
      do throws(BundleError) {
        applied = try applier.component(of: object)
      } catch {
        // A data class, or one that no plugin knows, has no component in a program.
        let isKnown = Self.classes.contains { "\($0)" == object.className }
        #expect(!isKnown, "\(name): \(object.className) \(object.id), effective: \(effective): \(error)")
        continue
      }
      guard let type = ComponentType(Swift.type(of: applied.component), context: context, problems: &problems)
      else { continue }
      counts.objects += 1
      let shown = try scene.inspect(id: object.id).sections.flatMap(\.properties)
      // A component that a test of its plugin builds has the same values.
      let under =
        effective
        ? nil
        : try ComponentUnderTest(
          Swift.type(of: applied.component),
          Dictionary(object.attributes.map { ($0.keyPath, AttributeValue($0.value)) }) { first, _ in first },
          extensions: extensions.filter { found in
            type.chain.contains(found == ViewLayers.self ? "View" : "NavigationBar")
          }, of: plugins.first { $0.components.contains { $0 == Swift.type(of: applied.component) } })
      if let under {
        let names = Set(type.definition.properties.map(\.name))
        for property in shown where property.definition?.extensionName != nil && !names.contains(property.name) {
          #expect(under[property.name] == property.effective, "\(name): \(object.id).\(property.name)")
        }
      }
      for property in shown {
        guard let place = type.place(of: property.name), !lost.contains("\(object.id).\(property.name)"),
          !Self.histories.contains("\(object.className).\(property.name)")
        else { continue }
        counts.values += 1
        let value = type.slots[place].get(applied.component)
        let label = "\(name): \(object.className) \(object.id).\(property.name), effective: \(effective)"
        #expect(value == property.effective, "\(label)")
        if let under { #expect(under[property.name] == property.effective, "in a test, \(label)") }
      }
    }
    return counts
  }

  @Test func everyBundleOfTheCorporaGivesWhatIsShown() throws {
    let applier = try applier()
    let fixtures = TestMaterial.at("scenes", shared: "corpora/scenes")
    if fixtures.count == 1 { print("the law of bundles: the corpora are not here, so the fixtures alone are tried") }
    var total = (objects: 0, values: 0)
    for file in fixtures.flatMap({ $0.files(".scene.json") }) {
      let scene = try SceneSession.open(path: file, library: library)
      for isEffective in [false, true] {
        let found = try compare(scene, effective: isEffective, applier, file)
        total = (total.objects + found.objects, total.values + found.values)
      }
    }
    print("the law of bundles: \(total.objects) objects, \(total.values) values of scenes compared")
    #expect(total.objects >= (fixtures.count == 1 ? 20 : 850))
  }

  @Test func everyBundleOfRandomScenesGivesWhatIsShown() throws {
    let applier = try applier()
    var random = SeededGenerator(seed: 6)
    var total = (objects: 0, values: 0)
    for _ in 0..<40 {
      let scene = try session(randomScene(&random))
      for isEffective in [false, true] {
        let found = try compare(scene, effective: isEffective, applier, scene.text)
        total = (total.objects + found.objects, total.values + found.values)
      }
    }
    print("the law of bundles: \(total.objects) objects, \(total.values) values of random scenes compared")
    #expect(total.objects >= 800)
  }

  /// Returns a scene with objects of all classes: with values of the correct types, in or out of range, some damaged,
  /// some with constraints, and some of unknown classes with various bases.
  private func randomScene(_ random: inout SeededGenerator) -> String {
    let names = library.classes.filter { $0.extends == nil }.map(\.name)
    var objects: [String] = []
    for number in 0..<15 {
      let known = names.randomElement(using: &random) ?? "View"
      let definition = library.classes.first { $0.name == known }
      var members: [String] = []
      for property in (definition?.properties ?? []).shuffled(using: &random).prefix(5) {
        members.append("\"\(property.name)\":\(value(of: property, &random))")
      }
      let isLost = Int.random(in: 0..<10, using: &random) == 0
      let className = isLost ? #""Lost","base":"\#(known)""# : "\"\(known)\""
      let constraints = #","constraints":[{"attribute":"width","constant":\#(Int.random(in: 1...90, using: &random))}]"#
      let inner = objects.isEmpty || Bool.random(using: &random) ? "" : #","children":[\#(objects.removeLast())]"#
      objects.append(
        #"{"id":"o\#(number)","class":\#(className),"attributes":{\#(members.joined(separator: ","))}\#(number % 7 == 0 ? constraints : "")\#(inner)}"#
      )
    }
    return #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ","))]}"#
  }

  private func value(of property: PropertyDefinition, _ random: inout SeededGenerator) -> String {
    if property.isOptional, Int.random(in: 0..<6, using: &random) == 0 { return "null" }
    if Int.random(in: 0..<15, using: &random) == 0 { return "[7]" }
    if let option = property.options.randomElement(using: &random) { return option.value.json.text() }
    func number() -> Int { Int.random(in: -3...60, using: &random) }
    switch property.type {
    case .bool: return Bool.random(using: &random) ? "true" : "false"
    case .string: return "\"text \(number())\""
    case .int: return "\(number())"
    case .double: return "\(Double(number()) / 4)"
    case .color: return ["\"red\"", "\"#33669980\"", #"{"white":0.25}"#].randomElement(using: &random) ?? "null"
    case .point: return #"{"x":\#(number()),"y":\#(number())}"#
    case .size: return #"{"width":\#(number()),"height":\#(number())}"#
    case .rect: return #"{"x":\#(number()),"y":\#(number()),"width":\#(number()),"height":\#(number())}"#
    }
  }

  // MARK: single cases

  private func outline(_ bundle: RuntimeBundle) -> [String] {
    bundle.objects.map { object in
      ([object.id, object.className] + object.attributes.map { "\($0.keyPath)=\($0.value?.text ?? "nil")" })
        .joined(separator: " ")
    }
  }

  @Test func anExtensionsPropertyIsAppliedByTheExtension() throws {
    let scene = try session(
      #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"View","attributes":{"bigBorder":true,"tag":2}}]}"#)
    let stored = try scene.bundle()
    #expect(outline(stored) == ["a View tag=2 bigBorder=true"])
    #expect(stored.objects[0].attributes.last?.extensionName == "ViewLayers")
    let error = #expect(throws: BundleError.self) { try BundleApplier([View.self]).check(stored) }
    #expect(
      error?.message == "'bigBorder' of 'a' is of the extension 'ViewLayers', which is not among those given")
    let applier = try BundleApplier([View.self], extensions: [ViewLayers.self])
    let view = try applier.components(of: stored).first?.component as? View
    #expect(view?.layer.borderWidth == 5 && view?.layer.borderColor == .red && view?.tag == 2)
    let other = View()
    _ = try applier.apply(stored.objects[0], to: other)
    #expect(other.layer.borderWidth == 5 && other.layer.borderColor == .red)
    // What it wrote is among the effective values, which need no extension.
    let baked = try scene.bundle(effective: true)
    #expect(outline(baked) == ["a View tag=2 layer.borderWidth=5 layer.borderColor=#FF0000FF"])
    let plain = try BundleApplier([View.self]).components(of: baked).first?.component as? View
    #expect(plain?.layer.borderWidth == 5 && plain?.layer.borderColor == .red)
    #expect(throws: BundleError.self) { try BundleApplier([], extensions: [View.self]) }
    let files = TemporaryFolder()
    try BundleFolder(path: "\(files.path)/b").write(try scene.spooledBundle())
    #expect(try RuntimeBundle.load(path: "\(files.path)/b") == stored)
  }

  @Test func whatIsMadeOfAParentIsNotCarried() throws {
    let scene = try session(
      ##"{"format":"inspector-scene/1","objects":[{"id":"p","class":"View","attributes":{"backgroundColor":"#3366FF"},"children":[{"id":"a","class":"PassthroughView","attributes":{"backgroundColor":"red","inheritsBackgroundColor":true}}]}]}"##
    )
    for isEffective in [false, true] {
      let bundle = try scene.bundle(effective: isEffective)
      #expect(outline(bundle).last == "a PassthroughView backgroundColor=#FF0000FF inheritsBackgroundColor=true")
      #expect(
        bundle.notCarried.map { "\($0.object).\($0.property ?? "") \($0.code)" } == ["a.backgroundColor hook.parent"])
      #expect(
        bundle.notCarried.first?.reason
          == "its component takes 'backgroundColor' from its parent, and a bundle has no parents; it is #3366FFFF in the scene, but would be #FF0000FF in the program"
      )
      #expect(try scene.spooledBundle(effective: isEffective).notCarried == bundle.notCarried)
    }
  }

  @Test func constraintsAreNotCarriedWhereTheyMoveSomething() throws {
    let scene = try session(
      #"{"format":"inspector-scene/1","objects":[{"id":"p","class":"View","attributes":{"frame":{"x":0,"y":0,"width":100,"height":100}},"children":[{"id":"a","class":"View","attributes":{"frame":{"x":0,"y":0,"width":10,"height":10}},"constraints":[{"attribute":"width","constant":40}]},{"id":"b","class":"View","attributes":{"frame":{"x":0,"y":0,"width":10,"height":10}},"constraints":[{"attribute":"width","constant":10}]}]}]}"#
    )
    for isEffective in [false, true] {
      let bundle = try scene.bundle(effective: isEffective)
      #expect(
        bundle.notCarried.map { "\($0.object).\($0.property ?? "") \($0.code)" } == ["a.constraints layout.frame"])
      #expect(bundle.objects.count == 3)
      #expect(try scene.spooledBundle(effective: isEffective).notCarried == bundle.notCarried)
    }
  }

  @Test func oneUnknownClassHasSeveralBases() throws {
    let scene = try session(
      #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Lost","base":"View","attributes":{"tag":1,"rating":1}},{"id":"b","class":"Lost","base":"CosmosView","attributes":{"tag":2,"rating":2,"txt":"x"}},{"id":"c","class":"Lost","base":"StarView","attributes":{"tag":3,"pointCount":7}}]}"#
    )
    for isEffective in [false, true] {
      let bundle = try scene.bundle(effective: isEffective)
      let lines = outline(bundle).map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
      #expect(lines == ["a Lost", "b Lost", "c Lost"])
      #expect(bundle.objects[1].attributes.contains { $0.keyPath == "rating" })
      #expect(bundle.objects[2].attributes.contains { $0.keyPath == "pointCount" })
      #expect(bundle.notCarried.filter { $0.code == "unknown.property" }.map(\.property) == ["rating", "txt"])
      #expect(
        bundle.notCarried.last { $0.code == "unknown.property" }?.reason.hasSuffix("did you mean 'text'?") == true)
      #expect(try scene.differences(from: bundle) == [])
      #expect(try scene.spooledBundle(effective: isEffective).notCarried == bundle.notCarried)
    }
  }
}
