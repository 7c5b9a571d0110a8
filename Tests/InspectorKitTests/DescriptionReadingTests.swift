import JSONText
import Testing

@testable import InspectorKit

/// Tests that descriptions not written with InspectorKit are validated like those that are.
@Suite struct DescriptionReadingTests {
  /// Returns the problems of a description with one component, `Snake`, that has the given properties.
  private func problems(_ properties: String..., component: String = "") throws -> [String] {
    let text = """
      {"format":"inspector-plugin/1","name":"Py","version":"1.0.0","protocol":[1,1],
       "components":[{"name":"Snake","label":"Snake"\(component),"properties":[\(properties.joined(separator: ","))]}]}
      """
    let json = try JSON.parse(Array(text.utf8))
    do throws(DescriptionProblems) {
      _ = try PluginDescription(reading: json)
      return []
    } catch {
      return error.problems
    }
  }

  private func int(_ name: String, _ more: String, value: String = "1") -> String {
    #"{"name":"\#(name)","label":"\#(name)","type":"Int","optional":false,"class":"Snake","default":\#(value)\#(more)}"#
  }

  private func text(_ name: String, _ more: String) -> String {
    #"{"name":"\#(name)","label":"\#(name)","type":"String","optional":true,"class":"Snake"\#(more)}"#
  }

  @Test("what is in order is read, null counts as absent")
  func good() throws {
    #expect(
      try problems(
        int("a", #","range":{"minimum":0},"softRange":{"maximum":9},"step":2,"unit":"pt","help":null"#),
        text("b", #","options":[{"value":"x"},{"value":"y","label":"Why"}],"dependsOn":["a"],"validate":["theirs"]"#))
        == [])
  }

  @Test(
    arguments: [
      (#","range":{"minimum":9,"maximum":1}"#, "'Snake.a' has the empty range 9…1"),
      (#","range":{}"#, "'Snake.a' has a 'range' without a bound; give it a 'minimum', a 'maximum' or both"),
      (#","range":[1,9]"#, "'Snake.a' has the 'range' [1,9], which is not an object with 'minimum', 'maximum' or both"),
      (
        #","range":{"minimum":"1","maximum":3}"#,
        "the 'range' of 'Snake.a' has the 'minimum' \"1\", which is not a number"
      ),
      (#","range":{"minimum":2}"#, "'Snake.a' has the default 1, but it must be at least 2"),
      (#","softRange":{"minimum":9,"maximum":1}"#, "'Snake.a' has the empty range 9…1"),
      (
        #","range":{"minimum":0,"maximum":5},"softRange":{"maximum":6}"#,
        "'Snake.a' has the soft range at most 6, but its range is 0…5"
      ),
      (#","step":0"#, "'Snake.a' has the step 0; a step is above 0"),
      (#","step":"1""#, "'Snake.a' has the 'step' \"1\", which is not a number"),
      (#","options":[{"value":1},{"value":2},{"value":1}]"#, "'Snake.a' lists the option 1 twice"),
      (#","options":[{"value":2}]"#, "'Snake.a' has the default '1', which is not among its options 2"),
      (
        #","options":[{"value":1},{"value":"x"}]"#,
        "'Snake.a' is an Int and cannot have the option x; options are values of an Int or a String property"
      ),
      (
        #","options":[1]"#, "'Snake.a' has the option 1; it needs a 'value', an Int or a String, and a 'label'"
      ),
      (#","options":{}"#, "'Snake.a' has no list 'options'"),
      (#","order":"first""#, "'Snake.a' has the 'order' \"first\", which is not a whole number"),
      (#","readOnly":"yes""#, "'Snake.a' has the 'readOnly' \"yes\", which is not true or false"),
      (
        #","aliases":["b",1]"#,
        "'Snake.a' has the alias 1; an alias is a name, or an object with 'name' and 'through', a transformer"
      ),
      (#","title":true"#, "'Snake.a' is an Int and cannot be the title of an object; only a String can"),
      (#","title":"yes""#, "'Snake.a' has the 'title' \"yes\", which is not true or false"),
      (#","unit":5"#, "'Snake.a' has the 'unit' 5, which is not a text"),
      (
        #","dependsOn":["aa"]"#,
        "'Snake.a' depends on 'aa', which is not a property of 'Snake'"
      ),
    ])
  func numbers(member: String, message: String) throws {
    #expect(try problems(int("a", member)) == [message])
  }

  @Test(
    arguments: [
      (#","flags":[{"value":3,"label":"A"}]"#, "'Snake.a' has the flag 3; a flag is one bit: 1, 2, 4, 8 and so on"),
      (#","flags":[{"value":0,"label":"A"}]"#, "'Snake.a' has the flag 0; a flag is one bit: 1, 2, 4, 8 and so on"),
      (
        #","flags":[{"value":1,"label":"A|B"}]"#,
        "'Snake.a' has the flag 'A|B'; a flag's label has at least one letter, and no '|' and no comma"
      ),
      (
        #","flags":[{"value":1,"label":"A"},{"value":2,"label":"a"}]"#,
        "'Snake.a' has the flag 2 (a) twice; each flag has a bit and a label of its own"
      ),
      (#","flags":[1]"#, "'Snake.a' has the flag 1; it needs a 'value', an Int, and a 'label'"),
      (
        #","flags":[{"value":1,"label":"A"}],"options":[{"value":1}]"#,
        "'Snake.a' has flags and options; remove one of them"
      ),
      (#","references":"Snake""#, "'Snake.a' is an Int and cannot refer to an object; only a String can"),
      (#","multiline":true"#, "'Snake.a' is an Int and cannot have several lines; only a String can"),
      (#","file":["*.png"]"#, "'Snake.a' is an Int and cannot be the path of a file; only a String can"),
    ])
  func rolesOfNumbers(member: String, message: String) throws {
    #expect(try problems(int("a", member)) == [message])
  }

  @Test(
    arguments: [
      (
        #","references":"Snake","options":[{"value":"x"}]"#,
        "'Snake.a' refers to objects and has options; remove one of them"
      ),
      (
        #","references":"","default":"""#,
        "'Snake.a' refers to objects without naming their class; name it, or write \"*\" for any class"
      ),
      (
        #","references":"*","default":"x""#,
        "'Snake.a' refers to objects and has the default 'x'; only scenes have objects, so its default is \"\""
      ),
      (#","file":["*.png",""]"#, "'Snake.a' has an empty pattern for files; write one such as \"*.png\""),
      (#","flags":[{"value":1,"label":"A"}]"#, "'Snake.a' is a String and cannot have flags; only an Int can"),
    ])
  func rolesOfTexts(member: String, message: String) throws {
    #expect(try problems(text("a", member)) == [message])
  }

  @Test(
    arguments: [
      (#","title":"{b}""#, "the title of 'Snake' names 'b', which is not a property of 'Snake'"),
      (
        #","title":"{a""#,
        "the title '{a' of 'Snake' has a brace without its counterpart; write the names of properties as '{name}'"
      ),
      (#","title":7"#, "'Snake' has the 'title' 7, which is not a text"),
      (#","presets":{}"#, "'Snake' has the 'presets' {}, which is not a list of presets"),
      (#","presets":[{"name":"P","values":{"b":1}}]"#, "the preset 'P' of 'Snake' is wrong: no property is called 'b'"),
      (
        #","presets":[{"name":"P","values":{"a":null}}]"#,
        "the preset 'P' of 'Snake' is wrong: 'a' is an Int and cannot be null"
      ),
      (
        #","presets":[{"name":"P","values":{}},{"name":"p","values":{}}]"#,
        "'Snake' has two presets called 'p'; letter case does not count; rename one of them"
      ),
    ])
  func faces(member: String, message: String) throws {
    #expect(try problems(int("a", ""), component: member) == [message])
  }

  @Test("all problems are told at once")
  func everything() throws {
    #expect(
      try problems(
        int("not a name", ""), text("t", #","range":{"minimum":1},"step":1,"unit":"pt""#), int("b", "", value: "\"x\""),
        component: #","base":7"#) == [
          "'Snake.b' has the default \"x\", which is not an Int",
          "'Snake' declares the name 'not a name', which is not an identifier",
          "'Snake.t' is a String and cannot have a range; only Int and Double can",
          "'Snake.t' is a String and cannot have a step; only Int and Double can",
          "'Snake.t' is a String and cannot have a unit; numbers, points, sizes and rects can",
          "'Snake' has the 'base' 7, which is not a text",
        ])
  }

  @Test("a component's name can stand in a selector")
  func names() throws {
    let text = #"""
      {"format":"inspector-plugin/1","name":"Py","version":"1","protocol":[1,1],
       "components":[{"name":"a b","label":"A","properties":[]}]}
      """#
    let json = try JSON.parse(Array(text.utf8))
    do throws(DescriptionProblems) {
      _ = try PluginDescription(reading: json)
      Issue.record("the description was read")
    } catch {
      #expect(error.problems == ["'a b' is not a name for a component; write an identifier"])
    }
  }

  @Test("what the SDK refuses of its own: a soft range beyond the hard one, a default that is not finite")
  func sdk() {
    guard case .failure(let found) = PluginWorker.description(name: "T", version: "1", components: [Bounds.self]) else {
      Issue.record("the plugin has no problems")
      return
    }
    #expect(
      found.problems == [
        "InspectorKitTests/DescriptionReadingTests.swift:207: 'Bounds.ratio' has the soft range -1…1, but its range is 0…1",
        "InspectorKitTests/DescriptionReadingTests.swift:207: 'Bounds.ratio' has a default that no document can hold: it is nan; a number must be finite",
        "InspectorKitTests/DescriptionReadingTests.swift:209: 'Bounds.room' has a default that no document can hold: its width is inf; a number must be finite",
      ])
  }
}

private final class Bounds: Component {
  var ratio = Double.nan
  var room = Size(width: .infinity, height: 1)
  var open = 1.0

  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Bounds.self)
    list.property(
      "ratio", of: Bounds.self, .init(range: 0...1, softRange: -1...1), get: { $0.ratio }, set: { $0.ratio = $1 })
    list.property("room", of: Bounds.self, get: { $0.room }, set: { $0.room = $1 })
    list.property(
      "open", of: Bounds.self, .init(range: 0...Double.infinity), get: { $0.open }, set: { $0.open = $1 })
  }
}
