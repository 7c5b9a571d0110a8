import InspectorKit
import JSONText
import TestSupport
import Testing
import Workbench

@testable import PluginCommands

/// Tests of descriptions inferred from small scenes.
@Suite struct InferenceTests {
  /// Returns the inference from scenes, each given by the text of its object list.
  private func inference(
    _ scenes: String..., beside library: PluginLibrary = PluginLibrary([])
  ) throws -> DescriptionInference {
    var evidence = SceneEvidence()
    for objects in scenes {
      let text = #"{"format": "inspector-scene/1", "objects": [\#(objects)]}"#
      evidence.add(try SceneSession.open(bytes: Array(text.utf8), name: "scene.json", library: library).model)
    }
    return DescriptionInference(evidence, library.registry, name: "Found")
  }

  /// Returns an object of class `A` with one value.
  private func object(_ id: Int, _ value: String, key: String = "p") -> String {
    #"{"id": "\#(id)", "class": "A", "attributes": {"\#(key)": \#(value)}}"#
  }

  /// Returns the inference from one scene with an object of class `A` for each value of `p`.
  private func inference(values: [String], key: String = "p") throws -> DescriptionInference {
    try inference(values.enumerated().map { object($0, $1, key: key) }.joined(separator: ","))
  }

  @Test(
    "A type is one that all values have",
    arguments: [
      (["1", "2"], PropertyType.int), (["1", "2.5"], .double), (["1e300"], .double), (["true", "null"], .bool),
      ([#""1""#], .string), ([#""red""#, #""blue""#], .string), (["null"], .string), ([##""#F00""##], .color),
      ([#""red""#, ##""#F00""##], .color), ([#""red""#, #"{"white": 1}"#], .color), ([#""""#, ##""#F00""##], .string),
      ([#"{"x": 1, "y": 2}"#], .point), ([#"{"width": 1, "height": 2}"#], .size),
      ([#"{"x": 1, "y": 2, "width": 1, "height": 2}"#], .rect),
    ] as [([String], PropertyType)])
  func types(values: [String], type: PropertyType) throws {
    #expect(try inference(values: values).components.first?.properties.map(\.type) == [type])
  }

  @Test("A value of no type, or of several, is left out with the reason")
  func leftOut() throws {
    for (values, doubt) in [
      (["[1]"], .shapeless), ([#"{"a": 1}"#, "1"], .shapeless), (["1", "true"], .mixed([.bool, .int])),
      ([#""x""#, #"{"white": 1}"#], .mixed([.color, .string])),
    ] as [([String], InferenceFinding.Doubt)] {
      let inference = try inference(values: values)
      #expect(inference.components.map(\.properties) == [[]])
      #expect(inference.findings == [InferenceFinding(className: "A", property: "p", doubt: doubt)])
    }
    #expect(try inference(values: ["true"], key: "odd key").findings.map(\.doubt) == [.badName])
  }

  @Test("Whole numbers are Double beside a fraction of a related name")
  func besideFraction() throws {
    let found = try inference(
      #"{"id": "a", "class": "A", "attributes": {"minValue": 1, "tag": 7}}"#,
      #"{"id": "b", "class": "B", "attributes": {"value": 0.5}}"#)
    #expect(found.components.first?.properties.map(\.type) == [.double, .int])
    #expect(found.findings.map(\.doubt) == [.besideFraction(word: "value"), .wholeSoFar(count: 1)])
    #expect(
      found.findings.first?.message
        == "A.minValue: Double although its values are whole, since a property 'value' of another class has fractions; write Int if it counts something"
    )
  }

  @Test("Texts called a colour are colours if all of them name one")
  func colors() throws {
    #expect(try inference(values: [#""red""#], key: "glowColor").components[0].properties[0].type == .color)
    #expect(try inference(values: [#""rot""#], key: "glowColor").components[0].properties[0].type == .string)
  }

  @Test("A default is the value of more than half of all objects; other properties may be unset")
  func defaults() throws {
    let most = try #require(try inference(values: ["1", "1", "3"]).components.first?.properties.first)
    #expect(most.defaultValue?.json == .int(1))
    #expect(!most.isOptional)
    #expect(most.metadata.softRange == PropertyRange(minimum: 1, maximum: 3))

    let half = try #require(try inference(values: ["1", "1", "2", "3"]).components.first?.properties.first)
    #expect(half.defaultValue == nil && half.isOptional)

    let one = try #require(try inference(values: ["4"]).components.first?.properties.first)
    #expect(one.defaultValue == nil && one.isOptional, "one object agrees with no other")
    #expect(try inference(values: ["1.5", "1.5"]).findings.map(\.doubt) == [.fewObjects(count: 2)])
    #expect(try inference(values: Array(repeating: "1.5", count: 5)).findings == [])

    let absent = #"{"id": "x", "class": "A"}, {"id": "y", "class": "A"}"#
    let few = try #require(try inference(object(1, "1") + "," + absent).components.first?.properties.first)
    #expect(few.defaultValue == nil && few.isOptional)
    #expect(few.metadata.softRange == nil)
  }

  @Test("Few texts that repeat in several scenes are options")
  func options() throws {
    func scene(_ texts: [String]) -> String {
      texts.enumerated().map { object($0, #""\#($1)""#) }.joined(separator: ",")
    }
    let words = ["top", "top", "left"]
    let found = try inference(scene(words), scene(["left", "left", "top"]))
    #expect(found.components.first?.properties.first?.options.map(\.value.text) == ["left", "top"])
    #expect(found.findings.map(\.doubt) == [.options(count: 2)])
    // In one scene alone, with one that is rare, and of words with blanks.
    #expect(try inference(scene(words + words)).components.first?.properties.first?.options.isEmpty == true)
    #expect(
      try inference(scene(words), scene(words + ["right"])).components.first?.properties.first?.options.isEmpty == true)
    let sentences = ["a b", "a b", "c d", "c d", "c d", "a b"]
    #expect(
      try inference(scene(sentences), scene(sentences)).components.first?.properties.first?.options.isEmpty == true)
  }

  @Test("A class's base is the one that at least half of its objects name")
  func bases() throws {
    func object(_ id: Int, _ base: String?) -> String {
      #"{"id": "\#(id)", "class": "A"\#(base.map { #", "base": "\#($0)""# } ?? "")}"#
    }
    func scene(_ bases: [String?]) throws -> DescriptionInference {
      try inference(bases.enumerated().map { object($0, $1) }.joined(separator: ","))
    }
    let half = try scene(["B", nil])
    #expect(half.components.map(\.name) == ["A", "B"])
    #expect(half.components.map(\.base) == ["B", nil])
    #expect(half.findings == [InferenceFinding(className: "B", doubt: .baseOnly)])

    let rare = try scene(["B", nil, nil])
    #expect(rare.components.map(\.base) == [nil])
    #expect(rare.findings.map(\.doubt) == [.rareBase("B", count: 1, objects: 3)])

    let several = try scene(["B", "C", "C"])
    #expect(several.components.map(\.base) == ["C", nil])
    #expect(several.findings.map(\.doubt) == [.severalBases(["C (2)", "B (1)"], used: "C"), .baseOnly])

    #expect(try scene(["A"]).components.map(\.base) == [nil])
    let circle = try inference(
      #"{"id": "a", "class": "A", "base": "B"}, {"id": "b", "class": "B", "base": "A"}"#)
    #expect(circle.components.map(\.base) == ["B", nil])
  }

  @Test("The topmost class that stores a key declares it, with the values of all classes that extend it")
  func hierarchy() throws {
    let found = try inference(
      #"""
      {"id": "a", "class": "A", "attributes": {"p": 1}},
      {"id": "b", "class": "B", "base": "A", "attributes": {"p": 1.5, "q": true}}
      """#)
    #expect(found.components.map { $0.properties.map(\.name) } == [["p"], ["q"]])
    #expect(found.components.first?.properties.first?.type == .double)
  }

  @Test("The keys of registered classes are left to them; other keys become extensions")
  func registered() throws {
    let text = #"""
      {"format": "inspector-plugin/1", "name": "Known", "version": "1", "protocol": [1, 1], "components": [
        {"name": "Box", "properties": [{"name": "side", "type": "Double", "default": 1, "aliases": ["edge"]}]},
        {"name": "Cube", "base": "Box", "properties": []}]}
      """#
    let folder = TemporaryFolder()
    let path = folder.write("known.inspector-plugin.json", text)
    var search = PluginSearch(paths: [path], executableFolder: nil, environment: [:])
    search.looksAtPathsOnly = true
    let found = try inference(
      #"""
      {"id": "a", "class": "Box", "attributes": {"side": 1, "tint": "#F00"}},
      {"id": "b", "class": "Cube", "attributes": {"edge": 1, "tint": "#0F0"}},
      {"id": "c", "class": "Own", "base": "Cube", "attributes": {"side": 2, "tint": "#00F", "own": true}}
      """#, beside: PluginLibrary(search: search))
    #expect(found.components.map(\.name) == ["Own"])
    #expect(found.components.first?.properties.map(\.name) == ["own"])
    #expect(found.extensions.map(\.extends) == ["Box"])
    #expect(found.extensions.first?.name == "FoundBox")
    #expect(found.extensions.first?.properties.map(\.name) == ["tint"])
    #expect(found.summary == "1 class and 2 properties; 1 known class is also extended")
  }

  @Test("What is written is a description without problems, and two labels are never the same")
  func written() throws {
    let inference = try inference(
      #"""
      {"id": "a", "class": "A", "base": "B", "attributes": {"_mode": "x", "mode": "x", "layer.radius": 1, "n": 5e0}}
      """#)
    let template = InferredTemplate(name: try PluginName("found"), inference: inference, sceneCount: 1)
    let file = try #require(template.files.first)
    #expect(file.path == "found.inspector-plugin.json")
    let read = try PluginDescription(reading: try JSON.parse(Array(file.text.utf8)), isData: true)
    #expect(read.components == inference.components)
    #expect(read.components.first?.properties.map(\.label) == ["Mode", "Layer Radius", "mode", "N"])
    #expect(!file.text.split(separator: "\n").contains { $0.hasSuffix(" ") })
  }
}
