import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// Tests of objects that formats create and insert.
struct InsertionTests {
  private static func scene(_ text: String, _ name: String = "tiled") throws -> SceneDocument {
    let format = try #require(ShippedFormat.all.first { $0.name == name })
    return try FormatMaterial.document(Array(text.utf8), try format.format)
  }

  private static func object(_ className: String, id: String, name: String? = nil) -> [UInt8] {
    let name = name.map { ",\"name\":\(JSON.string($0).text())" } ?? ""
    return Array("{\"id\":\(JSON.string(id).text()),\"class\":\(JSON.string(className).text())\(name)}".utf8)
  }

  /// Inserts an object with the id chosen by the document, and returns the inverse edit.
  private static func insert(
    _ className: String, _ place: ObjectPlace, in scene: SceneDocument
  ) throws -> (node: NodeIndex, undo: StructureRestore) {
    let id = try #require(try scene.newID(ofClass: className, like: "new", at: place))
    let undo = try scene.restructure([.insert(object: object(className, id: id), at: place)])
    return (try #require(scene.node(id: id)), undo)
  }

  /// Checks each format with each object of its files that accepts new ones, and each of their classes.
  @Test(arguments: FormatMaterial.json)
  func insertedObjectsAreReadAgainAndLeaveWithoutATrace(_ material: FormatMaterial) throws {
    let scene = try material.document()
    let format = try #require(scene.foreignFormat)
    let (bytes, ids) = (scene.bytes(), scene.objects.map(scene.id))
    var kinds: Set<Int> = []
    for owner in scene.objects {
      guard let object = scene.projection?.object(owner), kinds.insert(object.kind).inserted,
        let root = scene.projection?.root
      else { continue }
      for name in format.insertableClasses(in: object, root) {
        for place in [ObjectPlace.last(in: owner), .first(in: owner)] {
          let (node, undo) = try Self.insert(name, place, in: scene)
          #expect(scene.className(node) == name && scene.parent(node) == owner && scene.objectCount == ids.count + 1)
          let edited = scene.bytes()
          let again = try FormatMaterial.document(edited, format)
          #expect(again.objects.map(again.id) == scene.objects.map(scene.id))
          // The number for the next object stays counted.
          let removal = try again.restructure([.remove(node)])
          #expect(again.objects.map(again.id) == ids)
          _ = try again.restore(removal)
          #expect(again.bytes() == edited)
          let redo = try scene.restore(undo)
          #expect(scene.bytes() == bytes)
          _ = try scene.restore(try scene.restore(redo))
          #expect(scene.bytes() == bytes)
        }
      }
    }
  }

  static let map =
    #"{"layers":[{"id":2,"name":"a","objects":[],"type":"objectgroup"}],"nextlayerid":3,"nextobjectid":8,"tilesets":[],"tilewidth":16,"type":"map"}"#

  @Test func anObjectGetsTheNextNumberAndItsNameAndClass() throws {
    let scene = try Self.scene(Self.map)
    let layer = try #require(scene.node(id: "layer-2"))
    #expect(try scene.newID(ofClass: "Torch", like: "torch", at: .last(in: layer)) == "object-8")
    _ = try scene.restructure([
      .insert(object: Self.object("Torch", id: "object-8", name: "é\""), at: .last(in: layer))
    ])
    #expect(
      scene.bytes().asText
        == #"{"layers":[{"id":2,"name":"a","objects":[{"height":0,"id":8,"name":"é\"","rotation":0,"visible":true,"width":0,"x":0,"y":0,"type":"Torch"}],"type":"objectgroup"}],"nextlayerid":3,"nextobjectid":9,"tilesets":[],"tilewidth":16,"type":"map"}"#
    )
  }

  /// Checks that a missing list is created, and that the object gets the layout of its neighbours.
  @Test func layoutIsThatOfTheDocument() throws {
    let scene = try Self.scene(
      """
      {
        "schemaVersion": 39,
        "panels": [
          {
            "id": 4,
            "type": "stat"
          }
        ]
      }
      """, "grafana")
    _ = try Self.insert("Target", .last(in: scene.node(id: "panel-4")), in: scene)
    _ = try Self.insert("row", .first(in: NodeIndex(0)), in: scene)
    _ = try Self.insert("custom", .last(in: NodeIndex(0)), in: scene)
    #expect(
      scene.bytes().asText == """
        {
          "schemaVersion": 39,
          "panels": [
            {
              "id": 5,
              "type": "row",
              "title": "",
              "collapsed": false,
              "gridPos": {
                "h": 1,
                "w": 24,
                "x": 0,
                "y": 0
              },
              "panels": []
            },
            {
              "id": 4,
              "type": "stat",
              "targets": [
                {
                  "refId": "A"
                }
              ]
            }
          ],
          "templating": {
            "list": [
              {
                "name": "new",
                "type": "custom",
                "query": "",
                "current": {},
                "options": []
              }
            ]
          }
        }
        """)
  }

  @Test func keysOfMembersAreIDs() throws {
    let scene = try Self.scene(#"{"version":8,"sources":{},"layers":[{"id":"a","type":"line"}]}"#, "maplibre")
    for id in ["source-b", "source-c"] {
      _ = try scene.restructure([.insert(object: Self.object("VectorSource", id: id), at: .last(in: nil))])
    }
    _ = try scene.restructure([
      .insert(object: Self.object("FillLayer", id: "z"), at: .before(try #require(scene.node(id: "a"))))
    ])
    #expect(
      scene.bytes().asText
        == #"{"version":8,"sources":{"b":{"type":"vector","url":""},"c":{"type":"vector","url":""}},"layers":[{"id":"z","type":"fill","source":""},{"id":"a","type":"line"}]}"#
    )
  }

  static let refused: [(object: String, place: ObjectPlace, words: String)] = [
    (
      #"{"id":"layer-9","class":"Objekt"}"#, .last(in: nil),
      "has no new object 'Objekt' for 'map'; it has 'ObjectLayer'"
    ),
    (#"{"id":"layer-2","class":"ObjectLayer"}"#, .last(in: nil), "already"),
    (#"{"id":"top","class":"ObjectLayer"}"#, .last(in: nil), "cannot be an id there; write one such as 'layer-12'"),
    (#"{"id":"layer-9","class":"ObjectLayer","attributes":{"x":1}}"#, .last(in: nil), "has no 'attributes'"),
    (
      #"{"id":"layer-9","class":"ObjectLayer","children":[{"id":"a","class":"Object"}]}"#, .last(in: nil),
      "has no 'children'"
    ),
    (#"{"id":"object-9","class":"Object"}"#, .after(NodeIndex(1)), "has no new object 'Object' for 'map'"),
    (#"{"id":"layer-9","class":"ObjectLayer"}"#, .at(7, in: nil), "cannot be placed there"),
  ]

  @Test(arguments: refused.indices)
  func refusals(_ number: Int) throws {
    let scene = try Self.scene(Self.map)
    let (object, place, words) = Self.refused[number]
    let error = #expect(throws: SceneError.self) {
      try scene.restructure([.insert(object: Array(object.utf8), at: place)])
    }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(scene.bytes().asText == Self.map)
  }

  /// Checks that a value in place of a list is kept, and that objects for this list are refused.
  @Test func listsThatAreNoListsStay() throws {
    for list in ["null", "7", "{}", "\"x\""] {
      let text = #"{"schemaVersion":39,"panels":[],"templating":"# + list + "}"
      guard let scene = try? Self.scene(text, "grafana") else { continue }
      _ = try? scene.restructure([.insert(object: Self.object("custom", id: "variable-a"), at: .last(in: nil))])
      let again = try Self.scene(scene.bytes().asText, "grafana")
      #expect(again.objectCount == (list == "{}" ? 2 : 1))
    }
  }
}
