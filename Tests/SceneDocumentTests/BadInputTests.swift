import JSONText
import SceneDocument
import Testing

struct BadInputTests {
  private func refusal(_ bytes: [UInt8], limits: SceneLimits = .init()) -> String {
    SceneDocumentTests.refusal {
      try SceneDocument(bytes: bytes, name: "scene.json", limits: limits)
    }
  }

  @Test(arguments: [
    (
      "",
      "scene.json:1:1: expected a value, found the end of the text; the text is empty"
    ),
    (
      "hello",
      """
      scene.json:1:1: expected a value, found 'hello'
          hello
          ^
      """
    ),
    (
      "{\"format\":\"inspector-scene/1\",\n\"objects\":[{\"id\":\"a\",",
      """
      scene.json:2:22: expected a key, found the end of the text; the text may have been cut off
          "objects":[{"id":"a",
                               ^
      """
    ),
    (
      "\u{FEFF}{\"format\":\"inspector-scene/1\",\"objects\":[]}",
      """
      scene.json:1:1: expected a value, found a byte order mark; save the file as UTF-8 without a byte order mark
          \\u{FEFF}{"format":"inspector-scene/1","objects"…
          ^
      """
    ),
    (
      "{\"format\":\"inspector-scene/1\",\"objects\":[]}\0\0",
      """
      scene.json:1:44: expected the end of the text, found a NUL byte; one text holds one value
          {"format":"inspector-scene/1","objects":[]}\\u{0}\\u{0}
                                                     ^
      """
    ),
    (
      "{\"format\":\"inspector-scene/1\",\"objects\":[{\"id\":\"a\",\"class\":\"b\",\n\t\"attributes\":{\"tags\":[1,]}}]}",
      """
      scene.json:2:26: expected a value, found ']'; remove the ',' before it
          \t"attributes":{"tags":[1,]}}]}
          \t                        ^
      """
    ),
    (
      "[]",
      """
      scene.json:1:1: a scene is an object, found an array; begin with {"format": "inspector-scene/1"
          []
          ^
      """
    ),
    (
      "{}",
      """
      scene.json:1:1: the scene has no 'format'; add "format": "inspector-scene/1" at the top level of the file
          {}
          ^
      """
    ),
    (
      "{\"objects\":[]}",
      """
      scene.json:1:1: the scene has no 'format'; add "format": "inspector-scene/1" at the top level of the file
          {"objects":[]}
          ^
      """
    ),
    (
      "{\"format\":\"inspector-scene/1\"}",
      """
      scene.json:1:1: the scene has no 'objects'; add "objects": []
          {"format":"inspector-scene/1"}
          ^
      """
    ),
    (
      "{\"format\":\"inspector-scene/2\",\"objects\":[]}",
      """
      scene.json:1:11: the format 'inspector-scene/2' is not supported; this program reads 'inspector-scene/1'
          {"format":"inspector-scene/2","objects":[]}
                    ^
      """
    ),
    (
      "{\"format\":1,\"objects\":[]}",
      """
      scene.json:1:11: 'format' must be a string, found '1'; write "inspector-scene/1"
          {"format":1,"objects":[]}
                    ^
      """
    ),
    (
      "{\"format\":\"inspector-scene/1\",\"objects\":{}}",
      """
      scene.json:1:41: 'objects' must be an array, found an object
          {"format":"inspector-scene/1","objects":{}}
                                                  ^
      """
    ),
    (
      "{\"format\":\"inspector-scene/1\",\"name\":null,\"objects\":[]}",
      """
      scene.json:1:38: 'name' must be a string, found 'null'
          {"format":"inspector-scene/1","name":null,"objects":[]}
                                               ^
      """
    ),
    (
      "{\"format\":\"inspector-scene/1\",\"plugins\":[],\"objects\":[]}",
      """
      scene.json:1:41: 'plugins' must be an object of names and versions, found an array
          {"format":"inspector-scene/1","plugins":[],"objects":[]}
                                                  ^
      """
    ),
    (
      "{\"format\":\"inspector-scene/1\",\"plugins\":{\"Shapes\":1},\"objects\":[]}",
      """
      scene.json:1:51: the version of plugin 'Shapes' must be a string, found '1'; write one such as ">=1.0 <2"
          {"format":"inspector-scene/1","plugins":{"Shapes":1},"objects":[]}
                                                            ^
      """
    ),
    (
      "{\"format\":\"inspector-scene/1\",\"palette\":[],\"objects\":[]}",
      """
      scene.json:1:41: 'palette' must be an object of names and colours, found an array
          {"format":"inspector-scene/1","palette":[],"objects":[]}
                                                  ^
      """
    ),
  ])
  func aTextThatIsNoSceneSaysWhy(_ text: String, _ words: String) {
    #expect(refusal(Array(text.utf8)) == words)
  }

  @Test(arguments: [
    ("5", "1: an object of the scene is written {\"id\": …, \"class\": …}, found '5'"),
    ("{}", "1: the object has no 'id'; give it one that no other object has"),
    ("{\"class\":\"b\"}", "1: the object has no 'id'; give it one that no other object has"),
    ("{\"id\":\"a\"}", "1: the object 'a' has no 'class'; name its component's class"),
    ("{\"id\":1,\"class\":\"b\"}", "7: 'id' must be a string, found '1'"),
    ("{\"id\":\"\",\"class\":\"b\"}", "7: 'id' must not be empty"),
    ("{\"id\":\"a\",\"class\":[]}", "19: 'class' must be a string, found an array"),
    ("{\"id\":\"a\",\"class\":\"\"}", "19: 'class' must not be empty"),
    ("{\"id\":\"a\",\"class\":\"b\",\"name\":1}", "30: 'name' must be a string, found '1'"),
    ("{\"id\":\"a\",\"class\":\"b\",\"attributes\":[]}", "36: 'attributes' must be an object, found an array"),
    ("{\"id\":\"a\",\"class\":\"b\",\"attributes\":null}", "36: 'attributes' must be an object, found 'null'"),
    ("{\"id\":\"a\",\"class\":\"b\",\"children\":{}}", "34: 'children' must be an array, found an object"),
    (
      "{\"id\":\"a\",\"class\":\"b\",\"children\":[{\"id\":\"c\"}]}",
      "35: the object 'c' has no 'class'; name its component's class"
    ),
    ("{\"id\":\"a\",\"children\":[]}", "1: the object 'a' has no 'class'; name its component's class"),
  ])
  func anObjectThatIsNoneSaysWhy(_ object: String, _ words: String) {
    let start = "{\"format\":\"inspector-scene/1\",\"objects\":[\n"
    let error = refusal(Array("\(start)\(object)]}".utf8))
    #expect(error.split(separator: "\n").first.map(String.init) == "scene.json:2:\(words)")
  }

  @Test func doubleKeysAreNamedWithBothPlaces() {
    let start = "{\"format\":\"inspector-scene/1\",\"objects\":["
    let cases = [
      (
        "{\"id\":\"a\",\n\"class\":\"b\",\n\"\\u0069d\":\"c\"}",
        "3:1: the key 'id' appears twice in one object; remove or rename one of the two; the first is at scene.json:1:43"
      ),
      (
        "{\"id\":\"a\",\"class\":\"b\",\"attributes\":{\n\"frame\":{\"x\":1,\"y\":2,\"x\":3}}}",
        "2:22: the key 'x' appears twice in one object; remove or rename one of the two; the first is at scene.json:2:10"
      ),
      (
        "{\"id\":\"a\",\"class\":\"b\",\"unknown\":[[{\n\"é\":1,\"\\u00e9\":2}]]}",
        "2:7: the key 'é' appears twice in one object; remove or rename one of the two; the first is at scene.json:2:1"
      ),
    ]
    for (object, words) in cases {
      let error = refusal(Array("\(start)\(object)]}".utf8))
      #expect(error.split(separator: "\n").first.map(String.init) == "scene.json:\(words)")
    }
    let scene = "{\"format\":\"inspector-scene/1\",\"objects\":[],\"objects\":[]}"
    #expect(refusal(Array(scene.utf8)).contains("the key 'objects' appears twice in one object"))
  }

  @Test func doubleIDsAreNamedWithBothPlaces() {
    let objects =
      #"{"id":"a","class":"b","children":[{"class":"b","id":"x"},{"id":"y","class":"b"}]},"# + "\n"
      + #"{"id":"\u0078","class":"b"},{"id":"y","class":"b"}"#
    let error = refusal(Array("{\"format\":\"inspector-scene/1\",\"objects\":[\(objects)]}".utf8))
    #expect(
      error == """
        scene.json:2:7: the id 'x' is used twice; give one of the two objects another id; the first is at scene.json:1:94
            {"id":"\\u0078","class":"b"},{"id":"y","class":…
                  ^
        """)
  }

  @Test func whatIsNotUTF8IsNamed() {
    let start = Array("{\"format\":\"inspector-scene/1\",\"objects\":[],\"n\":\"".utf8)
    let latin1 = start + [0x63, 0x61, 0x66, 0xE9] + Array("\"}".utf8)
    #expect(
      refusal(latin1) == """
        scene.json:1:52: expected UTF-8, found the byte 0xE9; save the file as UTF-8
            {"format":"inspector-scene/1","objects":[],"n":"caf\u{FFFD}"}
                                                               ^
        """)
    let utf16 = Array("{\"format\"".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    #expect(
      refusal(utf16).hasPrefix("scene.json:1:1: expected UTF-8, found what looks like UTF-16; save the file as UTF-8\n")
    )
    #expect(
      refusal([0xFF, 0xFE] + utf16).hasPrefix(
        "scene.json:1:1: expected UTF-8, found what looks like UTF-16; save the file as UTF-8\n"))
    let lone = start + Array("\\ud800\"}".utf8)
    #expect(
      refusal(lone).hasPrefix(
        "scene.json:1:49: expected a whole character, found '\\ud800', which is half of a surrogate pair; write both halves"
      ))
  }

  // MARK: Limits

  private func nested(_ count: Int) -> [UInt8] {
    let open = (0..<count).map { "{\"id\":\"n\($0)\",\"class\":\"v\",\"attributes\":{},\"children\":[" }
    let close = String(repeating: "]}", count: count)
    return Array("{\"format\":\"inspector-scene/1\",\"objects\":[\(open.joined())\(close)]}".utf8)
  }

  @Test func depthIsBoundByTheLimitOnly() throws {
    let scene = try SceneDocument(bytes: nested(100_000), name: "deep")
    #expect(scene.objectCount == 100_000)
    #expect(scene.depth(99_999) == 99_999)
    #expect(scene.id(99_999) == "n99999")
    let undo = try scene.apply([.set(key: "x", value: [0x31])], to: 0)
    _ = scene.restore(undo)
    #expect(scene.bytes() == nested(100_000))
    let arrays = [UInt8](repeating: 0x5B, count: 200_000) + [UInt8](repeating: 0x5D, count: 200_000)
    let start = "{\"format\":\"inspector-scene/1\",\"objects\":[{\"id\":\"a\",\"class\":\"b\",\"x\":"
    let deep = Array(start.utf8) + arrays + Array("}]}".utf8)
    #expect(refusal(deep) == "")
  }

  /// Checks that an object's contents are skipped in one step. Separate steps for each descendant would take minutes.
  @Test func objectsAreReadWhateverTheyHold() throws {
    let deep = try SceneDocument(bytes: nested(100_000), name: "deep")
    #expect((0..<100_000).allSatisfy { deep.objectName($0) == nil })
    let leaves = (0..<50_000).map { "{\"id\":\"l\($0)\",\"class\":\"v\"}," }.joined()
    let wide = String(decoding: nested(1), as: UTF8.self).replacing(
      "[]", with: "[\(leaves){\"id\":\"l\",\"class\":\"v\"}]")
    let scene = try SceneDocument(bytes: Array(wide.utf8), name: "wide")
    #expect((0..<50_000).allSatisfy { _ in scene.objectName(0) == nil })
  }

  @Test func beyondTheLimitsThereAreWords() {
    let words = refusal(nested(130_000))
    // Two levels for the scene, two for each of the objects before.
    let before = (0..<124_999).reduce(0) {
      $0 + "{\"id\":\"n\($1)\",\"class\":\"v\",\"attributes\":{},\"children\":[".utf8.count
    }
    let column = "{\"format\":\"inspector-scene/1\",\"objects\":[".utf8.count + before + 1
    #expect(
      words.split(separator: "\n").first.map(String.init)
        == "scene.json:1:\(column): more than 250000 arrays and objects within one another; this is the limit; nest less deeply"
    )
    let million = [UInt8](repeating: 0x5B, count: 1_000_000)
    #expect(refusal(million).hasPrefix("scene.json:1:250001: more than 250000 arrays and objects within one another;"))
    #expect(
      refusal(nested(3), limits: SceneLimits(objects: 2)).hasPrefix(
        "scene.json:1:144: the scene has more than 2 objects, which is the limit; split it into several scenes\n"))
    #expect(refusal(nested(2), limits: SceneLimits(objects: 2)) == "")
    #expect(
      refusal(nested(3), limits: SceneLimits(bytes: 10))
        == "scene.json: the file has 202 bytes, more than the limit of 10")
    #expect(refusal(nested(3), limits: SceneLimits(depth: 8)) == "")
    #expect(refusal(nested(3), limits: SceneLimits(depth: 7)).contains("more than 7 arrays and objects"))
  }

  // MARK: How errors look

  @Test func longLinesAreCutAroundThePlace() {
    let filler = String(repeating: "日本", count: 100)
    let scene = "{\"format\":\"inspector-scene/1\",\"objects\":[],\"a\":\"\(filler)\",\"b\":tru,\"c\":\"\(filler)\"}"
    let lines = refusal(Array(scene.utf8)).split(separator: "\n").map(String.init)
    #expect(lines[0] == "scene.json:1:255: expected 'true', found 'tru'")
    #expect(lines[1] == "    …\(filler.suffix(54))\",\"b\":tru,\"c\":\"\(filler.prefix(31))…")
    #expect(lines[2] == "    " + String(repeating: " ", count: 1 + 2 * 54 + 6) + "^")
  }

  @Test func charactersThatMoveTheCursorAreEscaped() {
    let scene = "{\"format\":\"inspector-scene/1\",\"objects\":[],\"\u{202E}\u{7F}\":\"\u{85}\",}"
    #expect(
      refusal(Array(scene.utf8)) == """
        scene.json:1:53: expected a key, found '}'; remove the ',' before it
            {"format":"inspector-scene/1","objects":[],"\\u{202E}\\u{7F}":"\\u{85}",}
                                                                                 ^
        """)
    let error = SceneError(StatedRefusal(.ioRead, "b\u{7}"), file: "a\u{1B}[31m.json")
    #expect("\(error)" == "a\\u{1B}[31m.json: b\\u{7}")
  }

  @Test func unknownKeysAreWarnings() throws {
    let text = """
      {"format": "inspector-scene/1", "$schema": "x", "author": "me",
       "objects": [{"id": "a", "class": "b", "colour": 1, "children": [{"id": "c", "klass": 1, "class": "d", "$comment": 1}], "tags": [],
         "$schema": "y"}], "$comment": ["free"]}
      """
    let scene = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    #expect(
      scene.warnings.map(\.headline) == [
        "scene.json:1:49: unknown key 'author' of the scene; it is kept as it is",
        "scene.json:2:40: unknown key 'colour' of 'a'; it is kept as it is",
        "scene.json:2:78: unknown key 'klass' of 'c'; it is kept as it is",
        "scene.json:2:121: unknown key 'tags' of 'a'; it is kept as it is",
      ])
    #expect(scene.warnings.allSatisfy { $0.code == "unknown.key" })
  }
}
