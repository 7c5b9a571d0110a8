import CommandLineKit
import Foundation
import InspectorCommands
import TestSupport
import Testing

/// Tests of a list of scenes on the standard input, which can be read only once.
@Suite struct ListOnInputTests {
  private let folder = TemporaryFolder()

  private static let scene =
    ##"{"format":"inspector-scene/1","palette":{"brand":"#112233"},"objects":[{"id":"a","class":"View","attributes":{"tag":1}},{"id":"b","class":"View"}]}"##

  /// Runs a command whose standard input is the path of the scene, and returns the exit code and the scene's text.
  private func run(_ words: [String]) -> (status: Int32, text: String) {
    folder.write("s.scene.json", Self.scene)
    let (output, errors) = (CollectingSink(), CollectingSink())
    let context = CommandContext(output: output, errors: errors, environment: ["HOME": "\(folder.path)/home"])
    var input = Array("\(folder.path)/s.scene.json\n".utf8)
    context.readInput = {
      defer { input = [] }
      return input
    }
    let status = CommandRunner(context).run(words)
    return (status.rawValue, (try? String(contentsOfFile: "\(folder.path)/s.scene.json", encoding: .utf8)) ?? "")
  }

  @Test(
    "an edit of a listed scene is that of the scene named as an argument",
    arguments: [
      ["set", "#a", "tag=2"], ["unset", "#a", "tag"], ["reset", "#a", "tag"], ["rename", "#a", "c"],
      ["name", "#a", "n"],
      ["remove", "#a"], ["duplicate", "#a"], ["move", "#a", "--in", "b"], ["setclass", "#a", "Panel"], ["add", "View"],
      ["replace", "1", "3"], ["palette", "set", "brand=red"], ["palette", "rename", "brand", "accent"],
      ["palette", "remove", "brand"], ["palette", "extract", "other=#112233", "--allow-empty"],
    ])
  func edits(words: [String]) {
    let count = words[0] == "palette" ? 2 : 1
    let path = "\(folder.path)/s.scene.json"
    let safe = ["--safe-mode"]
    let named = run(Array(words.prefix(count)) + [path] + words.dropFirst(count) + safe)
    let listed = run(Array(words.prefix(count)) + ["--files-from", "-"] + words.dropFirst(count) + safe)
    #expect(listed.status == named.status)
    #expect(listed.text == named.text)
  }

  @Test("what is tried above changes the scene, as far as no plugin is needed")
  func changes() {
    #expect(run(["palette", "remove", "--files-from", "-", "brand"]).text != Self.scene)
    #expect(run(["palette", "rename", "--files-from", "-", "brand", "accent"]).text.contains("accent"))
    #expect(run(["rename", "--files-from", "-", "#a", "c"]).text.contains(#""id":"c""#))
  }
}
