import CommandLineKit
import Foundation
import InspectorCommands
import InspectorKit
import TestSupport
import Testing

@testable import ComponentModel

/// Tests of the messages about mistyped command lines, which suggest the correct form.
@Suite struct MistypedCommandTests {
  @Component final class Badge: View {
    @Inspectable var points = 5
    @Inspectable var ink = Color("gold")
  }

  private struct BadgePlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [Badge.self] }
  }

  private let folder = TemporaryFolder()

  init() {
    func scene(_ objects: String) -> String { #"{"format":"inspector-scene/1","objects":[\#(objects)]}"# }
    folder.write(
      "card.json",
      scene(
        ##"""
        {"id":"badge","class":"Badge","name":"The badge","attributes":{"ink":"#FFCC00","glowRadius":2},
         "runtimeAttributes":[{"keyPath":"shadowBlur","type":"Double","value":3}]},
        {"id":"4S7-JK-aUE","class":"Badge"},{"id":"a b","class":"Badge"},{"id":"-xh","class":"Badge"}
        """##))
    folder.write("button.json", scene(#"{"id":"b","class":"View","children":[{"id":"title","class":"Badge"}]}"#))
    folder.write("page.json", scene(#"{"id":"save","class":"View","ref":"button.json"}"#))
    folder.write("fix.json", #"{"format":"inspector-edit/1","steps":[]}"#)
    mkdir("\(folder.path)/scenes", 0o755)
  }

  /// Runs a command line, in which blanks separate the words and `_` represents a blank. File names are relative to the
  /// folder.
  private func run(_ line: String) -> (text: String, status: Int32) {
    let (output, errors) = (CollectingSink(), CollectingSink())
    let context = CommandContext(output: output, errors: errors)
    context.fixedLibrary = PluginLibrary(inProcess: [BadgePlugin.self])
    let words = line.split(separator: " ").map { word -> String in
      let word = String(word).replacing("_", with: " ")
      return word.hasSuffix(".json") || word == "scenes" ? "\(folder.path)/\(word)" : word
    }
    let status = CommandRunner(context).run(words)
    return ((errors.text + output.text).replacing("\(folder.path)/", with: ""), status.rawValue)
  }

  @Test(
    "the first line says what is wrong and what would be right",
    arguments: [
      ("add card.json Badge points=7 in badge", "inspector: 'in' is an option; write '--in badge'", 64),
      ("add card.json Badge first", "inspector: 'first' is an option; write '--first'", 64),
      ("add card.json Badge name A_b", "inspector: 'name' is an option; write '--name 'A b''", 64),
      ("add card.json Badge points=7 x y=1", "inspector: 'x' is not an assignment", 64),
      ("move card.json #badge in 4S7-JK-aUE", "inspector: 'in' is an option; write '--in 4S7-JK-aUE'", 64),
      (
        "duplicate card.json #badge after 4S7-JK-aUE", "inspector: 'after' is an option; write '--after 4S7-JK-aUE'", 64
      ),
      (
        "show card.json The_badge",
        #"card.json: unknown class 'The'; did you mean '#badge', whose title is "The badge"?"#, 1
      ),
      (
        "set card.json The_badge points=1",
        #"card.json: unknown class 'The'; did you mean '#badge', whose title is "The badge"?"#, 1
      ),
      ("remove card.json a_b", #"card.json: unknown class 'a'; did you mean '#"a b"'?"#, 1),
      ("set card.json badge points=1", "card.json: unknown class 'badge'; did you mean '#badge'?", 1),
      (
        "duplicate card.json 4S7-JK-aUE",
        "inspector: expected a class, '#id', '*', '[' or ':', found '4'; an id is written like '#4S7-JK-aUE'", 64
      ),
      ("set card.json [ points=1", "inspector: '[' is not closed; end the condition with ']'\n", 64),
      ("show page.json #title", "page.json: the selector '#title' matches nothing; did you mean '#save/title'?", 1),
      ("set page.json title points=1", "page.json: unknown class 'title'; did you mean '#save/title'?", 1),
      ("get page.json #title.points", "page.json: no object has the id '#title'; did you mean 'save/title'?", 1),
      (
        "set card.json #badge glowRadus=5",
        "card.json: unknown property 'glowRadus' on 'Badge'; did you mean 'glowRadius'?", 1
      ),
      (
        "set card.json #badge shadowBlurr=5",
        "card.json: unknown property 'shadowBlurr' on 'Badge'; did you mean 'shadowBlur'?", 1
      ),
      ("set card.json #badge wholly=5", "card.json: unknown property 'wholly' on 'Badge'; to store it as", 1),
      (
        "replace card.json #FFCC0 gold",
        "card.json: '#FFCC0' is not a colour; write '#' and 3, 4, 6 or 8 hexadecimal digits, such as '#3366FF'", 1
      ),
      ("replace card.json #FFCC01 gold", "card.json: no property of type Color stores the value '#FFCC01'", 1),
      (
        "edit card.json fix.json", "inspector: 'fix.json' is an edit script, not a scene; write '--script fix.json'", 64
      ),
      ("edit card.json", "inspector: 'edit' needs an edit script, such as '--script fix.json'", 64),
      ("remove card.json -xh", "inspector: unknown option '-xh'; an id is written like '#-xh'", 64),
      (
        "get card.json -xq.points",
        "inspector: unknown option '-xq.points', and no object has that id; write '--' before", 64
      ),
    ] as [(String, String, Int32)])
  func firstLine(line: String, expected: String, status: Int32) {
    let found = run(line)
    #expect(found.text.hasPrefix(expected), "\(found.text)")
    #expect(found.status == status)
  }

  @Test("an id that begins with a dash and has an 'h' is no request for help", arguments: ["show", "get"])
  func dashes(command: String) {
    let found = run(command == "get" ? "get card.json -xh.points" : "show card.json -xh --raw --text points")
    #expect(found.status == 0 && !found.text.contains("OVERVIEW"), "\(found.text)")
    #expect(run("\(command) -h").text.hasPrefix("OVERVIEW"))
    #expect(run("set -nh").text.hasPrefix("OVERVIEW"))
  }

  @Test("a folder in place of a scene is an error, and not counted as a scene")
  func folders() {
    #expect(run("check scenes").text.hasSuffix("\n0 scenes, 0 objects: 1 error, 0 warnings\n"))
    #expect(run("check scenes page.json").text.contains("\n1 scene, 2 objects: 1 error, "))
    #expect(run("check none.json").text.hasSuffix("\n1 scene, 0 objects: 1 error, 0 warnings\n"))
  }

  @Test(
    "an answer that needs a template which is missing ends with 65; others do not",
    arguments: [
      ("show bad.json lost", 65), ("show bad.json lost.points", 65), ("get bad.json lost.points", 65),
      ("why bad.json lost.points", 65), ("set bad.json #lost points=4", 65), ("show bad.json sound/lost", 65),
      ("get bad.json sound/lost.points", 65), ("set bad.json #sound/lost points=4", 65),
      ("get bad.json lost.points --stored", 0), ("show bad.json sound", 0), ("get bad.json sound.points", 0),
      ("tree bad.json", 0), ("find bad.json Badge", 0), ("set bad.json #sound points=4", 0), ("check bad.json", 1),
    ] as [(String, Int32)])
  func missingTemplates(line: String, status: Int32) {
    let lost = #"{"id":"lost","class":"Badge","ref":"none.json","attributes":{"points":3}}"#
    folder.write(
      "half.json",
      #"{"format":"inspector-scene/1","objects":[{"id":"half","class":"Badge","children":[\#(lost)]}]}"#)
    folder.write(
      "bad.json",
      #"{"format":"inspector-scene/1","objects":[\#(lost),{"id":"sound","class":"Badge","ref":"half.json"}]}"#)
    let found = run(line)
    #expect(found.status == status, "\(found.text)")
    #expect((status == 65) == found.text.contains("available: there is no file 'none.json'"), "\(found.text)")
  }
}
