import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing
import Workbench

@testable import PluginHost

/// Tests of pictures of foreign documents.
@Suite struct FormatPictureTests {
  private static func library(_ paths: [String]) -> PluginLibrary {
    PluginLibrary(search: PluginSearch(paths: paths, executableFolder: nil, environment: [:]))
  }

  private static let plugins = URL(fileURLWithPath: #filePath).appending(path: "../../../../Plugins").standardized.path
  private static let library = library(["Tiled", "Grafana", "LDtk", "MapLibre"].map { "\(plugins)/\($0)" })

  private func open(_ text: String, _ name: String = "a.json") throws -> SceneSession {
    try SceneSession.open(bytes: Array(text.utf8), name: name, library: Self.library)
  }

  private func svg(_ session: SceneSession, _ id: String? = nil) throws -> String {
    String(decoding: try ScenePicture(session).svg(of: id).svg, as: UTF8.self)
  }

  private func set(_ session: SceneSession, _ id: String, _ property: String, _ value: String) throws {
    _ = try session.perform(EditRequest(Selector(ids: [id]), [Assignment(property, .set(value))]))
  }

  private func map(_ objects: String, _ layer: String = "", _ members: String = "") -> String {
    #"{"type":"map","width":9,"height":8,"tilewidth":16,"tileheight":10\#(members),"layers":[{"id":1,"type":"objectgroup"\#(layer),"objects":[\#(objects)]}],"tilesets":[]}"#
  }

  /// Returns the start of an object's group in a picture.
  private func group(_ id: String, _ className: String, _ transform: String) -> String {
    #"<g id="\#(id)" class="\#(className)" transform="\#(transform)">"#
  }

  @Test func aDashboardHasItsPanelsInCells() throws {
    let panels =
      #"{"id":4,"type":"stat","title":"Load","gridPos":{"x":6,"y":2,"w":3,"h":4}},{"id":5,"type":"row","title":"More","collapsed":true,"gridPos":{"x":0,"y":6,"w":24,"h":1},"panels":[{"id":6,"type":"table","gridPos":{"x":0,"y":0,"w":4,"h":4}}]},{"id":7,"type":"old"}"#
    let session = try open(#"{"schemaVersion":39,"title":"T","panels":[\#(panels)]}"#)
    let picture = ScenePicture(session)
    let drawn = try picture.svg()
    let text = String(decoding: drawn.svg, as: UTF8.self)
    #expect(text.contains(group("panel-4", "stat", "translate(240 60)")), "\(text)")
    #expect(text.contains(">Load</text>") && text.contains(">stat</text>") && text.contains(">More</text>"))
    #expect(!text.contains("panel-6"))
    // A panel without a placement is left out, and counted, like panels in a collapsed row.
    #expect(!text.contains(">old<") && picture.notes.isEmpty && drawn.omissions.frameless == nil)
    #expect(drawn.omissions.unplaced == UnplacedObjects(count: 2, first: "panel-6") && !drawn.omissions.isEmpty)
    #expect(drawn.size == Size(width: 960, height: 150))
    try set(session, "panel-5", "collapsed", "false")
    #expect(String(decoding: try picture.svg().svg, as: UTF8.self).contains("panel-6"))
    #expect(try picture.svg().svg == (try ScenePicture(session).svg().svg))
    #expect(try svg(session, "panel-4").contains(#"width="120" height="120""#))
    #expect(try picture.touch(at: Point(x: 250, y: 70)).hit?.id == "panel-4")
  }

  /// Checks that a document without placements has an empty picture, with a note.
  @Test func nothingHasAPlace() throws {
    let style = try open(#"{"version":8,"sources":{},"layers":[{"id":"a","type":"fill","source":"s"}]}"#)
    let empty = try ScenePicture(style).svg()
    #expect(empty.size == Size(width: 1, height: 1) && empty.omissions.isEmpty && empty.omissions.unplaced == nil)
    #expect(empty.omissions.warning == "the picture is empty, since no object has a place in it")
    let dashboard = try open(#"{"schemaVersion":39,"title":"T","panels":[{"id":7,"type":"old"}]}"#)
    let omissions = try ScenePicture(dashboard).svg().omissions
    #expect(omissions.isEmpty && omissions.unplaced?.first == "panel-7")
    let mirrored = try open(
      #"{"schemaVersion":39,"title":"T","panels":[{"id":7,"type":"stat","gridPos":{"x":9,"y":0,"w":-4,"h":2}}]}"#)
    #expect(try ScenePicture(mirrored).svg().omissions == omissions)
  }

  @Test func aMapHasItsObjectsOverAGrid() throws {
    let objects =
      #"{"id":1,"name":"a","type":"Torch","x":16,"y":20,"width":16,"height":10,"rotation":90},{"id":2,"gid":3,"x":32,"y":40,"width":16,"height":10},{"id":3,"x":50,"y":50,"point":true},{"id":4,"visible":false,"x":1,"y":1,"width":9,"height":9},{"id":5,"ellipse":true,"x":60,"y":9,"width":20,"height":10},{"id":6,"x":30,"y":20,"rotation":45,"polygon":[{"x":0,"y":0},{"x":-20,"y":4},{"x":10,"y":34}]},{"id":7,"x":30,"y":20,"polyline":[{"x":2,"y":0},{"x":12,"y":0}]}"#
    let session = try open(map(objects, #","offsetx":3,"offsety":2"#))
    let text = try svg(session)
    #expect(text.contains(#"width="144" height="80""#))
    #expect(text.contains(group("layer-1", "ObjectLayer", "translate(3 2)")), "\(text)")
    #expect(text.contains(group("object-1", "Torch", "translate(16 20) rotate(90 0 0)")), "\(text)")
    // The place of an object with a tile is its lower left corner.
    #expect(text.contains(group("object-2", "Object", "translate(32 30)")))
    #expect(text.contains(group("object-3", "Object", "translate(46 46)")))
    #expect(!text.contains("object-4"))
    #expect(text.contains(group("object-5", "Object", "translate(60 9)") + "\n<g opacity=\"0.25\">\n<ellipse"))
    // A polygon has the bounds of its points, turned around the place of the object, and at least 8 pixels each way.
    #expect(text.contains(group("object-6", "Object", "translate(10 20) rotate(45 20 0)")))
    #expect(text.contains(group("object-7", "Object", "translate(32 16)")))
    let picture = ScenePicture(session)
    // 30 by 34 pixels, turned by 45 degrees: (30 + 34) * √½.
    #expect(abs(try picture.svg(of: "object-6").size.width - 45.2548) < 0.001)
    #expect(try picture.touch(at: Point(x: 65, y: 15)).hit?.id == "object-5")
    // 8 lines between 9 columns, and 7 between 8 rows.
    #expect(text.split(separator: #"stroke-width="0.5""#).count - 1 == 15, "\(text)")
  }

  /// Checks that objects use the color of their layer if it has one, even after a change.
  @Test func objectsHaveTheColorOfTheirLayer() throws {
    let session = try open(map(#"{"id":1,"x":1,"y":1,"width":9,"height":9}"#, ##","color":"#ff112233""##))
    let picture = ScenePicture(session)
    #expect(String(decoding: try picture.svg().svg, as: UTF8.self).contains("#112233"))
    try set(session, "layer-1", "color", "#445566")
    let text = String(decoding: try picture.svg().svg, as: UTF8.self)
    #expect(text.contains("#445566") && !text.contains("#112233"))
    try set(session, "layer-1", "visible", "false")
    #expect(!String(decoding: try picture.svg().svg, as: UTF8.self).contains("object-1"))
  }

  /// Checks that a large map has no grid lines, which would be too many.
  @Test(arguments: [
    ("10000", "10000", 0), ("251", "10", 0), ("-5", "3", 2), ("0", "0", 0), ("1000000000", "8", 0), ("250", "250", 498),
  ])
  func gridsAreSmall(_ width: String, _ height: String, _ lines: Int) throws {
    let text =
      #"{"type":"map","width":\#(width),"height":\#(height),"tilewidth":16,"tileheight":16,"layers":[],"tilesets":[]}"#
    #expect(try svg(open(text)).split(separator: #"stroke-width="0.5""#).count - 1 == lines)
  }

  @Test(arguments: [
    (#","orientation":"isometric""#, "90", "80"), (#","infinite":true"#, "9", "9"),
    (#","orientation":"staggered","staggeraxis":"y""#, "152", "45"),
    (#","orientation":"hexagonal","staggeraxis":"x","hexsidelength":8"#, "112", "85"),
  ])
  func mapsHaveTheirSizes(_ members: String, _ width: String, _ height: String) throws {
    let text = try svg(open(map(#"{"id":1,"x":-20,"y":3,"width":9,"height":9}"#, "", members)))
    #expect(text.contains(#"width="\#(width)" height="\#(height)""#), "\(text.prefix(300))")
  }

  /// Checks that the collision shapes of tiles do not appear in a map's picture.
  @Test func shapesOfTilesAreNotDrawn() throws {
    let tiles =
      #"[{"id":0,"objectgroup":{"type":"objectgroup","objects":[{"id":1,"x":0,"y":0,"width":9,"height":9}]}}]"#
    let text = map("").replacing(
      #""tilesets":[]"#, with: #""tilesets":[{"firstgid":1,"name":"t","tiles":\#(tiles)}]"#)
    #expect(try !svg(open(text)).contains("shape-1"))
  }

  /// Checks that levels at the same position are drawn side by side, and entities around their pivots.
  @Test func levelsAreBoards() throws {
    func level(_ name: String, _ x: Int, _ entities: String) -> String {
      ##"{"iid":"\##(name)","identifier":"\##(name)","worldX":\##(x),"worldY":-1,"pxWid":64,"pxHei":48,"__bgColor":"#102030","layerInstances":[{"iid":"\##(name)L","__identifier":"Things","__type":"Entities","__pxTotalOffsetX":2,"__pxTotalOffsetY":1,"visible":true,"entityInstances":[\##(entities)]}]}"##
    }
    let entity =
      ##"{"iid":"e","__identifier":"Torch","px":[24,16],"width":16,"height":8,"__pivot":[0.5,1],"__smartColor":"#FFEF85","fieldInstances":[]}"##
    func project(_ second: Int) -> String {
      #"{"__header__":{"app":"LDtk"},"defs":{"layers":[],"entities":[],"enums":[],"tilesets":[]},"levels":[\#(level("A", -1, entity)),\#(level("B", second, ""))]}"#
    }
    let text = try svg(open(project(-1)))
    #expect(text.contains(group("e", "Torch", "translate(16 8)")) && text.contains("#FFEF85"), "\(text)")
    #expect(text.contains(group("AL", "Things", "translate(2 1)")))
    // Side by side, each with its name above.
    #expect(
      text.contains(#"width="168""#) && text.components(separatedBy: ">B</text>").count == 3, "\(text.prefix(300))")
    #expect(try svg(open(project(63))).contains(#"width="128" height="48""#))
  }

  /// Checks that a plugin's own drawing of its class appears at the position that the format specifies.
  @Test func aPluginDrawsItsClass() throws {
    let folder = TemporaryFolder()
    _ = folder.write(
      "game.inspector-plugin.json",
      #"{"format":"inspector-plugin/1","name":"Game","version":"1.0.0","protocol":[1,1],"components":[{"name":"Torch","base":"Object","drawing":[{"fill":{"ellipse":[0,0,"width","height"]},"color":"orange"}],"properties":[]}]}"#
    )
    let library = Self.library(["\(Self.plugins)/Tiled", folder.path])
    let session = try SceneSession.open(
      bytes: Array(map(#"{"id":1,"type":"Torch","x":5,"y":6,"width":8,"height":8}"#).utf8), name: "a.tmj",
      library: library)
    let text = try svg(session)
    #expect(text.contains(group("object-1", "Torch", "translate(5 6)") + "\n<ellipse"), "\(text)")
    #expect(!text.contains(">Torch<"))
  }

  @Test func differencesAreMarked() throws {
    let old = try open(map(#"{"id":1,"x":5,"y":6,"width":8,"height":8},{"id":2,"x":5,"y":6,"width":8,"height":8}"#))
    let new = try open(map(#"{"id":1,"x":7,"y":6,"width":8,"height":8},{"id":3,"x":5,"y":6,"width":8,"height":8}"#))
    let picture = DifferencePicture(from: old, to: new)
    let text = String(decoding: try picture.svg(titles: ("a", "b")).svg, as: UTF8.self)
    for words in ["object-1, changed", "object-2, removed", "object-3, added", "frame.x: 5 → 7"] {
      #expect(text.contains(words), "\(words)")
    }
    // One frame around each object in each of the pictures that have it.
    #expect(text.components(separatedBy: #"stroke-width="2""#).count - 1 == 4, "\(text)")
  }

  /// Checks the speed with many objects, even if each reads a missing member of its parent.
  @Test(.timeLimit(.minutes(2))) func manyObjects() throws {
    let objects = (0..<20_000).map {
      #"{"id":\#($0),"x":\#($0 % 100),"y":\#($0 / 100),"width":8,"height":8}"#
    }.joined(separator: ",")
    #expect(try svg(open(map(objects, ##","color":"#ff112233""##))).count > 20_000 * 100)
    let panels = (0..<20_000).map {
      #"{"id":\#($0),"type":"row","gridPos":{"x":0,"y":\#($0),"w":24,"h":1},"panels":[{"type":"stat"}]}"#
    }.joined(separator: ",")
    #expect(try svg(open(#"{"schemaVersion":39,"title":"T","panels":[\#(panels)]}"#)).count > 20_000 * 100)
  }

  /// Checks that pictures of real documents are complete, for every third of the many files.
  @Test(.enabled(if: sharedFolder != nil), arguments: ["tiled", "grafana", "ldtk"])
  func documentsOfOthers(_ format: String) throws {
    let folder = "\(sharedFolder ?? "")/formats/files/\(format)"
    let names = fileNames(in: folder).filter { !$0.hasSuffix(".tsv") && !$0.hasSuffix(".tsj") }
    var drawn = 0
    for (number, name) in names.enumerated() where number.isMultiple(of: 3) {
      let session = try SceneSession.open(bytes: contents("\(folder)/\(name)"), name: name, library: Self.library)
      let picture = ScenePicture(session)
      if try picture.svg().size.width > 1 { drawn += 1 }
      #expect(picture.notes.isEmpty, "\(name): \(picture.notes)")
    }
    #expect(drawn > names.count / 4)
  }
}
