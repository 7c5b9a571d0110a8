import CommandLineKit
import Foundation
import InspectorCommands
import InspectorKit
import TestSupport
import Testing

@testable import ComponentModel

/// Tests of `palette rename`, which changes a document and all scenes of its workspace that use the colour, or nothing.
@Suite struct PaletteRenameTests {
  private struct NoPlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [View.self] }
  }

  private let folder = TemporaryFolder()
  private let names = ["brand.json", "one.scene.json", "sub/two.scene.json", "page.scene.json", "own.scene.json"]

  init() {
    mkdir("\(folder.path)/.inspector", 0o755)
    mkdir("\(folder.path)/sub", 0o755)
    folder.write("brand.json", ##"{"format":"inspector-palette/1","colors":{"brand":"#3366FF","glass":"#EEF"}}"##)
    scene("one.scene.json", #""palettes":["brand.json"],"#)
    scene("sub/two.scene.json", #""palettes":["../brand.json"],"#)
    scene("page.scene.json", "", more: #"{"id":"p","class":"View","ref":"one.scene.json"},"#)
    scene("own.scene.json", ##""palette":{"brand":"#00FF00"},"palettes":["brand.json"],"##)
  }

  private func scene(_ name: String, _ head: String, more: String = "", className: String = "View") {
    let object = #"{"id":"o","class":"\#(className)","attributes":{"backgroundColor":"brand"}}"#
    folder.write(name, #"{"format":"inspector-scene/1",\#(head)"objects":[\#(more)\#(object)]}"#)
  }

  private var texts: [String] {
    names.map { (try? String(contentsOfFile: "\(folder.path)/\($0)", encoding: .utf8)) ?? "" }
  }

  private func rename(_ document: [String], _ options: [String] = [], _ names: [String]) -> (Int32, String) {
    let (output, errors) = (CollectingSink(), CollectingSink())
    let context = CommandContext(output: output, errors: errors, environment: ["HOME": "\(folder.path)/home"])
    context.fixedLibrary = PluginLibrary(inProcess: [NoPlugin.self])
    let status = CommandRunner(context).run(["palette", "rename"] + document + options + names)
    return (status.rawValue, errors.text + output.text)
  }

  private var brand: [String] { ["--in", "\(folder.path)/brand.json"] }

  /// Returns the texts with the new name in all files that use the document's colour.
  private func renamed(_ texts: [String], to new: String, except: Set<String> = ["own.scene.json"]) -> [String] {
    zip(names, texts).map { except.contains($0) ? $1 : $1.replacingOccurrences(of: #""brand""#, with: #""\#(new)""#) }
  }

  @Test("the document and all scenes that have the colour from it are written, and nothing else in them changes")
  func all() {
    let before = texts
    #expect(rename(brand, ["-n"], ["brand", "accent"]).0 == 0)
    #expect(texts == before)
    #expect(rename(brand, ["-n", "--exit-code"], ["brand", "accent"]).0 == 1)
    let (status, text) = rename(brand, [], ["brand", "accent"])
    #expect(status == 0 && text.contains("renamed 'brand' to 'accent'"), "\(text)")
    #expect(texts == renamed(before, to: "accent"))
    #expect(rename(brand, [], ["accent", "brand"]).0 == 0)
    #expect(texts == before)
  }

  @Test("the colour of a template's own palette is renamed in the scenes that show the template, too")
  func ownPalette() {
    scene("one.scene.json", ##""palette":{"brand":"#123456"},"##)
    let before = texts
    #expect(rename(["\(folder.path)/one.scene.json"], [], ["brand", "accent"]).0 == 0)
    #expect(texts == renamed(before, to: "accent", except: ["own.scene.json", "brand.json", "sub/two.scene.json"]))
  }

  @Test("if one of the scenes cannot follow, no file is written")
  func none() {
    scene("sub/two.scene.json", #""palettes":["../brand.json"],"#, className: "Unknown")
    let before = texts
    let (status, text) = rename(brand, [], ["brand", "accent"])
    // The scene with an unknown class prevented the rename.
    #expect(status == 69 && text.contains("nothing was written"), "\(status): \(text)")
    #expect(texts == before)
    scene("sub/two.scene.json", ##""palettes":["../brand.json"],"palette":{"accent":"red"},"##)
    let taken = texts
    #expect(rename(brand, [], ["brand", "accent"]).0 == 1)
    #expect(texts == taken)
  }

  @Test("what is wrong with the document or its names is refused before any scene is looked at")
  func refused() {
    let before = texts
    for (new, status) in [("glass", 1), ("9", 1)] as [(String, Int32)] {
      #expect(rename(brand, [], ["brand", new]).0 == status)
    }
    #expect(rename(brand, [], ["nothing", "x"]).0 == 1)
    #expect(rename(["--in", "\(folder.path)/none.json"], [], ["a", "b"]).0 == 66)
    #expect(rename(["--in", "\(folder.path)/one.scene.json"], [], ["brand", "b"]).0 == 65)
    #expect(rename(brand, ["\(folder.path)/one.scene.json"], ["brand", "b"]).0 == 64)
    #expect(rename(brand, [], ["brand"]).0 == 64)
    #expect(texts == before)
  }

  @Test("other scenes are left alone if the user says so, or if the document is written elsewhere")
  func alone() {
    let before = texts
    #expect(rename(brand, ["-o", "\(folder.path)/copy.json"], ["brand", "accent"]).0 == 0)
    #expect(texts == before)
    #expect(rename(brand, ["--leave-dependents"], ["brand", "accent"]).0 == 0)
    #expect(texts == renamed(before, to: "accent", except: Set(names.dropFirst())))
  }
}
