import JSONText
import Testing

@testable import InspectorKit

/// Tests of former option values and former class names: in Swift, in descriptions, and with mistakes.
@Suite struct FormerNameTests {
  private func described(_ components: Component.Type...) -> Result<PluginDescription, DescriptionProblems> {
    PluginWorker.description(name: "Test", version: "1.0.0", components: components).map(\.0)
  }

  @Test("what Swift declares is in the description, and is read from there as it was")
  func roundTrip() throws {
    let description = try described(Pen.self, Quill.self).get()
    #expect(description.components.map(\.aliases) == [["Stylus", "Nib"], []])
    #expect(description.components.map { $0.json["aliases"]?.text() } == [#"["Stylus","Nib"]"#, nil])
    let pen = try #require(description.components.first)
    #expect(
      pen.property(named: "cap")?.json["options"]?.text()
        == #"[{"value":"butt","label":"Butt"},{"value":"round","label":"Round","aliases":["rounded","circle"]}]"#)
    #expect(
      pen.property(named: "start")?.json["options"]?.text()
        == #"[{"value":0,"label":"None"},{"value":1,"label":"Arrow","aliases":[7]}]"#)
    #expect(pen.property(named: "end")?.options.map(\.aliases) == [[], [.string("none")]])
    #expect(pen.property(named: "cap")?.remarks.last == "round formerly rounded, circle")
    let read = try PluginDescription(reading: description.json)
    #expect(read == description)
    #expect(read.json.text() == description.json.text())
  }

  @Test(
    "a text means the option that had it as its value",
    arguments: [
      ("round", nil), ("Round", "round"), ("circle", "round"), ("\"rounded\"", "round"), ("Circle", nil), ("butt", nil),
    ])
  func meant(text: String, value: String?) throws {
    let pen = try #require(try described(Pen.self).get().components.first)
    let options = try #require(pen.property(named: "cap")).options
    #expect(options.value(meantBy: text) == value.map(PropertyValue.string))
  }

  @Test("mistakes are reported together")
  func mistakes() {
    guard case .failure(let problems) = described(Muddled.self, Other.self) else {
      Issue.record("the classes were described")
      return
    }
    // Each problem begins with the place of its property or class.
    let messages = problems.problems.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" }
    #expect(
      messages == [
        "the option 'b' of 'Muddled.cap' has its own value as an alias; an alias is a former value",
        "the option 'b' of 'Muddled.cap' has the alias 'a', which is the value of another option; an alias is a former value",
        "the options 'a' and 'b' of 'Muddled.cap' share the alias 'x'; a former value belongs to one option",
        "the option 'b' of 'Muddled.cap' lists the alias 'y' twice",
        "'Muddled.cap' is a String and cannot have the option 1; options are values of an Int or a String property",
        "'Muddled.bits' has a flag with the alias '8'; only options have former values",
        "'Muddled' has its own name as an alias; an alias is a former name",
        "'Muddled' has the alias 'Other', which is the name of another class; an alias is a former name",
        "'Muddled' declares the name 'no name', which is not an identifier",
        "'Muddled' and 'Other' share the alias 'Old'; a former name belongs to one class",
        "'Other' lists the alias 'Older' twice",
      ])
  }

  @Test(
    "a member of a wrong type is refused with its place",
    arguments: [
      (
        #"{"value":"a","aliases":"b"}"#,
        "the option 'a' of 'Snake.a' has the 'aliases' \"b\", which is not a list of former values"
      ),
      (
        #"{"value":"a","aliases":[true]}"#,
        "the option 'a' of 'Snake.a' has the alias true, which is neither an Int nor a String"
      ),
      (
        #"{"value":"a","aliases":[1]}"#,
        "'Snake.a' is a String and cannot have the option 1; options are values of an Int or a String property"
      ),
    ])
  func members(option: String, message: String) throws {
    let text = #"""
      {"format":"inspector-plugin/1","name":"T","version":"1","protocol":[1,1],"components":[
      {"name":"Snake","properties":[{"name":"a","type":"String","default":"a","options":[\#(option)]}]}]}
      """#
    let json = try JSON.parse(Array(text.utf8))
    do {
      _ = try PluginDescription(reading: json, isData: true)
      Issue.record("the description was read")
    } catch {
      #expect(error.problems == [message])
    }
  }
}

@Component(aliases: ["Stylus", "Nib"]) private class Pen: Component {
  enum End: String, InspectableOptions { case plain, arrow }
  @Inspectable(options: ["butt", .option("round", aliases: "rounded", "circle")]) var cap = "butt"
  @Inspectable(options: [0: "None", .option(1, aliases: 7): "Arrow"]) var start = 0
  @Inspectable(options: ["arrow", .option("plain", aliases: "none")]) var end = End.plain
}

@Component private final class Quill: Pen {}

@Component(aliases: ["Muddled", "Other", "no name", "Old"]) private final class Muddled: Component {
  @Inspectable(options: [.option("a", aliases: "x"), .option("b", aliases: "b", "a", "x", "y", "y", 1)]) var cap = "a"
  @Inspectable(flags: [.option(1, aliases: 8): "One"]) var bits = 0
}

@Component(aliases: ["Old", "Older", "Older"]) private final class Other: Component {}
