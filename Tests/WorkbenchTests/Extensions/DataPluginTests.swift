import Foundation
import InspectorKit
import JSONText
import SceneDocument
import TestSupport
import Testing

@testable import Basics
@testable import ComponentModel
@testable import Layers
@testable import PluginHost
@testable import Ratings
@testable import Samples
@testable import SceneEditing
@testable import SceneSessions
@testable import Scrolling
@testable import Tags
@testable import Workbench

/// Tests of plugins without code, and of classes inspected as their bases.
@Suite struct DataPluginTests {
  private static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  /// Returns a library of the repository's plugins in this process, and of UIKit from its file.
  private func library() -> PluginLibrary {
    let plugins: [any InspectorPlugin.Type] = [
      Basics.self, Samples.self, Ratings.self, Tags.self, Layers.self, Scrolling.self,
    ]
    let own = plugins.map { plugin in
      InstalledPlugin(name: plugin.name, path: nil, limit: .seconds(10)) { InProcessPlugin(plugin) }
    }
    return PluginLibrary(own + [Self.data("\(Self.root)/Plugins/UIKit/uikit.inspector-plugin.json")])
  }

  private static func data(_ path: String) -> InstalledPlugin {
    InstalledPlugin(name: "data", path: path, limit: .seconds(10), isData: true) { () throws(PluginFailure) in
      throw .notRunning("data")
    }
  }

  @Test("UIKit's description is right, and everything in it can be used together with the other plugins")
  func uikit() throws {
    let library = library()
    #expect(library.problems == [])
    let uikit = try #require(library.plugin(named: "UIKit"))
    #expect(uikit.isData && (uikit.description?.components.count ?? 0) > 40)
    for entry in library.registry.allEntries {
      let whole = library.registry.composed(entry)
      #expect(whole.clashes.isEmpty, "\(entry.name): \(whole.clashes.keys)")
      let names = whole.definition.properties.map(\.name)
      #expect(Set(names).count == names.count, "\(entry.name)")
      #expect(names.starts(with: whole.built.properties.map(\.name)), "\(entry.name)")
      for condition in whole.definition.properties.flatMap({ [$0.visibleWhen, $0.enabledWhen] }).compactMap(\.self) {
        for predicate in try Condition(parsing: condition).predicates {
          #expect(PropertyPath(predicate.property, of: whole.definition) != nil, "\(entry.name): \(condition)")
        }
      }
    }
  }

  @Test("the shipped screen is checked, inspected and edited without a process of UIKit's")
  func screen() throws {
    let library = library()
    let scene = try SceneSession.open(
      path: "\(Self.root)/Tests/Fixtures/scenes/bases/settings-screen.scene.json", library: library)
    #expect(
      scene.check().map(\.message) == [
        "no plugin knows the class 'SettingsViewController'; 'screen' is inspected as 'ViewController'",
        "5 of 6 objects have no frame or an empty one, and pictures do not show them; the first is 'heading'; give each object a frame with a size",
        "no plugin knows the class 'RoundedField'; 'name' is inspected as 'TextField'",
        "unknown property 'shakes' on 'RoundedField'",
      ])
    #expect(scene.check(strict: true).allSatisfy { $0.severity == .error || $0.code == .frameNone })
    #expect(try scene.value(of: "name.layer.cornerRadius").effective == .double(6))
    #expect(try scene.value(of: "done.layer.borderWidth").effective == .double(5))
    let result = try scene.perform(
      EditRequest(try Selector(parsing: ":kind(Control)"), [Assignment("alpha", .set("3"))]))
    #expect(result.changed == 4)
    #expect(try scene.value(of: "name.alpha").effective == .double(1), "View's hook clamps it")
    #expect(library.plugin(named: "UIKit")?.isRunning == false)
  }

  @Test(
    "of scenes with bases hardly an object is read-only",
    arguments: TestMaterial.at("scenes/bases", shared: "corpora/scenes-base"))
  func corpus(scenes: TestMaterial) throws {
    let library = library()
    var (objects, strangers, errors) = (0, 0, 0)
    for file in scenes.files(".scene.json") {
      let scene = try SceneSession.open(path: file, library: library)
      objects += scene.document.objectCount
      strangers += scene.document.objects.count { !scene.knows(classID: scene.document.classID($0)) }
      errors += scene.check().count { $0.severity == .error }
    }
    #expect(objects == (scenes.isShared ? 2142 : 33))
    #expect(scenes.isShared ? strangers <= 20 : strangers == 1, "\(strangers) of \(objects)")
    #expect(errors == 0)
  }

  @Test("a class that is data inherits, and is built as its nearest base that has code")
  func inheritance() throws {
    let library = library()
    let button = try #require(library.registry.entry(of: "Button"))
    let whole = library.registry.composed(button)
    #expect(whole.builder.name == "Basics" && whole.built.name == "View")
    let built = whole.built.properties.map(\.name)
    #expect(whole.definition.properties.prefix(built.count).map(\.name) == built)
    #expect(library.registry.lineage(of: button).map(\.name).suffix(2) == ["Control", "View"])
    let item = library.registry.composed(try #require(library.registry.entry(of: "NavigationItem")))
    #expect(item.definition.isInert && item.builder.isData)
  }

  @Test("rings and unknown bases do no harm")
  func rings() throws {
    let folder = try PluginFolder()
    let file = "\(folder.path)/ring.inspector-plugin.json"
    let text = """
      {"format":"inspector-plugin/1","name":"Ring","version":"1","protocol":[1,1],"components":[
      {"name":"A","base":"B","properties":[{"name":"a","type":"Int","default":0}]},
      {"name":"B","base":"A","properties":[{"name":"b","type":"Int","default":0}]},
      {"name":"C","base":"Nobody","properties":[{"name":"c","type":"Int","default":0}]}],
      "extensions":[{"name":"E","extends":"Nobody","properties":[{"name":"e","type":"Int","default":0}]}]}
      """
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let registry = PluginLibrary([Self.data(file)]).registry
    #expect(registry.entry(of: "A")?.definition.properties.map(\.name) == ["b", "a"])
    #expect(registry.entry(of: "B")?.definition.properties.map(\.name) == ["a", "b"])
    #expect(
      registry.entry(of: "C")?.definition.properties.map(\.name) == ["c", "e"], "a base's name is enough to extend it")
  }

  @Test("what a plugin without hooks says of itself is a plugin that is data, and says the same")
  func describe() throws {
    let described = try #require(PluginLibrary(inProcess: [Plainly.self]).plugins.first?.description)
    let folder = try PluginFolder()
    let file = "\(folder.path)/plainly.inspector-plugin.json"
    try described.json.text().write(toFile: file, atomically: true, encoding: .utf8)
    let search = PluginSearch(paths: [file], executableFolder: nil, environment: ["XDG_CACHE_HOME": folder.path])
    for _ in 0..<2 {
      // The second description comes from the cache.
      let read = try #require(PluginLibrary(search: search).plugins.first?.description)
      #expect(read.components == described.components && read.extensions == described.extensions)
    }
  }

  @Test("what is kept of a description is all of it")
  func keptDescription() throws {
    let folder = try PluginFolder()
    let search = PluginSearch(
      paths: ["\(Self.root)/Plugins/UIKit/uikit.inspector-plugin.json"], executableFolder: nil,
      environment: ["XDG_CACHE_HOME": folder.path])
    let first = try #require(PluginLibrary(search: search).plugins.first?.description)
    let second = try #require(PluginLibrary(search: search).plugins.first?.description)
    #expect(first.components.count > 40 && second == first)
  }

  @Test("a file that anyone can write is not used, unless a person names it")
  func trust() throws {
    let folder = try PluginFolder()
    let file = "\(folder.path)/open.inspector-plugin.json"
    let text = #"{"format":"inspector-plugin/1","name":"Open","version":"1","protocol":[1,1],"components":[]}"#
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
    let environment = ["INSPECTOR_PLUGIN_PATH": folder.path]
    let found = PluginSearch(executableFolder: nil, environment: environment).candidates()
    #expect(found.found.isEmpty && found.unused.map(\.reason) == [.writable])
    #expect(PluginSearch(paths: [file], executableFolder: nil, environment: [:]).candidates().found.count == 1)
  }

  @Test("classes of one name beside other bases are classes of their own")
  func bases() throws {
    let text = """
      {"format":"inspector-scene/1","objects":[
      {"id":"a","class":"Own","base":"Label","attributes":{"text":"x"}},
      {"id":"b","class":"Own","base":"Switch","attributes":{"isOn":true}},
      {"id":"c","class":"Own","attributes":{"isOn":true}},
      {"id":"d","children":[{"id":"e","class":"Own","base":"Label"}],"base":"Switch","class":"Own"}]}
      """
    let scene = SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "s"), library: library())
    let document = scene.document
    #expect((0..<5).map { document.classBases[document.classID($0)] } == ["Label", "Switch", nil, "Switch", "Label"])
    #expect((0..<5).map(document.className) == Array(repeating: "Own", count: 5))
    #expect(try scene.value(of: "a.text").effective == .string("x"))
    #expect(try scene.value(of: "d.isOn").effective == .bool(false))
    #expect(throws: Diagnostic.self) { try scene.value(of: "b.text") }
    #expect(!scene.knows(classID: document.classID(2)))
    let edited = try scene.perform(
      EditRequest(try Selector(parsing: "Own:kind(Switch)"), [Assignment("isOn", .set("no"))]))
    #expect(edited.changed == 2)
    try scene.undo()
    #expect(scene.document.bytes() == Array(text.utf8))
  }
}

/// A plugin of classes without hooks, with everything that can be declared.
private enum Plainly: InspectorPlugin {
  static var components: [Component.Type] { [PlainMark.self, PlainExtra.self] }
}

@Component(title: "{caption}: {notches}", passesTouches: true) private final class PlainMark: Component {
  @Inspectable(title: true, multiline: true) var caption = "a\nb"
  #group("Shape", "Teeth")
  @Inspectable(flags: [1: "Round", 4: "Long"]) var notches = 5
  @Inspectable(references: "PlainMark") var twin = ""
  #group(nil)
  @Inspectable(file: ["*.png"]) var image: String?
  @Inspectable var tint = #color("#F80")

  override class var presets: [Preset] { [Preset("Odd", help: "Rare.", ["notches": 3, "image": nil, "tint": "#ABC"])] }
}

@Component(extends: "PlainMark") private final class PlainExtra: Component {
  @Inspectable(references: "*") var other = ""
}
