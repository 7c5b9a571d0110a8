import JSONText
import SceneDocument
import Testing

/// Tests of the fast scanner against the exact one and the rules of the format.
struct ScannerTests {
  private func wrap(_ value: String) -> [UInt8] {
    wrap(Array(value.utf8))
  }

  /// Returns a valid scene with `value` as an unknown attribute.
  private func wrap(_ value: [UInt8]) -> [UInt8] {
    Array("{\"format\":\"inspector-scene/1\",\"objects\":[{\"id\":\"a\",\"class\":\"b\",\"attributes\":{\"x\":".utf8)
      + value
      + Array("}}]}".utf8)
  }

  /// Returns true if the scene is accepted; records an issue if the fast and the exact scanner disagree.
  private func accepts(_ bytes: [UInt8], _ comment: String = "") -> Bool {
    let verdict = ScannerVerdict(bytes)
    let exact = verdict.syntaxFault == nil && verdict.ruleFault == nil
    #expect(verdict.fastPassAccepts == exact, "\(comment)")
    return verdict.fastPassAccepts
  }

  /// Valid (`y_`), invalid (`n_`) and implementation-defined (`i_`) JSON texts.
  static let suites = TestMaterial.at("json", shared: "corpora/json/JSONTestSuite/test_parsing")

  @Test(arguments: suites) func theTestSuite(_ suite: TestMaterial) {
    let files = suite.files(".json")
    #expect(files.count == (suite.isShared ? 318 : 45))
    for file in files {
      let name = String(file.dropFirst(suite.path.count + 1))
      let value = contents(file)
      let isDuplicate = name.hasPrefix("y_object_duplicated_key")
      let isAccepted = accepts(wrap(value), name)
      switch name.prefix(2) {
      case "y_": #expect(isAccepted == !isDuplicate, "\(name)")
      // The one that is fit for the inside of an array or object is no value.
      case "n_": #expect(!isAccepted, "\(name)")
      // Those that the standard leaves open are decided as `JSONSyntaxTests` lists them; that the two agree was
      // checked above. Marks of byte order and UTF-16 are as wrong within a text as at its beginning.
      default: #expect(isAccepted == (syntaxCode(value) == nil), "\(name)")
      }
    }
  }

  private func syntaxCode(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { bytes in
      do throws(JSONSyntaxError) {
        try JSONSyntax.validate(bytes)
        return nil
      } catch {
        return error.code.rawValue
      }
    }
  }

  @Test(arguments: suites) func aValueOfAnyFormIsKept(_ suite: TestMaterial) throws {
    var count = 0
    for name in fileNames(in: suite.path) where name.hasPrefix("y_") && !name.hasPrefix("y_object_duplicated_key") {
      let value = contents("\(suite.path)/\(name)")
      let scene = try SceneDocument(bytes: wrap(value), name: name)
      #expect(scene.bytes() == wrap(value), "\(name)")
      // An edit of another value leaves this one unchanged, too.
      _ = try scene.apply([.set(key: "y", value: [0x31])], to: 0)
      let kept = String(decoding: value, as: UTF8.self).trimmingBlanks
      #expect(scene.attribute("x", of: 0) == Array(kept.utf8), "\(name)")
      #expect(String(decoding: scene.bytes(), as: UTF8.self).contains(kept), "\(name)")
      count += 1
    }
    #expect(count == (suite.isShared ? 93 : 12))
  }

  @Test func everyByteIsJudgedAlike() {
    let places = [
      "\"a?b\"", "\"aaaaaaaaaaaaaaa?bbbbbbbbb\"", "?", "1?2", "\"\\?\"", "\"\\u00?0\"", "{\"k?\":1}", "[1?]", "-?",
      "1.?", "1e?", "{\"a\"?1}", "\"?",
    ]
    for place in places {
      for byte in UInt8.min...UInt8.max {
        let value = Array(place.utf8).flatMap { $0 == 0x3F ? [byte] : [$0] }
        _ = accepts(wrap(value), "\(place) with \(byte)")
      }
    }
  }

  @Test func everySequenceOfTwoBytesIsJudgedAlike() {
    for first in UInt8(0x80)...0xFF {
      for second in stride(from: 0, through: 0xFF, by: 5) {
        for tail in [[], [0x80], [0xBF, 0x80], [0x80, 0x80, 0x80]] as [[UInt8]] {
          let value = [0x22, first, UInt8(second)] + tail + [0x22]
          let verdict = ScannerVerdict(wrap(value))
          let isUTF8 = String(validating: value, as: UTF8.self) != nil && second >= 0x20
          let isPlain = second != 0x22 && second != 0x5C
          if isPlain { #expect(verdict.fastPassAccepts == isUTF8, "\(value)") }
          #expect(verdict.fastPassAccepts == (verdict.syntaxFault == nil))
        }
      }
    }
  }

  @Test func theTextMayEndAnywhere() {
    let whole = Array(LoadingTests.card.utf8)
    for count in 0..<whole.count - 1 { #expect(!accepts(Array(whole[..<count]), "\(count) bytes")) }
    #expect(accepts(whole))
  }

  @Test func randomMutationsAreJudgedAlike() {
    var generator = SeededGenerator(seed: 5)
    let whole = Array(RandomScene(seed: 6, objects: 6).text.utf8)
    let snippets = [
      "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", "\u{0}", "é", "\"id\":\"x\",", "null", " ",
    ].map { Array($0.utf8) }
    for _ in 0..<20_000 {
      var text = whole
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let at = Int.random(in: 0..<text.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: text[at] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: text.remove(at: at)
        case 2: text.insert(contentsOf: snippets.randomElement(using: &generator) ?? [], at: at)
        default:
          text.insert(
            contentsOf: text[at..<min(text.count, at + 20)], at: Int.random(in: 0..<text.count, using: &generator))
        }
      }
      _ = accepts(text, String(decoding: text, as: UTF8.self))
    }
  }

  @Test func stringsOfAllCharactersEndWhereTheyEnd() throws {
    // One in each 64 scalars, at each place of a word, before and after escapes.
    for value in stride(from: UInt32(0x20), through: 0x10FFFF, by: 61) {
      guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
      let pad = String(repeating: "p", count: Int(value / 61 % 9))
      let string = "\"\(pad)\(scalar)\\\"\\\\\(scalar)\(scalar)\""
      let scene = try SceneDocument(bytes: wrap("{\(string):[\(string)]},\(string):-1.5e+3"), name: "scene.json")
      #expect(scene.attribute("x", of: 0) == Array("{\(string):[\(string)]}".utf8))
      #expect(scene.attribute("\(pad)\(scalar)\"\\\(scalar)\(scalar)", of: 0) == Array("-1.5e+3".utf8))
    }
  }

  // MARK: Keys

  @Test(arguments: [1, 7, 15, 16, 17, 31, 200, 254, 255, 256, 1000])
  func keysOfAnyLengthAreToldApart(_ length: Int) {
    let key = String(repeating: "k", count: length - 1)
    let other = { (last: String) in "{\"\(key)a\":1,\"\(key)\(last)\":2}" }
    let list = "[\(other("b")),\(other("b")),\(other("c")),\(other("b"))"
    #expect(accepts(wrap("\(list)]")))
    #expect(!accepts(wrap("\(list),\(other("a"))]")))
    #expect(!accepts(wrap("\(list),{\"\(key)a\":1,\"\(key)\\u0061\":2}]")))
    #expect(accepts(wrap("\(list),{\"\(key)a\":1,\"\(key)a \":2,\"\(key)\\\"\":3}]")))
  }

  @Test(arguments: [2, 11, 12, 13, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 500, 5000])
  func doubleKeysAreFoundAmong(_ count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let keys = (0..<count).map { "key\($0)" }
    func object(_ keys: [String]) -> String { "{" + keys.map { "\"\($0)\":{\"a\":1}" }.joined(separator: ",") + "}" }
    // Objects of the same keys in many orders fill the tree of shapes and go beyond it.
    for _ in 0..<(count > 100 ? 2 : 20) {
      let shuffled = keys.shuffled(using: &generator)
      let list = (0..<5).map { _ in object(keys.shuffled(using: &generator)) }.joined(separator: ",")
      #expect(accepts(wrap("[\(list),\(object(shuffled))]")))
      let twice = shuffled + [keys.randomElement(using: &generator) ?? ""]
      #expect(!accepts(wrap("[\(list),\(object(twice))]")))
      #expect(!accepts(wrap("[\(list),{\"in\":\(object(twice)),\"other\":1}]")))
    }
  }

  @Test func shapesMayRunOut() {
    // More different keys than the tree has room for, then objects with and without a key twice.
    let many = (0..<2_000).map { "{\"a\($0)\":{\"b\($0)\":1},\"c\":2}" }.joined(separator: ",")
    #expect(accepts(wrap("[\(many)]")))
    #expect(accepts(wrap("[\(many),{\"x\":{\"y\":1,\"z\":[{\"y\":1}]},\"y\":1}]")))
    #expect(!accepts(wrap("[\(many),{\"x\":{\"y\":1,\"y\":[{\"y\":1}]},\"y\":1}]")))
    #expect(!accepts(wrap("[\(many),{\"x\":{\"y\":1,\"z\":[{\"y\":1}]},\"x\":1}]")))
    let objects = (0..<9_000).map {
      "{\"k\($0)\":1,\"id\":\"n\($0)\",\"class\":\"c\($0)\",\"attributes\":{\"v\($0)\":1}}"
    }
    let scene = { (more: String) in
      Array("{\"format\":\"inspector-scene/1\",\"objects\":[\(objects.joined(separator: ","))\(more)]}".utf8)
    }
    #expect(accepts(scene("")))
    #expect(
      accepts(
        scene(
          ",{\"q\":1,\"class\":\"c\",\"id\":\"m\",\"children\":[{\"r\":0,\"id\":\"o\",\"class\":\"p\"}],\"name\":\"\"}")
      ))
    #expect(
      !accepts(
        scene(
          ",{\"q\":1,\"class\":\"c\",\"id\":\"m\",\"children\":[{\"r\":0,\"id\":\"o\",\"class\":\"p\"}],\"q\":\"\"}")))
    #expect(
      !accepts(
        scene(",{\"q\":1,\"class\":\"c\",\"id\":\"m\",\"children\":[{\"r\":0,\"id\":\"o\",\"class\":\"p\",\"r\":1}]}")))
    #expect(!accepts(scene(",{\"q\":1,\"class\":\"c\",\"id\":\"m\",\"id\":\"o\"}")))
    #expect(!accepts(scene(",{\"q\":1,\"class\":\"c\"}")))
  }

  // MARK: Classes and ids

  @Test func classesAreToldApart() throws {
    let names = [
      "A", "AB", "ABCDEFGH", "ABCDEFGHI", "ABCDEFGHIJKLMNO", "ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMNOPQ",
      "ABCDEFGHIJKLMNOPR", "é", "e\u{301}",
      "日本", "A\\u0042", "x\\\"y",
    ]
    let order = (0..<200).map { ($0 * 7) % names.count }
    let objects = order.enumerated().map { "{\"id\":\"\($0.offset)\",\"class\":\"\(names[$0.element])\"}" }
    let text = "{\"format\":\"inspector-scene/1\",\"objects\":[\(objects.joined(separator: ","))]}"
    let scene = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    let decoded = names.map { $0 == "A\\u0042" ? "AB" : $0 == "x\\\"y" ? "x\"y" : $0 }
    for (node, name) in order.enumerated() {
      #expect(scene.className(NodeIndex(node)).utf8.elementsEqual(decoded[name].utf8))
    }
    #expect(scene.classNames.count == 12)
  }

  @Test func everyObjectIsFoundByItsID() throws {
    let ids =
      [
        "a", "", "12345678", "123456789", "é", "日本語日本語", "a\"b", "n\u{0}", "e\u{301}",
        String(repeating: "x", count: 100),
      ]
      .filter { !$0.isEmpty } + (0..<300).map { "n\($0)" }
    let objects = ids.enumerated().map { index, id in
      var quoted: [UInt8] = []
      JSONString.append(id, quotedTo: &quoted)
      let text = String(decoding: quoted, as: UTF8.self)
      return index % 3 == 0 ? "{\"class\":\"c\",\"children\":[],\"id\":\(text)}" : "{\"id\":\(text),\"class\":\"c\"}"
    }
    let text = "{\"format\":\"inspector-scene/1\",\"objects\":[\(objects.joined(separator: ","))]}"
    let scene = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    for (node, id) in zip(scene.objects, ids) {
      #expect(scene.node(id: id) == node)
      #expect(scene.id(node).utf8.elementsEqual(id.utf8))
    }
    for absent in ["", "b", "1234567", "n300", "n"] { #expect(scene.node(id: absent) == nil) }
  }

  @Test func aDoubleIDIsFoundAmongMany() throws {
    let objects = (0..<50_000).map { "{\"id\":\"n\($0)\",\"class\":\"c\"}" }.joined(separator: ",")
    let start = "{\"format\":\"inspector-scene/1\",\"objects\":["
    #expect(try SceneDocument(bytes: Array("\(start)\(objects)]}".utf8), name: "").objectCount == 50_000)
    for twice in [0, 1, 25_000, 49_999] {
      let bytes = Array("\(start)\(objects),{\"id\":\"n\(twice)\",\"class\":\"c\"}]}".utf8)
      let words = refusal { try SceneDocument(bytes: bytes, name: "s") }
      #expect(words.contains("the id 'n\(twice)' is used twice"))
    }
  }
}

extension String {
  /// The text without JSON's blanks at both ends.
  fileprivate var trimmingBlanks: String {
    let isBlank = { (c: UInt8) in c == 0x20 || c == 0x0A || c == 0x0D || c == 0x09 }
    return String(decoding: Array(utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()), as: UTF8.self)
  }
}
