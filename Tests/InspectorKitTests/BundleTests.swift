import Glibc
import TestSupport
import Testing

@testable import InspectorKit

/// A component with everything that bundles must handle: an observer, clamping, an optional, a part, and a parent.
private final class Gauge: Component {
  var maximumValue = 1.0
  var value = 0.5 {
    didSet {
      causes.append(cause)
      if value > maximumValue { value = maximumValue }
    }
  }
  var title: String? = "none" {
    didSet {
      if title == "loud" { warn("keep it down") }
      if title == "bad" { reject("no bad titles") }
    }
  }
  let needle = Needle()
  var causes: [ChangeCause?] = []
  var calls: [String] = []

  override func awake() { calls.append("awake") }
  override func prepareForInspector() { calls.append("prepare") }

  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Gauge.self)
    list.property(
      "value", of: Gauge.self, .init(dependsOn: ["maximumValue"]), get: { $0.value }, set: { $0.value = $1 })
    list.property("maximumValue", of: Gauge.self, get: { $0.maximumValue }, set: { $0.maximumValue = $1 })
    list.property("title", of: Gauge.self, get: { $0.title }, set: { $0.title = $1 })
    list.part("needle", of: Gauge.self) { $0.needle }
  }
}

private final class Needle: Component {
  var color = Color.black
  var awoke = false

  override func awake() { awoke = true }

  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Needle.self)
    list.property("color", of: Needle.self, get: { $0.color }, set: { $0.color = $1 })
  }
}

private let digest = String(repeating: "a", count: 64)

private func bundle(_ attributes: [BundleAttribute], className: String = "Gauge") -> RuntimeBundle {
  RuntimeBundle(sceneSHA256: digest, objects: [BundleObject(id: "g", className: className, attributes: attributes)])
}

private func attribute(_ keyPath: String, _ value: PropertyValue) -> BundleAttribute {
  BundleAttribute(keyPath: keyPath, type: value.type, value: value)
}

@Suite struct BundleApplierTests {
  @Test func appliesInOrderWithHooksAndAwake() throws {
    let bundle = bundle([
      attribute("value", .double(3)), attribute("maximumValue", .double(5)), attribute("needle.color", .color(.red)),
      BundleAttribute(keyPath: "title", type: .string, value: nil),
    ])
    let applied = try #require(try BundleApplier([Gauge.self]).components(of: bundle).first)
    let gauge = try #require(applied.component as? Gauge)
    // `value` comes after `maximumValue`, on which it depends, whatever the bundle's order.
    #expect(gauge.value == 3)
    #expect(gauge.title == nil)
    #expect(gauge.needle.color == .red)
    #expect(gauge.causes == [.load])
    #expect(gauge.calls == ["awake"])
    #expect(gauge.needle.awoke)
    #expect(applied.messages == [])
    #expect(gauge.cause == nil)
  }

  @Test func tellsWhatHooksSay() throws {
    let applier = try BundleApplier([Gauge.self])
    let loud = try applier.component(of: bundle([attribute("title", .string("loud"))]).objects[0])
    #expect(loud.messages == [.init(property: "title", text: "keep it down", isRefusal: false)])
    let bad = try applier.component(of: bundle([attribute("title", .string("bad"))]).objects[0])
    #expect(bad.messages == [.init(property: "title", text: "no bad titles", isRefusal: true)])
    // The refused value is left out, and the component is one that never saw it.
    #expect((bad.component as? Gauge)?.title == "none")
  }

  @Test func appliesToAComponentThatIsThere() throws {
    let gauge = Gauge()
    let applied = try BundleApplier([]).apply(bundle([attribute("value", .double(0.25))]).objects[0], to: gauge)
    #expect(gauge.value == 0.25)
    #expect(applied.id == "g")
    #expect(gauge.calls == ["awake"])
  }

  @Test func refusesAComponentOfAnotherClass() throws {
    let error = #expect(throws: BundleError.self) {
      try BundleApplier([Gauge.self]).apply(bundle([], className: "Dial").objects[0], to: Gauge())
    }
    #expect(error?.description == "'g' is of the class 'Dial', but the component is a 'Gauge'")
  }

  @Test(arguments: [
    (
      [attribute("valeu", .double(1))], "unknown property 'valeu' on 'Gauge'; did you mean 'value'?", "unknown.property"
    ),
    (
      [attribute("value", .int(1))],
      "'value' of 'Gauge' is a Double, but the bundle has an Int; export the scene again", "type.mismatch"
    ),
    (
      [BundleAttribute(keyPath: "value", type: .double, value: nil)],
      "'value' of 'Gauge' is a Double and cannot be unset; export the scene again", "type.mismatch"
    ),
    (
      [attribute("value", .double(.infinity))], "'g.value': 'inf' is not a finite number, and a Double must be finite",
      "bundle.attribute"
    ),
  ])
  func refusesBeforeAnythingIsSet(attributes: [BundleAttribute], message: String, code: String) throws {
    let applier = try BundleApplier([Gauge.self])
    let gauge = Gauge()
    let error = #expect(throws: BundleError.self) {
      try applier.apply(bundle([attribute("maximumValue", .double(9))] + attributes).objects[0], to: gauge)
    }
    #expect(error?.description == message)
    #expect(error?.code.rawValue == code)
    #expect(gauge.maximumValue == 1)
  }

  @Test func refusesClassesThatItDoesNotHave() throws {
    let error = #expect(throws: BundleError.self) {
      try BundleApplier([Gauge.self]).components(of: bundle([], className: "Guage"))
    }
    #expect(error?.description == "the class 'Guage' of 'g' is not among those given; did you mean 'Gauge'?")
  }

  @Test func refusesAClassGivenTwice() {
    let error = #expect(throws: BundleError.self) { try BundleApplier([Gauge.self, Gauge.self]) }
    #expect(
      error?.description
        == "InspectorKitTests/BundleTests.swift:31: 'Gauge' is registered twice; list each component once")
  }
}

@Suite final class BundleLoadingTests {
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.path }

  private func write(_ bundle: RuntimeBundle) {
    for (name, bytes) in bundle.files() { temporary.write(name, String(decoding: bytes, as: UTF8.self)) }
  }

  /// Writes a bundle with the given text as `attributes.json`, and with its correct digest.
  private func write(attributes: String, objects: Int = 1, count: Int = 1) {
    temporary.write("attributes.json", attributes)
    temporary.write(
      "bundle.json",
      """
      {"format":"inspector-bundle/1","scene":{"sha256":"\(digest)"},"plugins":[],"objects":\(objects),"attributes":\(count),
      "files":{"attributes.json":"\(SHA256.hex(of: Array(attributes.utf8)))"},"notCarried":[]}
      """)
  }

  private func loadingError() -> String? {
    let error = #expect(throws: BundleError.self) { try RuntimeBundle.load(path: folder) }
    return error?.description.replacing(folder, with: "card.bundle")
  }

  @Test func readsWhatItWrote() throws {
    var written = bundle([
      attribute("i", .int(.max)), attribute("s", .string("a\u{0}\"é")), attribute("d", .double(0.1)),
      attribute("b", .bool(true)), attribute("c", .color(Color(red: 0.1, green: 0, blue: 1, alpha: 0.5))),
      attribute("p", .point(Point(x: -1, y: 1e300))), attribute("z", .size(Size(width: 1, height: 2))),
      attribute("layer.r", .rect(Rect(x: 1, y: 2, width: 3, height: 4))),
      BundleAttribute(keyPath: "n", type: .color, value: nil),
    ])
    written.sceneName = "Card"
    written.isEffective = true
    written.plugins = [.init(name: "Shapes", version: "1.0.0", descriptionSHA256: digest)]
    written.notCarried = [.init(object: "x", code: "unknown.class", reason: "no plugin knows it")]
    write(written)
    #expect(try RuntimeBundle.load(path: folder) == written)
    // The same bundle gives the same bytes.
    let loaded = try RuntimeBundle.load(path: folder)
    #expect(loaded.files().map(\.bytes) == written.files().map(\.bytes))
  }

  @Test func writesAnObjectALineAndColoursAsComponents() throws {
    let bundle = bundle(
      [attribute("starColor", .color(.yellow)), attribute("pointCount", .int(5))], className: "StarView")
    let (manifest, attributes) = (bundle.files()[1], bundle.files()[0])
    #expect(
      String(decoding: attributes.bytes, as: UTF8.self) == """
        {"objects":[
        {"id":"g","class":"StarView","attributes":[{"keyPath":"starColor","type":"Color","value":\
        {"red":1,"green":1,"blue":0,"alpha":1}},{"keyPath":"pointCount","type":"Int","value":5}]}
        ]}

        """)
    #expect(
      String(decoding: manifest.bytes, as: UTF8.self) == """
        {
          "format": "inspector-bundle/1",
          "scene": {
            "sha256": "\(digest)"
          },
          "plugins": [
          ],
          "objects": 1,
          "attributes": 2,
          "effective": false,
          "files": {
            "attributes.json": "\(SHA256.hex(of: attributes.bytes))"
          },
          "notCarried": [
          ]
        }

        """)
  }

  @Test func aFolderWithoutManifestIsNoBundle() {
    #expect(
      loadingError() == "card.bundle: this is not a bundle: it has no 'bundle.json'; write one with 'inspector export'")
    let error = #expect(throws: BundleError.self) { try RuntimeBundle.load(path: "\(folder)/none") }
    #expect(error?.description == "\(folder)/none: cannot be opened: no such file or directory")
  }

  @Test func aChangedFileIsSeen() throws {
    write(bundle([attribute("a", .int(1))]))
    temporary.write("attributes.json", "{\"objects\":[]}")
    #expect(
      loadingError()
        == "card.bundle: 'attributes.json' is not the file that the bundle was written with; export the scene again")
  }

  @Test(arguments: [
    ("{", "card.bundle/bundle.json:1:2: expected a key, found the end of the text; the text may have been cut off"),
    ("{}", "card.bundle/bundle.json: 'format' is missing; a bundle says 'inspector-bundle/1'"),
    (
      #"{"format":"inspector-bundle/2"}"#,
      "card.bundle/bundle.json: the format is 'inspector-bundle/2', not 'inspector-bundle/1'; export the scene again"
    ),
    (
      #"{"format":"inspector-bundle/1"}"#,
      "card.bundle/bundle.json: 'scene' of the bundle is missing or is not an object"
    ),
    (
      #"{"format":"inspector-bundle/1","scene":[1]}"#,
      "card.bundle/bundle.json: 'scene' of the bundle is missing or is not an object"
    ),
    (
      #"{"format":"inspector-bundle/1","scene":{"sha256":"A"}}"#,
      "card.bundle/bundle.json: 'sha256' of 'scene' is missing or is not a SHA-256"
    ),
    (
      """
      {"format":"inspector-bundle/1","scene":{"sha256":"\(digest)"},"plugins":[],"notCarried":[],"objects":0,"attributes":0,
      "files":{"../x":"\(digest)"}}
      """, "card.bundle/bundle.json: 'files' names '../x', which is not a file of the bundle's own folder"
    ),
    (
      """
      {"format":"inspector-bundle/1","scene":{"sha256":"\(digest)"},"plugins":[],"notCarried":[],"objects":0,"attributes":0,
      "files":{}}
      """, "card.bundle/bundle.json: 'attributes.json' of 'files' is missing or is not a SHA-256"
    ),
  ])
  func refusesAManifest(text: String, message: String) throws {
    temporary.write("bundle.json", text)
    #expect(loadingError() == message)
  }

  @Test(arguments: [
    ("[]", "1:1: expected an object, found '['"),
    ("{}", "1:1: 'objects' of the file is missing or is not a list"),
    (
      #"{"objects":[{"id":"a","class":"B","attributes":[]},]}"#,
      "1:52: expected a value, found ']'; remove the ',' before it"
    ),
    (#"{"objects":[{"id":"a","attributes":[]}]}"#, "1:13: 'class' of an object is missing or is not a text"),
    (#"{"objects":[{"id":"a","class":"B"}]}"#, "1:13: 'attributes' of an object is missing or is not a list"),
    (#"{"objects":[{"id":"a","class":"B","x":1}]}"#, "1:39: unknown key 'x' in an object"),
    ("{\"objects\":[\n{\"id\":\"a\",\"id\":\"b\"}]}", "2:16: the key 'id' appears twice"),
    (
      #"{"objects":[{"id":"a","class":"B","attributes":[]},{"id":"a","class":"B","attributes":[]}]}"#,
      "1:52: the id 'a' is used twice"
    ),
    (attributes(#"{"type":"Int","value":1}"#), "1:49: 'keyPath' of an attribute is missing or is not a text"),
    (
      attributes(#"{"keyPath":"a.","type":"Int","value":1}"#),
      "1:49: 'a.' of 'a' is not a key path, such as 'layer.cornerRadius'"
    ),
    (
      attributes(#"{"keyPath":"a","type":"Float","value":1}"#),
      "1:49: 'Float' of 'a' is not a type; the types are Int, String, Double, Bool, Color, Point, Size, Rect"
    ),
    (attributes(#"{"keyPath":"a","type":"Int"}"#), "1:49: 'value' of an attribute is missing or is not a value"),
    (
      attributes(#"{"keyPath":"a","type":"Int","value":1.5}"#),
      "1:49: 'a.a': expected an Int, found '1.5'; write a whole number, such as 12"
    ),
    (
      attributes(#"{"keyPath":"a","type":"Int","value":1},{"keyPath":"a","type":"Int","value":1}"#),
      "1:88: 'a' has the attribute 'a' twice"
    ),
  ])
  func refusesAttributes(text: String, message: String) throws {
    write(attributes: text)
    #expect(loadingError() == "card.bundle/attributes.json:\(message)")
  }

  /// Checks that ids are compared by bytes: the two encodings of é are two ids in a scene, and also in a bundle.
  @Test func idsAreComparedByTheByte() throws {
    let objects = ["\u{E9}", "e\u{301}"].map { #"{"id":"\#($0)","class":"B","attributes":[]}"# }
    write(attributes: "{\"objects\":[\(objects.joined(separator: ","))]}", objects: 2, count: 0)
    #expect(try RuntimeBundle.load(path: folder).objects.map { Array($0.id.utf8).count } == [2, 3])
  }

  private static func attributes(_ list: String) -> String {
    #"{"objects":[{"id":"a","class":"B","attributes":["# + list + "]}]}"
  }

  @Test func refusesWrongCounts() throws {
    let text = Self.attributes(#"{"keyPath":"a","type":"Int","value":1}"#)
    write(attributes: text, objects: 2)
    #expect(loadingError() == "card.bundle: the bundle says that it has 2 objects, but it has 1")
    write(attributes: text, count: 0)
    #expect(loadingError() == "card.bundle: the bundle says that it has 0 attributes, but it has 1")
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func digestsAreThoseOfTheStandard(text: String, digest: String) {
    #expect(SHA256.hex(of: Array(text.utf8)) == digest)
  }
}
