import Glibc
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneExport
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

private final class Dial: Component {
  var limit = 1.0
  var value = 0.5 { didSet { if value > limit { value = limit } } }
  var shown = 0.0
  var tint: Color? = .red
  var isBroken = false

  override func awake() {
    shown = value * 2
    if isBroken { limit = .infinity }
  }

  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Dial.self)
    list.property("value", of: Dial.self, .init(dependsOn: ["limit"]), get: { $0.value }, set: { $0.value = $1 })
    list.property("limit", of: Dial.self, .init(range: 0...), get: { $0.limit }, set: { $0.limit = $1 })
    list.property("shown", of: Dial.self, get: { $0.shown }, set: { $0.shown = $1 })
    list.property("tint", of: Dial.self, get: { $0.tint }, set: { $0.tint = $1 })
    list.property("isBroken", of: Dial.self, get: { $0.isBroken }, set: { $0.isBroken = $1 })
  }
}

private final class Tag: Component {
  var title: String? = "tag"

  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Tag.self)
    list.property("title", of: Tag.self, .init(required: true), get: { $0.title }, set: { $0.title = $1 })
  }
}

private final class Counter: Component {
  var number = 0

  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Counter.self)
    list.property("number", of: Counter.self, .init(aliases: ["count"]), get: { $0.number }, set: { $0.number = $1 })
  }
}

private enum Dials: InspectorPlugin {
  static var components: [Component.Type] { [Dial.self, Tag.self, Counter.self] }
}

private func dialScene(_ objects: String, palette: String = "{}") throws -> SceneSession {
  let text = """
    {"format":"inspector-scene/1","name":"Test","palette":\(palette),"objects":[\(objects)]}
    """
  let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
  return SceneSession(document, library: PluginLibrary(inProcess: [Dials.self]))
}

/// Returns a line `id class: keyPath=value …` for each object.
private func outline(_ bundle: RuntimeBundle) -> [String] {
  bundle.objects.map { object in
    let attributes = object.attributes.map { "\($0.keyPath)=\($0.value?.text ?? "nil")" }
    return ([object.id, object.className] + attributes).joined(separator: " ")
  }
}

@Suite struct ExportTests {
  @Test func carriesStoredValuesInTheOrderOfApplying() throws {
    let session = try dialScene(
      """
      {"id":"a","class":"Dial","attributes":{"value":3,"limit":2,"tint":null},"children":[{"id":"b","class":"Dial"}]}
      """)
    let bundle = try session.bundle()
    #expect(outline(bundle) == ["a Dial limit=2 value=3 tint=nil", "b Dial"])
    #expect(bundle.sceneName == "Test")
    #expect(bundle.plugins.map { "\($0.name) \($0.version) \($0.descriptionSHA256.count)" } == ["Dials 1.0.0 64"])
    #expect(bundle.notCarried.isEmpty)
    #expect(!bundle.isEffective)
  }

  @Test func bakesWhatTheHooksMade() throws {
    let session = try dialScene(#"{"id":"a","class":"Dial","attributes":{"value":3,"limit":2}}"#)
    let bundle = try session.bundle(effective: true)
    #expect(outline(bundle) == ["a Dial limit=2 value=2 shown=4"])
    #expect(bundle.isEffective)
  }

  @Test func resolvesPaletteAndNames() throws {
    let session = try dialScene(
      ##"{"id":"a","class":"Dial","attributes":{"tint":"brand"}},{"id":"b","class":"Dial","attributes":{"tint":"navy"}}"##,
      palette: ##"{"brand":"#3366FF"}"##)
    #expect(outline(try session.bundle()) == ["a Dial tint=#3366FFFF", "b Dial tint=#000080FF"])
  }

  @Test func tellsWhatIsNotCarried() throws {
    let session = try dialScene(
      #"""
      {"id":"a","class":"Dail","attributes":{"value":1}},
      {"id":"b","class":"Dial","attributes":{"valeu":1,"limit":-1,"value":"1","isBroken":true}}
      """#)
    let bundle = try session.bundle()
    #expect(outline(bundle) == ["b Dial isBroken=true"])
    #expect(
      bundle.notCarried.map { "\($0.object).\($0.property ?? "") \($0.code): \($0.reason)" } == [
        "a. unknown.class: no plugin knows the class 'Dail'; 'a' is shown as stored and not checked; did you mean 'Dial'?",
        "b.limit value.range: 'limit' cannot be -1; it must be at least 0",
        "b.value type.mismatch: 'value': expected a Double, found the string '1'; write 1 without quotes",
        "b.limit hook.rejected: as the component computes it, it is inf, which is not a finite number",
        "b.valeu unknown.property: unknown property 'valeu' on 'Dial'; did you mean 'value'?",
      ])
  }

  @Test func whatIsNotFiniteIsNotBaked() throws {
    let session = try dialScene(#"{"id":"b","class":"Dial","attributes":{"isBroken":true,"value":1}}"#)
    let baked = try session.bundle(effective: true)
    #expect(outline(baked) == ["b Dial value=1 shown=2 isBroken=true"])
    #expect(
      baked.notCarried.map { "\($0.object).\($0.property ?? "") \($0.code): \($0.reason)" } == [
        "b.limit hook.rejected: as the component computes it, it is inf, which is not a finite number"
      ])
  }

  @Test func thereIsNoBundleWhereAComponentFails() throws {
    let folder = try PluginFolder()
    try folder.add("hostile", executable: "Hostile")
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"t","class":"Trap","attributes":{"value":13}}]}"#
    let session = SceneSession(
      try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: folder.library())
    for isEffective in [false, true] {
      let error = #expect(throws: Diagnostic.self) { try session.bundle(effective: isEffective) }
      #expect(error?.isPluginFailure == true)
      let other = #expect(throws: Diagnostic.self) { try session.spooledBundle(effective: isEffective) }
      #expect(other?.isPluginFailure == true)
    }
  }

  @Test func theSameSceneGivesTheSameBytes() throws {
    let objects = #"{"id":"a","class":"Dial","attributes":{"value":0.1,"tint":{"white":0.3}}}"#
    let first = try dialScene(objects).bundle().files().map(\.bytes)
    #expect(first == (try dialScene(objects).bundle().files().map(\.bytes)))
  }

  @Test func aBundleIsDerivedAnew() throws {
    let session = try dialScene(#"{"id":"a","class":"Dial","attributes":{"value":0.1}}"#)
    var bundle = try session.bundle()
    #expect(try session.differences(from: bundle) == [])
    bundle.objects[0].attributes[0].value = .double(7)
    bundle.objects[0].attributes.append(BundleAttribute(keyPath: "limit", type: .double, value: .double(1)))
    bundle.objects.append(BundleObject(id: "x", className: "Dial"))
    bundle.plugins[0].version = "0.9"
    bundle.sceneSHA256 = ""
    bundle.sceneName = nil
    #expect(
      try session.differences(from: bundle) == [
        "the scene has changed since the bundle was written",
        "the scene's name is 'Test', but the bundle says none",
        "plugin 'Dials' has version 1.0.0, but the bundle was written with 0.9",
        "'a.value' is 0.1, but the bundle says 7",
        "'a.limit' is not in the scene, but the bundle says 1",
        "'x' is in the bundle, but not in the scene",
      ])
    #expect(
      try session.differences(from: bundle, limit: 1).suffix(2) == [
        "'a.value' is 0.1, but the bundle says 7", "2 more differences",
      ])
  }
}

@Suite final class ExportFolderTests {
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.path }
  private let bundle = RuntimeBundle(sceneSHA256: String(repeating: "a", count: 64), objects: [])

  private func touch(_ path: String) {
    close(open(path, O_WRONLY | O_CREAT, 0o644))
  }

  private func refusal(_ path: String) -> String? {
    let error = #expect(throws: SceneError.self) { try BundleFolder(path: path).write(bundle) }
    return error.map { "\($0.code) \($0)".replacing(folder, with: "/f") }
  }

  @Test func writesAndReplacesABundle() throws {
    let path = "\(folder)/card.bundle"
    try BundleFolder(path: path).write(bundle)
    #expect(temporary.allNames == ["card.bundle"])
    #expect(fileNames(in: path) == ["attributes.json", "bundle.json"])
    var other = bundle
    other.sceneName = "Other"
    try BundleFolder(path: path + "//").write(other)
    #expect(try RuntimeBundle.load(path: path) == other)
    #expect(temporary.allNames == ["card.bundle"])
  }

  @Test(arguments: [false, true]) func writesWhatASceneGivesAPieceAtATime(isEffective: Bool) throws {
    // More objects than are built in one batch.
    let objects = (0..<20_000).map { #"{"id":"d\#($0)","class":"Dial","attributes":{"value":\#($0 % 3)}}"# }
    let session = try dialScene(objects.joined(separator: ",") + #",{"id":"x","class":"Lost"}"#)
    let whole = try session.bundle(effective: isEffective)
    let spooled = try session.spooledBundle(effective: isEffective)
    #expect(spooled.objectCount == 20_000 && spooled.attributeCount == whole.attributeCount)
    #expect(spooled.notCarried == whole.notCarried && spooled.isEffective == isEffective)
    let path = "\(folder)/dials.bundle"
    try BundleFolder(path: path).write(spooled)
    #expect(try RuntimeBundle.load(path: path) == whole)
    let isSame = try whole.files().allSatisfy {
      try SceneError.contents(of: "\(path)/\($0.name)", as: "file") == $0.bytes
    }
    #expect(isSame)
  }

  /// Checks that text copied from the scene's bytes equals text written value by value.
  @Test(arguments: [
    #"{"id":"a","class":"Dial","attributes":{}}"#,
    #"{ "class" : "Dial" , "id" : "\u0061\"b" , "attributes" : { "value" : 1.50 , "limit" : 2e0 } }"#,
    ##"{"id":"a","class":"Dial","attributes":{"tint":"brand","value":0.25}}"##,
    ##"{"id":"a","class":"Dial","attributes":{"tint":"#12345678"}}"##,
    #"{"id":"a","class":"Dial","attributes":{"tint":{"white":0.5}}}"#,
    #"{"id":"a","class":"Dial","attributes":{"tint":null,"limit":7}}"#,
    #"{"id":"a","class":"Dial","attributes":{"value":3,"limit":2,"shown":1}}"#,
    #"{"id":"a","class":"Dial","attributes":{"limit":-1,"value":1}}"#,
    #"{"id":"a","class":"Dial","attributes":{"valeu":-1,"value":1}}"#,
    #"{"id":"a","class":"Dial","attributes":{"isBroken":true,"value":1}}"#,
    #"{"id":"a","class":"Dial","ref":"x","attributes":{"value":1}}"#,
    #"{"id":"a","class":"Tag","attributes":{"title":"a\nb\/\u0000"}}"#,
    #"{"id":"a","class":"Tag","attributes":{"title":null}}"#,
    #"{"id":"a","class":"Tag","attributes":{}}"#,
    #"{"id":"a","class":"Counter","attributes":{"count":3}}"#,
    #"{"id":"a","class":"Counter","attributes":{"number":4,"count":3}}"#,
    #"{"id":"a","class":"Lost","attributes":{"title":"x"}}"#,
  ])
  func writingFromBytesIsTheSame(object: String) throws {
    let session = try dialScene(object, palette: ##"{"brand":"#3366FF"}"##)
    for isEffective in [false, true] {
      let whole = try session.bundle(effective: isEffective)
      let spooled = try session.spooledBundle(effective: isEffective)
      #expect(spooled.notCarried == whole.notCarried)
      var attributes: [UInt8] = []
      #expect(spooled.attributes.forEachPiece { attributes += Array($0) })
      #expect([attributes, spooled.manifest] == whole.files().map(\.bytes))
    }
  }

  @Test func cancellingLeavesNoBundle() throws {
    let objects = (0..<20_000).map { #"{"id":"d\#($0)","class":"Dial","attributes":{"value":1}}"# }
    let session = try dialScene(objects.joined(separator: ","))
    let job = session.job
    let spooled = try session.spooledBundle()
    job.cancel()
    let error = #expect(throws: SceneError.self) { try BundleFolder(path: "\(folder)/a").write(spooled) }
    #expect(error?.code == "cancelled")
    #expect(temporary.allNames == [])
    #expect(throws: Diagnostic.cancelled) { try session.spooledBundle(effective: true) }
    job.reset()
    var seen = 0
    session.forEachObject { _ in
      seen += 1
      if seen == 100 { job.cancel() }
    }
    #expect((100..<5000).contains(seen))
    job.reset()
  }

  @Test func followsALink() throws {
    try BundleFolder(path: "\(folder)/a").write(bundle)
    #expect(symlink("a", "\(folder)/b") == 0)
    var other = bundle
    other.sceneName = "Other"
    try BundleFolder(path: "\(folder)/b").write(other)
    #expect(try RuntimeBundle.load(path: "\(folder)/a") == other)
    // The symbolic link is kept.
    #expect(unlink("\(folder)/b") == 0)
  }

  @Test func replacesOnlyABundle() throws {
    mkdir("\(folder)/plain", 0o755)
    #expect(
      refusal("\(folder)/plain")
        == "io.create /f/plain: this folder is not a bundle, and 'export' replaces only bundles; choose another folder"
    )
    touch("\(folder)/file")
    #expect(
      refusal("\(folder)/file")
        == "io.create /f/file: this is a file, and 'export' replaces only bundles; choose another name")
    try BundleFolder(path: "\(folder)/mine").write(bundle)
    touch("\(folder)/mine/notes.txt")
    #expect(
      refusal("\(folder)/mine")
        == "io.create /f/mine: this bundle's folder holds 'notes.txt', which is not part of the bundle and would be lost; move it away"
    )
    #expect(temporary.allNames == ["file", "mine", "plain"])
  }

  @Test func needsTheFolderAround() {
    #expect(refusal("\(folder)/no/card") == "io.create /f/no/card: there is no folder '/f/no'; create it first")
    #expect(refusal("") == "io.create : the path is empty; name a folder, such as 'card.bundle'")
  }

  @Test func aFullDiskIsSaidAndLeavesNothing() {
    // `/dev/full` is not a folder, and tests cannot fill a file system, so they use a read-only one.
    #expect(refusal("/proc/card.bundle")?.hasPrefix("io.create /proc/card.bundle: ") == true)
  }
}
