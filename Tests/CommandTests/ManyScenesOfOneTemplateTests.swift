import CommandLineKit
import Foundation
import InspectorCommands
import InspectorKit
import TestSupport
import Testing

@testable import ComponentModel

/// Tests of `replace`, `upgrade` and `check` on 1,000 scenes with one template. Each value must be changed or reported
/// in the document that stores it, however many scenes show it.
@Suite struct ManyScenesOfOneTemplateTests {
  @Component final class Tile: View {
    @Inspectable(aliases: ["ink"]) var tint = Color.black
    @Inspectable(range: 0...9) var level = 1
  }

  private struct TilePlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [View.self, Tile.self] }
  }

  private static let count = 1_000
  private let folder = TemporaryFolder()
  private let names = (0..<Self.count).map { "s\($0).scene.json" }

  /// Creates scenes that show the template's values of `ink` and `level` twice; every tenth overrides the colour, and
  /// every fiftieth the level.
  init() {
    mkdir("\(folder.path)/.inspector", 0o755)
    folder.write(
      "t.scene.json",
      ##"{"format":"inspector-scene/1","objects":[{"id":"t","class":"View","attributes":{"frame":{"x":0,"y":0,"width":9,"height":9}},"children":[{"id":"tile","class":"Tile","attributes":{"frame":{"x":0,"y":0,"width":9,"height":9},"ink":"#112233","level":12}}]}]}"##
    )
    for (number, name) in names.enumerated() {
      let members = [
        number % 10 == 0 ? ##""ink":"#112233""## : nil, number % 50 == 0 ? #""level":99"# : nil,
      ].compactMap(\.self)
      let overrides = members.isEmpty ? "" : #","overrides":{"tile":{\#(members.joined(separator: ","))}}"#
      folder.write(
        name,
        #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"View","ref":"t.scene.json#t"\#(overrides)},{"id":"b","class":"View","ref":"t.scene.json"}]}"#
      )
    }
  }

  private func run(_ words: [String]) -> (status: Int32, output: String) {
    let (output, errors) = (CollectingSink(), CollectingSink())
    let context = CommandContext(output: output, errors: errors, environment: ["HOME": "\(folder.path)/home"])
    context.fixedLibrary = PluginLibrary(inProcess: [TilePlugin.self])
    let status = CommandRunner(context).run(words)
    return (status.rawValue, output.text + errors.text)
  }

  private func paths(withTemplate: Bool) -> [String] {
    (names + (withTemplate ? ["t.scene.json"] : [])).map { "\(folder.path)/\($0)" }
  }

  private func texts() -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (names + ["t.scene.json"]).map { name in
        (name, (try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)) ?? "")
      })
  }

  /// Returns the files that a command changed, each with its old and new text.
  private func changes(from before: [String: String]) -> [(name: String, old: String, new: String)] {
    let after = texts()
    return before.compactMap { name, old in
      let new = after[name] ?? ""
      return new == old ? nil : (name, old, new)
    }
  }

  @Test("replace changes a stored value once in each file that stores it")
  func replace() {
    let before = texts()
    #expect(run(["replace"] + paths(withTemplate: true) + ["#112233", "#445566"]).status == 0)
    let changed = changes(from: before)
    #expect(changed.count == Self.count / 10 + 1)
    for (name, old, new) in changed {
      #expect(new == old.replacingOccurrences(of: "#112233", with: "#445566"), "\(name)")
    }
  }

  @Test("upgrade writes the current name of a property once in each file that has the former name")
  func upgrade() {
    let before = texts()
    #expect(run(["upgrade"] + paths(withTemplate: true)).status == 0)
    let changed = changes(from: before)
    #expect(changed.count == Self.count / 10 + 1)
    for (name, old, new) in changed {
      #expect(new == old.replacingOccurrences(of: #""ink""#, with: #""tint""#), "\(name)")
    }
  }

  @Test("palette extract names a colour once in each file that stores it")
  func extract() {
    let before = texts()
    let status = run(["palette", "extract", "--allow-empty"] + paths(withTemplate: true) + ["brand=#112233"]).status
    #expect(status == 0)
    let changed = changes(from: before)
    #expect(changed.count == Self.count / 10 + 1)
    for (name, old, new) in changed {
      #expect(new.contains(##""palette": { "brand": "#112233" }"##) || new.contains(##""brand":"#112233""##), "\(name)")
      let count = old.components(separatedBy: "#112233").count
      #expect(new.components(separatedBy: #":"brand""#).count == count, "\(name): \(new)")
    }
  }

  @Test("renameProperty renames a key once in each file that stores it")
  func renameProperty() {
    let before = texts()
    let script = #"{"format":"inspector-edit/1","steps":[{"renameProperty":"ink","to":"tint","select":"Tile"}]}"#
    folder.write("rename.json", script)
    #expect(run(["edit"] + paths(withTemplate: true) + ["--script", "\(folder.path)/rename.json"]).status == 0)
    let changed = changes(from: before)
    #expect(changed.count == Self.count / 10 + 1)
    for (name, old, new) in changed {
      #expect(new == old.replacingOccurrences(of: #""ink""#, with: #""tint""#), "\(name)")
    }
  }

  @Test(
    "check reports as many findings as places that are written, whether or not the template is checked itself",
    arguments: [false, true])
  func check(withTemplate: Bool) throws {
    let (status, text) = run(["check", "--json", "--errors-only", "--jobs", "2"] + paths(withTemplate: withTemplate))
    #expect(status == 1)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let scenes = try #require(object?["scenes"] as? [[String: Any]])
    #expect(scenes.count == Self.count + 1)
    let found = scenes.flatMap { scene in
      (scene["diagnostics"] as? [[String: Any]] ?? []).map { (scene["scene"] as? String ?? "", $0) }
    }
    #expect(found.count == Self.count / 50 + 1)
    let ofTemplate = found.filter { $0.0.hasSuffix("/t.scene.json") }.map(\.1)
    #expect(ofTemplate.count == 1)
    #expect(ofTemplate.first?["object"] as? String == "tile")
    // The scenes that override the level do not show the template's error in 'a', but do in 'b'.
    #expect(ofTemplate.first?["scenes"] as? Int == (withTemplate ? nil : Self.count))
    #expect(Set(found.map(\.0)).count == found.count)
  }

  @Test("check reports what is wrong with a shared palette, and with constraints that name other objects, once")
  func sharedDocuments() throws {
    folder.write(
      "p.palette.json", ##"{"format":"inspector-palette/1","colors":{"brand":"#12","9x":"red","fine":"#123456"}}"##)
    folder.write(
      "c.scene.json",
      ##"{"format":"inspector-scene/1","palettes":["p.palette.json"],"objects":[{"id":"t","class":"View","children":[{"id":"x","class":"View","constraints":[{"attribute":"width","to":"intrinsic.width"},{"attribute":"top","to":"#y.bottom"}]},{"id":"y","class":"View"}]}]}"##
    )
    let names = (0..<5).map { "\(folder.path)/n\($0).scene.json" }
    for (number, name) in names.enumerated() {
      let palettes = number % 2 == 0 ? #""palettes":["p.palette.json"],"# : ""
      folder.write(
        String(name.dropFirst(folder.path.count + 1)),
        #"{"format":"inspector-scene/1",\#(palettes)"objects":[{"id":"long-\#(number)","class":"View","ref":"c.scene.json"},{"id":"b","class":"View","ref":"c.scene.json"}]}"#
      )
    }
    for withTemplate in [false, true] {
      let (_, text) = run(["check", "--json"] + names + (withTemplate ? ["\(folder.path)/c.scene.json"] : []))
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      var found: [String: Int] = [:]
      for scene in try #require(object?["scenes"] as? [[String: Any]]) {
        let name = (scene["scene"] as? String ?? "").split(separator: "/").last ?? ""
        for diagnostic in scene["diagnostics"] as? [[String: Any]] ?? [] {
          guard let code = diagnostic["code"] as? String, code != "frame.none" else { continue }
          found["\(name) \(code) \(diagnostic["column"] as? Int ?? 0)", default: 0] += 1
        }
      }
      #expect(
        found == [
          "p.palette.json value.color 51": 1, "p.palette.json value.color 62": 1, "c.scene.json layout.unsolved 149": 1,
          "c.scene.json layout.unsolved 194": 1,
        ])
    }
  }

  @Test("a baseline has a template's finding once, so that a check of other scenes does not report it again")
  func baseline() {
    let base = "\(folder.path)/base.json"
    let half = Array(paths(withTemplate: false).prefix(Self.count / 2))
    let rest = Array(paths(withTemplate: false).suffix(Self.count / 2)).filter { path in
      Int(path.split(separator: "/").last?.dropFirst().prefix { $0.isNumber } ?? "").map { $0 % 50 != 0 } ?? false
    }
    #expect(run(["check", "--ignore", "override.equal", "--baseline", base, "--write-baseline"] + half).status == 0)
    let written = (try? String(contentsOfFile: base, encoding: .utf8)) ?? ""
    #expect(written.components(separatedBy: #""scene""#).count - 1 == Self.count / 100 + 1)
    let (status, text) = run(["check", "--ignore", "override.equal", "--baseline", base] + rest)
    #expect(status == 0, "\(text.suffix(500))")
  }
}
