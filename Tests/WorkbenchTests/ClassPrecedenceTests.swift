import Foundation
import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneSessions
@testable import Workbench

/// Tests of the precedence of plugins with classes of the same name.
@Suite struct ClassPrecedenceTests {
  /// The plugin folders of a test.
  private struct Places {
    let shipped: PluginFolder
    let path: PluginFolder
    let named: PluginFolder
    let data: PluginFolder
    var user: String { "\(data.path)/inspector/plugins" }

    init() throws {
      (shipped, path, named, data) = (try PluginFolder(), try PluginFolder(), try PluginFolder(), try PluginFolder())
      try FileManager.default.createDirectory(atPath: user, withIntermediateDirectories: true)
    }

    /// Writes a description with one class, whose property `madeBy…` names the plugin.
    func add(_ plugin: String, _ className: String, base: String? = nil, in folder: String) throws {
      let base = base.map { #", "base": "\#($0)""# } ?? ""
      let text = #"""
        {"format": "inspector-plugin/1", "name": "\#(plugin)", "version": "1.0.0", "protocol": [1, 1], "components": [
          {"name": "\#(className)"\#(base), "properties": [{"name": "madeBy\#(className)", "type": "String", "default": "\#(plugin)"}]}]}
        """#
      try text.write(
        toFile: "\(folder)/\(plugin.lowercased()).inspector-plugin.json", atomically: true, encoding: .utf8)
    }

    func library(_ option: String...) -> PluginLibrary {
      let environment = [
        "INSPECTOR_PLUGIN_PATH": path.path, "XDG_DATA_HOME": data.path, "XDG_CACHE_HOME": "\(data.path)/cache",
      ]
      return PluginLibrary(
        search: PluginSearch(
          paths: option.map { "\(named.path)/\($0.lowercased()).inspector-plugin.json" },
          executableFolder: shipped.path, environment: environment))
    }
  }

  /// Returns the plugin that supplies the scene's class, or the first problem of the scene.
  private func maker(_ library: PluginLibrary, plugins: String = "", _ className: String = "Button") throws -> String {
    let text =
      #"{"format":"inspector-scene/1","plugins":{\#(plugins)},"objects":[{"id":"b","class":"\#(className)"}]}"#
    let session = SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: library)
    if let problem = session.check().first { return problem.message }
    let name = className.split(separator: ".").last ?? ""
    return try session.effective("b.madeBy\(name)")?.text ?? "nobody"
  }

  @Test("rule 83: '--plugin', then the scene's plugins, the search path, the person's folder, and last what is shipped")
  func order() throws {
    let places = try Places()
    try places.add("Shipped", "Button", in: places.shipped.path)
    #expect(try maker(places.library()) == "Shipped")
    try places.add("Mine", "Button", in: places.user)
    #expect(try maker(places.library()) == "Mine")
    #expect(try maker(places.library(), plugins: #""Shipped": "*""#) == "Shipped")
    #expect(try maker(places.library(), plugins: #""Shipped": "*", "Mine": "*""#) == "Mine")
    #expect(try maker(places.library(), "Shipped.Button") == "Shipped")
    try places.add("Path", "Button", in: places.path.path)
    #expect(try maker(places.library()) == "Path")
    try places.add("Given", "Button", in: places.named.path)
    #expect(try maker(places.library("Given")) == "Given")
    #expect(try maker(places.library("Given"), plugins: #""Shipped": "*""#) == "Given")
    #expect(
      places.library("Given").registry.shadowedClasses.map { "\($0.plugin.name) by \($0.winner.name)" } == [
        "Path by Given", "Mine by Given", "Shipped by Given",
      ])
    try places.add("Other", "Button", in: places.named.path)
    let tied = places.library("Given", "Other")
    #expect(tied.registry.shadowedClasses.isEmpty)
    #expect(tied.registry.ambiguousClasses.map { $0.plugins.map(\.name) } == [["Given", "Other"]])
    #expect(try maker(tied).hasPrefix("the class 'Button' is registered by plugins 'Given' (") == true)
    #expect(try maker(tied, plugins: #""Other": "*""#) == "Other")
  }

  @Test("a class that is a base of another plugin's class is not shadowed, but by what a person or a scene names")
  func bases() throws {
    let places = try Places()
    try places.add("Shipped", "Button", in: places.shipped.path)
    try places.add("More", "IconButton", base: "Button", in: places.shipped.path)
    try places.add("Mine", "Button", in: places.user)
    let library = places.library()
    #expect(try maker(library) == "Shipped")
    #expect(try maker(library, "Mine.Button") == "Mine")
    #expect(try maker(library, plugins: #""Mine": "*""#) == "Mine")
    #expect(library.registry.shadowedClasses.map(\.plugin.name) == ["Mine"])
    let icon = try #require(library.registry.entry(of: "IconButton"))
    #expect(library.registry.lineage(of: icon).map(\.plugin.name) == ["More", "Shipped"])
    // A user's plugin may extend another plugin of the user.
    try places.add("Cards", "CardButton", base: "Mine.Button", in: places.user)
    let card = try #require(places.library().registry.entry(of: "CardButton"))
    #expect(card.registry.lineage(of: card).map(\.plugin.name) == ["Cards", "Mine"])
  }

  @Test("a file of the same name replaces a shipped plugin as a whole")
  func files() throws {
    let places = try Places()
    try places.add("Kit", "Button", in: places.shipped.path)
    try FileManager.default.copyItem(
      atPath: "\(places.shipped.path)/kit.inspector-plugin.json", toPath: "\(places.user)/kit.inspector-plugin.json")
    let library = places.library()
    #expect(library.plugins.map(\.path) == ["\(places.user)/kit.inspector-plugin.json"])
    #expect(library.unused.map(\.path) == ["\(places.shipped.path)/kit.inspector-plugin.json"])
    #expect(try maker(library) == "Kit")
  }

  @Test("what other plugins have of a plugin's names is named, with which of them is used")
  func conflicts() throws {
    let places = try Places()
    try places.add("Shipped", "Button", in: places.shipped.path)
    try places.add("Path", "Slider", in: places.path.path)
    try places.add("Mine", "Meter", in: places.user)
    let registry = places.library().registry
    let words = { (name: String, file: String, classes: [String]) in
      registry.conflicts(of: name, file: file, classes: classes, in: .user).map(\.message)
    }
    let shipped = "'Shipped' (\(places.shipped.path)/shipped.inspector-plugin.json)"
    #expect(
      words("Button", "button", ["Button"]) == [
        "plugin \(shipped) also has a class 'Button'; if this plugin is installed, scenes get its class, and 'Shipped.Button' names the other one"
      ])
    #expect(
      words("New", "new", ["Slider", "Meter"]) == [
        "plugin 'Path' (\(places.path.path)/path.inspector-plugin.json) also has a class 'Slider', which comes first; write 'New.Slider' for the class of this plugin",
        "plugin 'Mine' (\(places.user)/mine.inspector-plugin.json) also has a class 'Meter', and neither comes first; name one plugin in a scene's 'plugins', or write 'New.Meter'",
      ])
    #expect(
      words("shipped", "other", []) == [
        "another plugin is also called 'Shipped': '\(places.shipped.path)/shipped.inspector-plugin.json'; give this one a name of its own, which scenes can require in 'plugins'"
      ])
    #expect(
      words("Else", "shipped", ["Button"]) == [
        "'\(places.shipped.path)/shipped.inspector-plugin.json' has the same file name, and will no longer be used once this plugin is installed; give this plugin another file name"
      ])
    // It is replaced, with its names.
    #expect(words("Mine", "mine", ["Meter"]).isEmpty)
  }
}
