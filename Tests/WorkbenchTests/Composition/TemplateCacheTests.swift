import Foundation
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel

/// Tests of the template cache, which has a size limit and keeps the most recently used documents.
@Suite struct TemplateCacheTests {
  @Test("the cache of templates is bounded by bytes, and what it forgets is read again")
  func bound() throws {
    let folder = try PluginFolder().path
    let names = (0..<40).map { "t\($0).json" }
    for name in names {
      let inner = (0..<20).map { #"{"id":"i\#($0)","class":"A"}"# }.joined(separator: ",")
      try #"{"format":"inspector-scene/1","objects":[{"id":"t","class":"A","children":[\#(inner)]}]}"#
        .write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    func compose(_ files: TemplateFiles, _ names: [String]) throws -> Int {
      let objects = names.enumerated().map { #"{"id":"p\#($0)","class":"A","ref":"\#($1)"}"# }
      let text = #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ","))]}"#
      let scene = try SceneDocument(bytes: Array(text.utf8), name: "\(folder)/scene.json")
      return try scene.composed(by: files.finder(forScene: scene.name)).objectCount
    }
    let all = TemplateFiles()
    #expect(try compose(all, names) == 40 * 21)
    #expect(all.kept.count == 40)
    let size = all.kept.bytes / 40
    let files = TemplateFiles(most: 10 * size)
    for _ in 0..<2 {
      #expect(try compose(files, names) == 40 * 21)
      #expect(files.kept.bytes <= 10 * size && files.kept.count >= 5 && files.kept.count <= 10)
    }
    // Used templates are kept.
    #expect(try compose(files, [names[39]]) == 21)
    let count = files.kept.count
    #expect(try compose(files, [names[39], names[39]]) == 42)
    #expect(files.kept.count == count)
    let none = TemplateFiles(most: size / 2)
    #expect(try compose(none, names) == 40 * 21)
    #expect(none.kept == (0, 0))
  }
}
