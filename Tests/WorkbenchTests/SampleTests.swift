import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import Samples
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of the host's use of the sample plugins' metadata and conditions.
@Suite struct SampleTests {
  private func session(_ className: String, _ attributes: String = "") throws -> SceneSession {
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"o","class":"\#(className)","attributes":{\#(attributes)}}]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    return SceneSession(document, library: PluginLibrary(inProcess: [Samples.self]))
  }

  /// Returns the names of a stroke's visible properties, and of its inactive ones.
  private func states(_ attributes: String) throws -> (shown: [String], inactive: [String]) {
    let scene = try session("StrokeView", attributes)
    let names = ["style", "width", "strokeColor", "dashLength", "gap", "cap", "phase"]
    let found = try names.map { try scene.value(of: "o.\($0)") }
    return (found.filter(\.isVisible).map(\.name), found.filter { $0.state == .inactive }.map(\.name))
  }

  @Test(
    "conditions with and, or, not",
    arguments: [
      ("", "style width strokeColor cap", "cap"),
      (#""dashLength":3,"cap":"round""#, "style width strokeColor cap", "cap"),
      (#""style":"dashed","dashLength":3"#, "style width strokeColor dashLength gap cap phase", "cap"),
      (#""style":"dotted","width":2,"cap":"round""#, "style width strokeColor gap cap phase", "cap"),
      (#""style":"dashed","width":2,"cap":"round""#, "style width strokeColor dashLength gap cap phase", ""),
      (#""style":"dotted","gap":0,"phase":1"#, "style width strokeColor gap cap", "cap"),
      (#""style":"dotted","width":0,"phase":1"#, "style width strokeColor gap cap phase", "cap phase"),
      (
        #""style":"dotted","strokeColor":"transparent","phase":1"#, "style width strokeColor gap cap phase", "cap phase"
      ),
      (
        #""style":"dotted","strokeColor":"transparent","backgroundColor":"red","phase":1"#,
        "style width strokeColor gap cap phase", "cap"
      ),
    ])
  func conditions(attributes: String, shown: String, inactive: String) throws {
    let found = try states(attributes)
    #expect(found.shown.joined(separator: " ") == shown)
    #expect(found.inactive.joined(separator: " ") == inactive)
  }

  @Test("a unit may be typed, a former name is read, a rule is held, what is read-only stays")
  func thermostat() throws {
    let scene = try session("ThermostatView", #""temperature":18"#)
    #expect(try scene.effective("o.targetTemperature") == .double(18))
    try scene.set("#o", Assignment("targetTemperature", .set("21.5 °C")))
    #expect(scene.text.contains(#""temperature":21.5"#))
    #expect(
      refusal { try scene.set("#o", Assignment("targetTemperature", .set("21.3"))) }
        == "'ThermostatView' refuses the edit of 'o.targetTemperature': it must be a multiple of 0.5, not '21.3'")
    let wrongUnit = "'targetTemperature' is in '°C', but '°F' is in another unit; write the number in '°C', such as "
    #expect(
      refusal { try scene.set("#o", Assignment("targetTemperature", .set("70 °F"))) } == wrongUnit + "'70 °C'")
    #expect(
      refusal { try scene.set("#o", Assignment("targetTemperature", .add("5°F"))) } == wrongUnit + "'5 °C'")
    #expect(
      refusal { try scene.set("#o", Assignment("measuredTemperature", .set("21"))) }
        == "'measuredTemperature' is read-only")
    #expect(try scene.value(of: "o.hvacMode").label == "HVAC Mode")
    #expect(try session("ThermostatView").check().map(\.code) == ["value.required"])
  }
}
