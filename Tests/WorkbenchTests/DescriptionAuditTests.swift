import Foundation
import InspectorKit
import Testing

@testable import PluginHost
@testable import Workbench

/// Tests of mistakes in handwritten descriptions: unknown members are warnings, unknown names are errors.
@Suite struct DescriptionAuditTests {
  /// Returns the findings about a plugin without code with these components and extensions, next to Basics and Layers.
  private func findings(_ components: String, extensions: String = "") throws -> [String] {
    let folder = try PluginFolder()
    try folder.add("basics", executable: "inspector-plugin-basics")
    try folder.add("layers", executable: "inspector-plugin-layers")
    let text = """
      { "$schema": "s", "$comment": "free", "format": "inspector-plugin/1", "name": "Game", "version": "1", "protocol": [1, 1],
        "components": [\(components)],
        "extensions": [\(extensions)] }
      """
    try text.write(toFile: "\(folder.path)/game.inspector-plugin.json", atomically: true, encoding: .utf8)
    let library = folder.library()
    let plugin = try #require(library.plugin(named: "Game"))
    #expect(plugin.problem == nil)
    return DescriptionAudit(of: plugin, beside: library.plugins).findings.map {
      "\($0.isError ? "error" : "warning") \($0.message)"
    }
  }

  private func component(_ members: String, property: String = "") -> String {
    #"{"name": "Pickup", \#(members)"properties": [{"name": "metal", "type": "String", "default": "gold", "options": [{"value": "gold", "label": "Gold"}]\#(property)}]}"#
  }

  @Test("comments and schemas are free, wherever they stand")
  func free() throws {
    #expect(
      try findings(component(#""$comment": ["any"], "#, property: #", "$comment": {}, "$schema": 1"#)).isEmpty)
  }

  @Test(
    "a member that the format does not have is a warning with its place and what is probably meant",
    arguments: [
      (#""bass": "View", "#, "", "'Pickup' has an unknown member 'bass', at 2:37; did you mean 'base'?"),
      (
        "", #", "readonly": true"#,
        "'Pickup.metal' has an unknown member 'readonly', at 2:156; did you mean 'readOnly'?"
      ),
      (
        "", #", "rnage": {"minimum": 1}"#,
        "'Pickup.metal' has an unknown member 'rnage', at 2:156; did you mean 'range'?"
      ),
      (
        #""drawing": [{"fill": {"rect": [0, 0, 1, 1], "raduis": 2}}], "#, "",
        "'fill' in entry 1 of the drawing of 'Pickup' has an unknown member 'raduis', at 2:81; did you mean 'radius'?"
      ),
      (
        #""drawing": [{"group": [{"fill": {"rect": [0, 0, 1, 1]}, "repaet": 3}]}], "#, "",
        "entry 1 of 'group' in entry 1 of the drawing of 'Pickup' has an unknown member 'repaet', at 2:93; did you mean 'repeat'?"
      ),
      (
        #""drawing": [{"text": {"object": "name", "esle": "?"}, "in": [0, 0, 9, 9]}], "#, "",
        "'text' in entry 1 of the drawing of 'Pickup' has an unknown member 'esle', at 2:77; did you mean 'else'?"
      ),
      (
        #""placement": [{"frame": [0, 0], "piovt": [0, 0]}], "#, "",
        "entry 1 of the placement of 'Pickup' has an unknown member 'piovt', at 2:69; did you mean 'pivot'?"
      ),
      (
        #""actions": [{"name": "empty", "sets": {"metal": "gold"}, "lable": "Empty"}], "#, "",
        "the action 'Pickup.empty' has an unknown member 'lable', at 2:94; did you mean 'label'?"
      ),
    ])
  func members(members: String, property: String, words: String) throws {
    #expect(try findings(component(members, property: property)) == ["warning \(words)"])
  }

  @Test(
    "a name that is nowhere is an error",
    arguments: [
      (
        #""base": "Viw", "#, "",
        "its base 'Viw' is not a class of any plugin found; did you mean 'View'?"
      ),
      (
        #""base": "View", "actions": [{"name": "go", "sets": {"alpa": 1}}], "#, "",
        "its action 'go' sets 'alpa', and 'Pickup' has no such property; did you mean 'alpha'?"
      ),
      (
        #""drawing": [{"fill": {"rect": [0, 0, "widht - 4", "height"]}}], "#, "",
        "its drawing names 'widht', and 'Pickup' has no such property; did you mean 'width'?"
      ),
      (
        #""placement": [{"frame": ["metla", "parent.any"]}], "#, "",
        "its placement names 'metla', and 'Pickup' has no such property; did you mean 'metal'?"
      ),
      (
        #""drawing": [{"text": {"property": "mettal", "else": "?"}, "in": [0, 0, "width", "height"]}], "#, "",
        "its drawing names 'mettal', and 'Pickup' has no such property; did you mean 'metal'?"
      ),
      (
        #""drawing": [{"text": {"property": "metal", "map": {"golld": "G"}}, "in": [0, 0, "width", "height"]}], "#, "",
        "its drawing has entries for the value 'golld' of 'metal', which is not one of its options; did you mean 'gold'?"
      ),
      (
        #""base": "View", "#, #", "visibleWhen": "[alpa>0.5]""#,
        "'Pickup.metal' has the 'visibleWhen' condition '[alpa>0.5]', and 'Pickup' has no property 'alpa'; did you mean 'alpha'?"
      ),
      (
        #""base": "View", "#, #", "dependsOn": ["alpa"]"#,
        "it depends on 'alpa', and 'Pickup' has no such property; did you mean 'alpha'?"
      ),
    ])
  func names(members: String, property: String, words: String) throws {
    #expect(try findings(component(members, property: property)) == ["error \(words)"])
  }

  @Test("names of inherited properties, of their members and of the size are names")
  func known() throws {
    let drawing = #"""
      "base": "View", "actions": [{"name": "go", "sets": {"alpha": 1, "frame.x": 2}}],
      "drawing": [{"fill": {"rect": [0, 0, "width - frame.x", "height * alpha"]}, "repeat": "tag + 1", "opacity": "index"},
        {"text": {"property": "metal", "map": {"gold": "G"}}, "in": [0, 0, "width", "height"], "when": "[isHidden=false]"}],
      """#
    #expect(try findings(component(drawing, property: #", "visibleWhen": "[alpha>0.5]""#)) == [])
  }

  @Test("extensions: the class, the key path and its type")
  func extensions() throws {
    func found(_ target: String, _ property: String) throws -> [String] {
      try findings(
        component(""), extensions: #"{"name": "Ex", "extends": "\#(target)", "properties": [\#(property)]}"#)
    }
    #expect(
      try found("Viw", "") == [
        "error it extends 'Viw', which is not a class of any plugin found; did you mean 'View'?"
      ])
    #expect(
      try found("View", #"{"name": "bw", "type": "Double", "default": 0, "aliasOf": "layer.bordrWidth"}"#) == [
        "error it is another name of 'layer.bordrWidth', which 'View' does not have; did you mean 'layer.borderWidth'?"
      ])
    #expect(
      try found("View", #"{"name": "bw", "type": "Int", "default": 0, "aliasOf": "layer.borderWidth"}"#) == [
        "error it is another name of 'layer.borderWidth', which is a Double, and it is itself an Int; give it the same type"
      ])
    #expect(
      try found("View", #"{"name": "bw", "type": "Double", "default": 0, "aliasOf": "layer.borderWidth"}"#) == [])
  }

  @Test("a plugin in Python is read in the same way, and loaded all the same")
  func python() throws {
    let folder = try PluginFolder()
    try folder.add("basics", executable: "inspector-plugin-basics")
    let snake =
      "{'format': 'inspector-plugin/1', 'name': 'Py', 'version': '1.0.0', 'protocol': [1, 1], 'components': [{'name': 'Snake', 'base': 'SliderView', 'bse': 1, 'properties': [{'name': 'length', 'type': 'Int', 'default': 1, 'stepp': 2}]}]}"
    try folder.add(
      "py",
      script: pythonPlugin(
        "send({'id': message['id'], 'rows': [{} for row in message['build']['rows']]})", description: snake))
    let library = folder.library()
    let plugin = try #require(library.plugin(named: "Py"))
    #expect(library.problems.isEmpty)
    #expect(
      DescriptionAudit(of: plugin, beside: library.plugins).findings.map(\.message) == [
        "'Snake' has an unknown member 'bse'; did you mean 'base'?",
        "'Snake.length' has an unknown member 'stepp'; did you mean 'step'?",
      ])
  }

  @Test(
    "a property that is inherited and declared again is named, since it has no effect; one listed as inherited is not")
  func redeclared() throws {
    let own = #"{"name": "Own", "base": "View", "properties": [{"name": "tag", "type": "Int", "default": 1}]}"#
    let listed = own.replacingOccurrences(of: "Own", with: "Listed")
      .replacingOccurrences(of: "\"Int\"", with: "\"Int\", \"class\": \"View\"")
    #expect(
      try findings("\(own), \(listed)") == [
        "warning it inherits 'tag' from 'View', so what it declares for 'tag' itself has no effect; leave it out, or choose another name"
      ])
  }

  @Test("a component that is declared and not listed is named, in Swift from the program's symbols")
  func unlisted() throws {
    let folder = try PluginFolder()
    try folder.add("hostile", executable: "Hostile")
    let description =
      "{'format': 'inspector-plugin/1', 'name': 'Py', 'version': '1.0.0', 'protocol': [1, 1], 'components': [{'name': 'Snake', 'base': 'Reptile', 'properties': [{'name': 'length', 'type': 'Int', 'default': 1}]}, {'name': 'Reptile', 'properties': []}], 'unlisted': ['Reptile', 'Lizard']}"
    try folder.add(
      "py",
      script: pythonPlugin(
        "send({'id': message['id'], 'rows': [{} for row in message['build']['rows']]})", description: description))
    let library = folder.library()
    func found(_ name: String) throws -> [String] {
      let plugin = try #require(library.plugin(named: name))
      return DescriptionAudit(of: plugin, beside: library.plugins).findings.map {
        "\($0.isError ? "error" : "warning") \($0.className ?? "") \($0.message)"
      }
    }
    let words = "the plugin declares it but does not list it, so no scene can use it; add"
    #expect(
      try found("Hostile") == [
        "warning Forgotten \(words) 'Forgotten.self' to 'components' or 'extensions'",
        "warning ForgottenBase \(words) 'ForgottenBase.self' to 'components' or 'extensions'",
      ])
    #expect(try found("Py") == ["warning Lizard \(words) it to the list of components"])
  }

  @Test("the descriptions of this repository are without a slip")
  func own() throws {
    let folder = try PluginFolder()
    for name in ["basics", "layers", "ratings", "samples", "scrolling", "shapes", "tags"] {
      try folder.add(name, executable: "inspector-plugin-\(name)")
    }
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    for file in [
      "Plugins/UIKit/uikit.inspector-plugin.json", "Tests/Golden/data-plugins/shop.inspector-plugin.json",
    ] {
      let name = String(file.split(separator: "/").last ?? "")
      try FileManager.default.copyItem(atPath: "\(root)/\(file)", toPath: "\(folder.path)/\(name)")
    }
    let library = folder.library()
    #expect(library.problems.isEmpty && library.plugins.count == 9)
    for plugin in library.plugins {
      #expect(DescriptionAudit(of: plugin, beside: library.plugins).findings.map(\.message) == [], "\(plugin.name)")
    }
  }
}
