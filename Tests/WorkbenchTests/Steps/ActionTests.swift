import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Components with all kinds of actions.
private enum Buttons: InspectorPlugin {
  static var components: [Component.Type] { [Knob.self, SmallKnob.self, Follower.self] }
}

/// A knob whose level is clamped to the maximum, and is also available in percent.
@Component private class Knob: Component {
  @Inspectable(range: 0...) var maximum = 10.0
  @Inspectable(dependsOn: ["maximum"]) var level = 5.0 {
    didSet {
      if level > maximum {
        level = maximum
        warn("no more than \(maximum)")
      }
      if level == 13 { reject("13 is unlucky") }
      isLoud = level > 8
    }
  }
  @Inspectable var percent: Double {
    get { level / maximum * 100 }
    set { level = newValue / 100 * maximum }
  }
  @Inspectable var isLoud = false
  @Inspectable(readOnly: true) private(set) var presses = 0
  @Inspectable var title: String?
  @Inspectable(options: ["a", "b"]) var mode = "a"

  /// In the middle.
  @Action func center() { percent = 50 }
  @Action("Turn Up") func up() { level += 2 }
  @Action func full() { level = 1000 }
  @Action func unlucky() {
    maximum = 20
    level = 13
  }
  @Action func grow() {
    maximum = 100
    level = 60
    title = "Big"
  }
  @Action func unname() { title = nil }
  @Action func press() { presses += 1 }
  @Action func spoil() { mode = "c" }
  @Action func escape() { level = -1 * .infinity }
  @Action func refuse() { reject("not today") }
  @Action func complain() { warn("that does nothing") }
  @Action(enabledWhen: "[isLoud=true]") func mute() { level = 0 }
}

@Component private final class SmallKnob: Knob {
  @Action("Center Softly") override func center() { level = 4 }
}

/// A component that copies its parent's level.
@Component(readsParent: ["level"]) private final class Follower: Component {
  @Inspectable var level = 0.0
  @Action func follow() { level = parent?.double("level") ?? -1 }
}

private func buttons(_ objects: String) throws -> SceneSession {
  let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
  let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
  return SceneSession(document, library: PluginLibrary(inProcess: [Buttons.self]))
}

private func knob(_ attributes: String = "", id: String = "k") -> String {
  ##"{"id":"\##(id)","class":"Knob","attributes":{\##(attributes)}}"##
}

/// Returns the attributes of a knob after an action, or the reason for its refusal.
private func stored(_ action: String, _ attributes: String = "") throws -> String {
  let scene = try buttons(knob(attributes))
  var request = EditRequest([.run(try selector("#k"), action: action)])
  request.wantsChanges = true
  do {
    let result = try scene.perform(request)
    let text = scene.objects.dropFirst(##"{"id":"k","class":"Knob","attributes":{"##.count).dropLast(2)
    #expect(scene.history.count == (result.changed > 0 ? 1 : 0))
    return ([String(text)] + result.warnings.map { "warning: \($0.message)" }).joined(separator: "; ")
  } catch {
    #expect(scene.objects == knob(attributes), "a refused action changes nothing")
    return "\(error.code): \(error.message)"
  }
}

@Suite struct ActionTests {
  @Test(
    "what is stored is what the action changed, without what hooks make from the rest",
    arguments: [
      // A computed property, and what a hook derives, follow from the level.
      ("center", #""maximum":40"#, #""maximum":40,"level":20"#),
      ("up", #""level":7.50"#, #""level":9.5"#),
      // Actions are also found by label.
      ("turn up", "", #""level":7"#),
      ("grow", "", #""maximum":100,"level":60,"title":"Big""#),
      ("unname", #""title":"x""#, #""title":null"#),
      // The action changes nothing, or only values that are not stored.
      ("unname", #""level":3"#, #""level":3"#),
      ("press", "", ""),
      ("complain", "", "; warning: 'k': that does nothing"),
      ("full", "", "\"level\":10; warning: 'k': no more than 10.0"),
      ("mute", #""level":9"#, #""level":0"#),
    ])
  func writes(action: String, before: String, after: String) throws {
    #expect(try stored(action, before) == after)
  }

  @Test(
    "an action that cannot be done is refused in words, and changes nothing",
    arguments: [
      ("mute", "action.inactive: the action 'mute' of 'k' can be run only if [isLoud=true]"),
      ("refuse", "hook.rejected: 'Knob' refuses the action 'refuse' of 'k': not today"),
      ("unlucky", "hook.rejected: 'Knob' refuses the action 'unlucky' of 'k': 13 is unlucky"),
      ("spoil", "value.option: the action 'spoil' of 'k' cannot be run: 'mode' cannot be 'c'; its options are a, b"),
      (
        "escape",
        "hook.rejected: 'Knob' refuses the action 'escape' of 'k.level': as the action leaves it, it is -inf, which is not a finite number"
      ),
      ("centre", "unknown.action: unknown action 'centre' on 'Knob'; did you mean 'center'?"),
      (
        "zzz",
        "unknown.action: unknown action 'zzz' on 'Knob'; it has center, up, full, unlucky, grow, unname, press, spoil, escape, refuse, complain, mute"
      ),
    ])
  func refusals(action: String, words: String) throws {
    #expect(try stored(action) == words)
  }

  @Test("an action of many objects is one step, undone as one; a dry run changes nothing")
  func undo() throws {
    let before = "\(knob(#""level":1"#, id: "a")),\(knob(#""level":2"#, id: "b"))"
    let scene = try buttons(before)
    let step = EditStep.run(try selector("Knob"), action: "up")
    let trial = try scene.make(step, dryRun: true)
    #expect(
      stepOutline(trial) == [
        "a.level: 1 → 3", "  a.percent: 10 → 30", "b.level: 2 → 4", "  b.percent: 20 → 40",
      ])
    #expect(scene.objects == before)
    let result = try scene.make(step)
    #expect(stepOutline(result) == stepOutline(trial))
    #expect(scene.objects == "\(knob(#""level":3"#, id: "a")),\(knob(#""level":4"#, id: "b"))")
    #expect(scene.history.last?.name == "run Knob up")
    _ = try scene.undo()
    #expect(scene.objects == before)
    _ = try scene.redo()
    #expect(scene.objects == "\(knob(#""level":3"#, id: "a")),\(knob(#""level":4"#, id: "b"))")
  }

  @Test("an action sees its parent as it was before the step, and what depends on the edit is built again")
  func parents() throws {
    let scene = try buttons(
      ##"{"id":"k","class":"Knob","attributes":{"level":3},"children":[{"id":"f","class":"Follower"}]}"##)
    try scene.make(.run(try selector("#f"), action: "follow"))
    #expect(scene.objects.contains(##""id":"f","class":"Follower","attributes":{"level":3}"##))
  }

  @Test("an override gives an inherited action other words and other code, in its place")
  func override() throws {
    let library = PluginLibrary(inProcess: [Buttons.self])
    let small = try #require(library.registry.definition(of: "SmallKnob"))
    let action = try #require(small.actions.first)
    #expect((action.name, action.label, action.declaringClass) == ("center", "Center Softly", "Knob"))
    #expect(action.help == "In the middle.")
    #expect(small.actions.count == library.registry.definition(of: "Knob")?.actions.count)
    let scene = try buttons(##"{"id":"s","class":"SmallKnob"}"##)
    try scene.make(.run(try selector("#s"), action: "center softly"))
    #expect(scene.objects == ##"{"id":"s","class":"SmallKnob","attributes":{"level":4}}"##)
  }

  @Test("objects without the action are an error, or left out; one that is refused does not keep others from theirs")
  func skipping() throws {
    let before = ##"{"id":"f","class":"Follower"},\##(knob(#""level":9"#)),\##(knob(#""level":1"#, id: "quiet"))"##
    let scene = try buttons(before)
    func attempt(_ change: (inout EditRequest) -> Void) throws -> (String, EditResult?) {
      var request = EditRequest([.run(try selector("*"), action: "mute")])
      change(&request)
      do { return ("", try scene.perform(request)) } catch { return (error.message, nil) }
    }
    #expect(
      try attempt { _ in }.0
        == "unknown action 'mute' on 'Follower'; it has follow; '--skip-missing' leaves such objects out")
    #expect(
      try attempt { $0.skipsMissing = true }.0 == "the action 'mute' of 'quiet' can be run only if [isLoud=true]")
    #expect(scene.objects == before)
    let result = try #require(
      try attempt {
        $0.skipsMissing = true
        $0.skipsRefused = true
      }.1)
    #expect((result.changed, result.skipped.count) == (1, 1))
    #expect(scene.objects.contains(knob(#""level":0"#)))
  }

  @Test("a script's step is read and written as it stands")
  func script() throws {
    let text = ##"{"format":"inspector-edit/1","steps":[{"run":"Turn Up","select":"#k"}]}"##
    let script = try EditScript(Array(text.utf8), name: "s.json")
    #expect(script.steps == [.run(try selector("#k"), action: "Turn Up")])
    let scene = try buttons(knob())
    _ = try scene.perform(EditRequest(script.steps))
    #expect(scene.objects == knob(#""level":7"#))
  }
}
