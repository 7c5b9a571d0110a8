import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// Tests of invalid mappings, and of randomly damaged texts.
struct FormatReaderTests {
  private static let good = """
    {
      "format": "inspector-format/1", "name": "f", "version": "1.0.0",
      "match": { "has": { "f": "*" } },
      "root": "file",
      "kinds": {
        "file": { "class": "File", "children": [{ "at": "list", "kind": "item" }] },
        "item": { "class": { "member": "type", "map": { "a": "A" }, "else": "Item" }, "id": { "member": "id" } }
      },
      "functions": [{ "has": "stops", "parts": [{ "at": "stops.*.0", "type": "Double" }] }],
      "operators": ["get"],
      "classes": [
        { "name": "File", "properties": [] }, { "name": "Item", "properties": [] },
        { "name": "A", "base": "Item", "properties": [{ "name": "x", "key": "p.x", "type": "Double" }] }
      ]
    }
    """

  private static func error(_ text: [UInt8]) -> SceneError? {
    let folder = TemporaryFolder()
    do throws(SceneError) {
      _ = try FormatMapping(contentsOf: folder.write("f.inspector-format.json", text))
      return nil
    } catch {
      return error
    }
  }

  @Test func theGoodOneIsRead() { #expect(Self.error(Array(Self.good.utf8)) == nil) }

  @Test(arguments: [
    ("inspector-format/1", "inspector-format/2", "2:13: the 'format' of a format's description is"),
    (#""root": "file""#, #""root": "fill""#, "4:11: there is no kind 'fill'; did you mean 'file'?"),
    (#""kind": "item""#, #""kind": "itme""#, "did you mean 'item'?"),
    (#""root": "file","#, "", "1:1: the format has no 'root'; add it"),
    (#""operators""#, #""operatros""#, "unknown key 'operatros' of the format; did you mean 'operators'?"),
    (#""member": "type""#, #""membr": "type""#, "did you mean 'member'?"),
    (#""base": "Item""#, #""base": "A""#, "'A' is a base of itself"),
    (#""base": "Item""#, #""base": "Itm""#, "the base 'Itm' of 'A' is not among the classes"),
    (#""base": "Item""#, #""base": 5"#, "'base' must be a text, found a number"),
    (#"{ "name": "Item", "properties": [] }"#, #"{ "name": "Item", "base": "A" }"#, "is a base of itself"),
    (#"{ "name": "Item", "#, #"{ "name": "File", "#, "the class 'File' is described twice"),
    (#""type": "Double" }] }],"#, #""type": "Doubel" }] }],"#, "'type' must be Int, String"),
    (#""key": "p.x", "#, "", "'x' of 'A' has no 'key'"),
    (#""key": "p.x", "#, #""key": 1, "#, "'key' must be a text, found a number"),
    (
      #""key": "p.x", "type": "Double" }"#,
      #""key": "x", "type": "Double" }, { "name": "y", "key": "x", "type": "Double" }"#, "have the key 'x'"
    ),
    (
      #""key": "p.x", "type": "Double" }"#,
      #""key": "x", "type": "Double" }, { "name": "x", "key": "y", "type": "Double" }"#, "have the name 'x'"
    ),
    (#"[{ "at": "list", "kind": "item" }]"#, #"{ "at": "list", "kind": "item" }"#, "'children' must be an array"),
    (#"["get"]"#, #""get""#, "'operators' must be an array, found a string"),
    (#""root": "file""#, #""root": [{ "has": { "f": 1 }, "kind": "fill" }]"#, "there is no kind 'fill'"),
    (#""root": "file""#, #""root": [{ "kind": "file" }]"#, "'root' has no 'has'; add it"),
    (#""kind": "item" }"#, #""kind": "item", "keyed": true, "single": true }"#, "either 'keyed' or a 'single' one"),
    (#""kind": "item" }"#, #""kind": "item", "keyed": 1 }"#, "'keyed' must be true or false, found a number"),
    (
      #""id": { "member": "id" }"#, #""id": { "member": "id", "scope": "file" }"#,
      "\"document\", \"kind\" or \"parent\""
    ),
    (
      #""id": { "member": "id" }"#, #""attributes": [{ "list": "p", "name": "n" }]"#,
      "a list of the kind 'item' has no 'value'"
    ),
    (#""id": { "member": "id" }"#, #""base": { "first": ["class"] }"#, "'base' has no 'else'; add it"),
    (#""operators": ["get"]"#, #""typeNames": { "int": "Integer" }"#, "'int' must be Int, String"),
    (
      #""operators": ["get"]"#, ##""colors": { "form": "#RGB" }"##, "'form' must be \"css\", \"#AARRGGBB\", \"#RRGGBB\""
    ),
    (
      #""id": { "member": "id" }"#, #""fixed": ["copy"]"#,
      "'fixed' must be made of \"copies\", \"id\", \"name\", found 'copy'"
    ),
    (#""operators": ["get"]"#, #""objects": { "Color": ["r"] }"#, "with the keys Point, Size and Rect, found 'Color'"),
    (#""operators": ["get"]"#, #""objects": { "Point": ["x", "x"] }"#, "'Point' must be 2 different names"),
    (
      #""operators": ["get"]"#, #""definitions": [{ "at": "d", "name": "n", "type": "t" }]"#,
      "either a 'class' with its 'base', or an 'extends'"
    ),
    (
      #""operators": ["get"]"#, #""definitions": [{ "at": "d", "extends": "X", "name": "n", "type": "t" }]"#,
      "the base 'X' of 'definitions' is not among the classes"
    ),
    (
      #""operators": ["get"]"#,
      #""definitions": [{ "at": "d", "extends": "A", "name": "n", "type": "t", "range": ["min"] }]"#,
      "two key paths of the minimum and the maximum, found 1"
    ),
    (#""id": { "member": "id" }"#, #""id": { "member": "id", "new": "next" }"#, "'new' must be \"uuid\", found 'next'"),
    (
      #""id": { "member": "id" }"#,
      #""attributes": [{ "list": "p", "name": "n", "value": "v", "mirror": { "key": "m", "forms": [] } }]"#,
      "a list with a 'mirror' needs a 'type'"
    ),
    (
      #""id": { "member": "id" }"#,
      #""attributes": [{ "list": "p", "name": "n", "value": "v", "arrays": "Array" }]"#,
      "'arrays' must be a name with a *"
    ),
    (
      #""id": { "member": "id" }"#,
      #""attributes": [{ "list": "p", "name": "n", "value": "v", "mirror": { "key": "m", "forms": [{ "types": ["I"], "element": { "a": 1 } }] } }]"#,
      "'element' must be an element with the value \"*\" in one place"
    ),
    (#""operators": ["get"]"#, #""colors": { "names": { "a": "pinkish" } }"#, "'a' must be a color, found 'pinkish'"),
    (#""operators": ["get"]"#, #""unread": [{ "has": { "g": 1 } }]"#, "'unread' has no 'reason'; add it"),
    (#""key": "p.x", "type": "Double""#, #""key": ["a", "b", "c"], "type": "Rect""#, "found 3 for a Rect"),
    (#""key": "p.x", "type": "Double""#, #""key": ["a", "a"], "type": "Point""#, "found 2 for a Point"),
    (#"["get"]"#, "[5]", "'operators' must be a text, found a number"),
    (#"{ "has": { "f": "*" } }"#, #"{ "has": {} }"#, "'has' must be an object with members"),
    (#"{ "has": { "f": "*" } }"#, "7", "'match' must be an object"),
    (#"{ "at": "stops.*.0", "type": "Double" }"#, #"{ "from": 0, "by": 2 }"#, "'from' must be a number above 0"),
    (#"{ "has": "stops", "#, "{ ", "has no 'has' or an 'operator'"),
    (#""properties": [{"#, #""properties": 1, "x": [{"#, "'properties' must be an array"),
    (#""base": "Item", "#, #""base": "Item", "placement": {}, "#, "'placement' must be an array, found an object"),
    (
      #""base": "Item", "#, #""base": "Item", "placement": [{ "pivto": [0, 0] }], "#,
      "unknown key 'pivto' of the placement of 'A'; did you mean 'pivot'?"
    ),
    (
      #""base": "Item", "#, #""base": "Item", "placement": [{}, { "frame": [1, 2, 3] }], "#,
      "the placement of 'A' is wrong: 'frame' is [x, y, width, height]"
    ),
    (
      #""base": "Item", "#, #""base": "Item", "placement": [{ "frame": ["xx", 1] }], "#,
      "the placement of 'A' names 'xx', which is no property of it; declare it, or name it in 'readOnly', 'opaque' or"
    ),
    (
      #""base": "Item", "#, #""base": "Item", "placement": [{ "frame": ["parent.xx", 1] }], "#,
      "the placement of 'A' names 'parent.xx', which no class has; did you mean 'parent.x'?"
    ),
    (
      #""key": "p.x", "type": "Double" }]"#,
      #""key": "p.x", "type": "Point" }], "placement": [{ "frame": ["x.x", "x.width"] }]"#,
      "the placement of 'A' names 'x.width', which is no property of it"
    ),
    (
      #""base": "Item", "#, #""base": "Item", "drawing": [{ "fill": { "rect": [0, 0, "heigth", 1] } }], "#,
      "the drawing of 'A' names 'heigth', which is no property of it"
    ),
    (
      #""base": "Item", "#, #""base": "Item", "drawing": [{ "fill": [], "color": { "object": "kind" } }], "#,
      "the drawing of 'A' is wrong: 'object' is \"kind\"; it is one of"
    ),
    (
      #""base": "Item", "#, ##""base": "Item", "drawing": [{ "fill": [], "colour": "red" }], "##,
      "unknown key 'colour' of the drawing of 'A'; did you mean 'color'?"
    ),
    (
      #""base": "Item", "#, ##""base": "Item", "drawing": [{ "fill": { "rekt": [0, 0, 1, 1] } }], "##,
      "unknown key 'rekt' of 'fill' of the drawing of 'A'; did you mean 'rect'?"
    ),
    (
      #""base": "Item", "#,
      ##""base": "Item", "drawing": [{ "group": [{ "fill": [], "shadow": { "blurr": 1 } }] }], "##,
      "unknown key 'blurr' of 'shadow' of the drawing of 'A'; did you mean 'blur'?"
    ),
    (
      #""base": "Item", "#, ##""base": "Item", "drawing": [{ "text": "a", "in": [0, 0, 1, 1], "size": -5 }], "##,
      "'size' must be a number that is not negative, found -5"
    ),
    (
      #""base": "Item", "#,
      ##""base": "Item", "drawing": [{ "fill": [], "opacity": { "property": "x", "map": { "1": 2 } } }], "##,
      "'opacity' must be a number from 0 to 1, found 2"
    ),
    (
      #""base": "Item", "#,
      ##""base": "Item", "drawing": [{ "fill": [], "color": { "property": "x", "object": "name" } }], "##,
      "'color' of the drawing of 'A' has both 'object' and 'property'; remove one of them"
    ),
    (
      #""base": "Item", "#,
      ##""base": "Item", "drawing": [{ "fill": [], "color": { "property": "x", "mapp": {} } }], "##,
      "unknown key 'mapp' of 'color' of the drawing of 'A'; did you mean 'map'?"
    ),
    (
      #""base": "Item", "#,
      ##""base": "Item", "drawing": [{ "group": [{ "fill": [] }, { "stroke": [], "cap": "flat" }] }], "##,
      "13:76: the drawing of 'A' is wrong: 'cap' is 'flat'; it is one of"
    ),
    (
      #""base": "Item", "properties": [{ "name": "x", "key": "p.x", "type": "Double" }]"#,
      ##""base": "Item", "placement": [{ "when": "[y=1]" }], "properties": [{ "name": "x", "key": "p.x", "type": "Double", "optional": true }]"##,
      "13:60: the placement of 'A' has the 'when' condition '[y=1]', and 'A' has no property 'y'"
    ),
    (
      #""base": "Item", "properties": [{ "name": "x", "key": "p.x", "type": "Double" }]"#,
      ##""base": "Item", "placement": [{ "when": "[x=a]" }], "properties": [{ "name": "x", "key": "p.x", "type": "Double", "optional": true }]"##,
      "the placement of 'A' has the 'when' condition '[x=a]': "
    ),
    (
      #""base": "Item", "properties": [{ "name": "x", "key": "p.x", "type": "Double" }]"#,
      ##""base": "Item", "drawing": [{ "fill": [], "when": "[x" }], "properties": [{ "name": "x", "key": "p.x", "type": "Double", "optional": true }]"##,
      "the drawing of 'A' has the 'when' condition '[x', which cannot be read: "
    ),
    (
      #""base": "Item", "#, ##""base": "Item", "drawing": [{ "fill": [], "when": "[parent.xx=1]" }], "##,
      "the drawing of 'A' names 'parent.xx', which no class has; did you mean 'parent.x'?"
    ),
    (
      #""key": "p.x", "type": "Double" }]"#, #""key": "p.x", "type": "Point" }], "placement": [{ "frame": ["x", 1] }]"#,
      "the placement of 'A' computes with 'x', which is a Point; write one of its numbers, such as 'x.x'"
    ),
    (
      #""key": "p.x", "type": "Double" }]"#,
      #""key": "p.x", "type": "String" }], "drawing": [{ "fill": { "rect": [0, 0, "parent.x", 1] } }]"#,
      "the drawing of 'A' computes with 'parent.x', which is a String and no number"
    ),
    (#""base": "Item", "#, #""base": "Item", "drawing": 5, "#, "'drawing' must be an array, found a number"),
  ])
  func faultsAreLocated(_ old: String, _ new: String, _ words: String) throws {
    let parts = Self.good.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
    let text = try #require(parts.count == 2 ? parts[0] + new + parts[1] : nil)
    let error = try #require(Self.error(Array(text.utf8)))
    #expect(error.headline.contains(words), "\(error)")
    #expect(error.line != nil && error.column != nil)
  }

  /// Checks that placements and drawings may refer to properties of the class and its parent, and to read-only members.
  @Test func namesOfAppearances() throws {
    let text = Self.good.replacing(
      #""base": "Item", "#,
      with:
        #""base": "Item", "placement": [{ "frame": ["x", "parent.x", "__w.0", "min(sum.*)"] }], "drawing": [{ "fill": { "rect": [0, 0, "width", "x"] } }], "#
    ).replacing(#""id": { "member": "id" }"#, with: #""id": { "member": "id" }, "readOnly": ["__*", "sum"]"#)
    #expect(Self.error(Array(text.utf8)) == nil)
    let error = try #require(Self.error(Array(text.replacing("\"sum\"]", with: "\"some\"]").utf8)))
    #expect(
      error.headline.contains("'sum.*', which is no property of it; declare it, or name it in 'readOnly'"), "\(error)")
  }

  /// Checks that damaged mappings are refused or read without a crash.
  @Test(arguments: 1...40)
  func damagedMappings(_ seed: Int) {
    var damage = Damage(seed: UInt64(seed))
    for _ in 0..<25 {
      let error = Self.error(damage.damaged(Array(Self.good.utf8)))
      #expect(error == nil || error?.message.isEmpty == false)
    }
  }

  /// Checks that damaged documents are refused or read, and that edits of them obey the laws.
  @Test(arguments: FormatMaterial.fixtures, 1...10)
  func damagedDocuments(_ material: FormatMaterial, _ seed: Int) throws {
    let mapping = try material.format.format
    var damage = Damage(seed: UInt64(seed))
    for _ in 0..<15 {
      let bytes = damage.damaged(material.bytes)
      guard let scene = try? FormatMaterial.document(bytes, mapping) else { continue }
      #expect(scene.bytes() == bytes)
      var edits = RandomForeignEdits(seed: UInt64(seed), mapping)
      for _ in 0..<3 {
        let before = scene.bytes()
        guard let (edit, undo) = try? edits.edit(scene) else {
          #expect(scene.bytes() == before)
          continue
        }
        try FormatEditLaws.expectGood(scene, mapping, nil, "seed \(seed): \(edit)")
        let redo = try undo.made(on: scene)
        #expect(scene.bytes() == before)
        _ = try redo.made(on: scene)
      }
    }
  }
}

/// A generator of random damage to texts.
struct Damage {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "null", "true", "{}", "[]", "\"x\"", "-", "1e999", "0.5", " ", "\n", "\\",
    "\\u0041",
    "\"stops\":[[1,2]],", "\"base\":1,", "[\"get\",\"a\"]", "é", "\u{0}",
  ].map { Array($0.utf8) }

  /// Returns a text with one to three changes, most of them between tokens.
  mutating func damaged(_ text: [UInt8]) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...3, using: &random) where !text.isEmpty {
      let place = Int.random(in: 0..<text.count, using: &random)
      let end = min(text.count, place + [0, 1, 1, 2, 8, 40][Int.random(in: 0...5, using: &random)])
      switch Int.random(in: 0...4, using: &random) {
      case 0: text[place] = UInt8.random(in: 0...255, using: &random)
      case 1: text.removeSubrange(place..<end)
      case 2: text.insert(contentsOf: text[place..<end], at: place)
      case 3: replaceValue(&text)
      default: text.insert(contentsOf: Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)], at: place)
      }
    }
    return text
  }

  /// Replaces a value such that the text mostly stays valid JSON.
  private mutating func replaceValue(_ text: inout [UInt8]) {
    let starts = text.indices.filter { text[$0] == UInt8(ascii: ":") }
    guard let start = starts.randomElement(using: &random) else { return }
    let end = text[(start + 1)...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? text.endIndex
    let values = [
      "null", "[]", "{}", "5", "\"a\"", "[1,2]", "{\"stops\":[[0,1]]}", "[\"step\",1,2,3,4]", "{\"x\":1,\"y\":2}",
    ]
    text.replaceSubrange(start + 1..<end, with: Array(values[Int.random(in: 0..<values.count, using: &random)].utf8))
  }
}
