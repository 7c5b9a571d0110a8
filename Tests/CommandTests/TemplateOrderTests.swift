import CommandLineKit
import Foundation
import InspectorCommands
import InspectorKit
import TestSupport
import Testing

@testable import ComponentModel

/// Tests that a run on templates and their users has the same result for every order of the files, every number of
/// threads, and a dry run.
@Suite struct TemplateOrderTests {
  @Component final class Gear: View {
    @Inspectable(range: 0...50, aliases: ["cogs"]) var teeth = 1
  }

  private struct GearPlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [View.self, Gear.self] }
  }

  /// A workspace with a template, a variant of it, scenes that use both, and a scene without templates.
  private struct Workspace {
    static let names = ["t", "v", "p", "q", "z"].map { "\($0).scene.json" }
    let folder = TemporaryFolder()

    init() {
      mkdir("\(folder.path)/.inspector", 0o755)
      write(
        "t",
        #"{"id":"g","class":"Gear","attributes":{"cogs":5},"children":[{"id":"h","class":"Gear","attributes":{"teeth":6}}]}"#
      )
      write("v", #"{"id":"v","class":"Gear","ref":"t.scene.json","overrides":{"h":{"cogs":7}}}"#)
      write(
        "p",
        #"{"id":"a","class":"Gear","ref":"v.scene.json","attributes":{"cogs":9}},{"id":"own","class":"Gear","attributes":{"teeth":5}}"#
      )
      write("q", #"{"id":"b","class":"Gear","ref":"t.scene.json"}"#)
      write("z", #"{"id":"c","class":"Gear","attributes":{"cogs":5}}"#)
    }

    private func write(_ name: String, _ objects: String) {
      folder.write("\(name).scene.json", #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#)
    }

    var texts: [String] {
      Self.names.map { (try? String(contentsOfFile: "\(folder.path)/\($0)", encoding: .utf8)) ?? "" }
    }

    /// Returns the exit status, and the command's report of each scene.
    func run(_ words: [String]) throws -> (status: Int32, reports: [String]) {
      let (output, errors) = (CollectingSink(), CollectingSink())
      let context = CommandContext(output: output, errors: errors, environment: ["HOME": "\(folder.path)/home"])
      context.fixedLibrary = PluginLibrary(inProcess: [GearPlugin.self])
      let status = CommandRunner(context).run(words + ["--ndjson"])
      let lines = output.text.split(separator: "\n").map { $0.replacingOccurrences(of: folder.path, with: "") }
      return (status.rawValue, lines.sorted())
    }
  }

  static let edits: [[String]] = [
    ["set", "SCENES", "Gear", "teeth*=2"],
    ["set", "SCENES", "Gear[teeth=5]", "teeth=11", "tag=3"],
    ["set", "SCENES", "Gear", "teeth*=9"],
    ["upgrade", "SCENES"],
    ["replace", "SCENES", "5", "8"],
    ["reset", "SCENES", "Gear", "teeth"],
  ]

  @Test("the order of the files and the number of threads change nothing", arguments: edits)
  func order(edit: [String]) throws {
    var generator = SystemRandomNumberGenerator()
    var expected: (status: Int32, reports: [String], texts: [String])?
    for round in 0..<8 {
      let workspace = Workspace()
      let names = round == 0 ? Workspace.names : Workspace.names.shuffled(using: &generator)
      let paths = names.map { "\(workspace.folder.path)/\($0)" }
      let words = edit.flatMap { $0 == "SCENES" ? paths : [$0] } + ["--jobs", "\(round % 4 + 1)"]
      let before = workspace.texts
      let trial = try workspace.run(words + ["-n"])
      #expect(workspace.texts == before)
      let (status, reports) = try workspace.run(words)
      #expect(trial.status == status, "\(names)")
      // A dry run says `would`, and shows the changes.
      #expect(trial.reports.count == reports.count)
      if let expected {
        #expect(status == expected.status, "\(names)")
        #expect(reports == expected.reports, "\(names)")
        #expect(workspace.texts == expected.texts, "\(names)")
      }
      expected = (status, reports, workspace.texts)
      guard status == 0 else { continue }
      let whole = Workspace()
      let others = names.map { "\(whole.folder.path)/\($0)" }
      _ = try whole.run(edit.flatMap { $0 == "SCENES" ? others : [$0] } + ["--single-transaction"])
      #expect(whole.texts == workspace.texts, "\(names)")
    }
  }

  @Test("a refused template leaves the scenes that use it alone, and no others")
  func refused() throws {
    let workspace = Workspace()
    let before = workspace.texts
    let paths = Workspace.names.reversed().map { "\(workspace.folder.path)/\($0)" }
    // 6 × 9 is out of range.
    #expect(try workspace.run(["set"] + paths + ["Gear", "teeth*=9"]).status == 1)
    let changed = zip(Workspace.names, zip(before, workspace.texts)).filter { $0.1.0 != $0.1.1 }.map(\.0)
    #expect(changed == ["z.scene.json"])
  }

  @Test("scenes that contain each other do not wait for each other", .timeLimit(.minutes(1)), arguments: [1, 2])
  func ring(jobs: Int) throws {
    let workspace = Workspace()
    let ring = [("t", "v"), ("v", "p"), ("p", "t")]
    for (name, next) in ring {
      let objects =
        #"{"id":"r","class":"Gear","ref":"\#(next).scene.json"},{"id":"own","class":"Gear","attributes":{"teeth":5}}"#
      workspace.folder.write("\(name).scene.json", #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#)
    }
    let paths = Workspace.names.map { "\(workspace.folder.path)/\($0)" }
    let result = try workspace.run(["set"] + paths + ["#own", "teeth=7", "--jobs", "\(jobs)"])
    #expect(result.status == 0, "\(result.reports)")
    for (name, _) in ring {
      let text = try String(contentsOfFile: "\(workspace.folder.path)/\(name).scene.json", encoding: .utf8)
      #expect(text.contains(#""teeth":7"#))
    }
  }

  @Test("upgrading templates and scenes in one run changes no shown value")
  func upgrade() throws {
    let workspace = Workspace()
    let paths = Workspace.names.map { "\(workspace.folder.path)/\($0)" }
    func values() -> [String] {
      ["a", "a/h", "own"].map { id in
        let (output, errors) = (CollectingSink(), CollectingSink())
        let context = CommandContext(output: output, errors: errors, environment: [:])
        context.fixedLibrary = PluginLibrary(inProcess: [GearPlugin.self])
        _ = CommandRunner(context).run(["get", "\(workspace.folder.path)/p.scene.json", "\(id).teeth"])
        return output.text
      }
    }
    let before = values()
    #expect(before == ["9\n", "7\n", "5\n"])
    #expect(try workspace.run(["upgrade"] + paths).status == 0)
    #expect(values() == before)
    #expect(workspace.texts.allSatisfy { !$0.contains("cogs") })
  }
}
