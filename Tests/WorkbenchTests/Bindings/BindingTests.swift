import Foundation
import InspectorKit
import SceneDocument
import Synchronization
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneExport
@testable import SceneSessions
@testable import Workbench

/// Settings that a test changes.
final class TestSettings: SettingSource {
  private let stored = Mutex<(values: [String: SettingValues.Value], version: Int)>(([:], 1))

  /// The path of the file that says the values.
  let file: String

  init(_ file: String) { self.file = file }

  var values: SettingValues { stored.withLock { SettingValues($0.values, version: $0.version) } }

  subscript(key: String) -> PropertyValue? {
    get { stored.withLock { $0.values[key]?.value } }
    set {
      stored.withLock { stored in
        stored.values[key] = newValue.map {
          SettingValues.Value(
            value: $0, place: ".inspector/settings.json:1:1", file: file, isPersonal: false)
        }
        stored.version += 1
      }
    }
  }
}

/// Properties that have the values of settings.
@Suite struct BindingTests {
  @Component final class Dial: View {
    @Inspectable(validate: ["even"]) var pairs = 2
    @Inspectable(range: 0...100, aliases: ["watts", "force"]) var power = 1 {
      didSet { if power > 50 { power = 50 } }
    }
    @Inspectable var area = Rect(x: 0, y: 0, width: 5, height: 5)
    @Inspectable var title = "none"
    @Inspectable var colour = Color.black
    @Inspectable var ratio = 0.5
    @Inspectable(dependsOn: ["power"]) var strict = true {
      didSet { if !strict { reject("it must be strict") } }
    }
    @Inspectable(readOnly: true) var doubled: Int { 2 * power }
  }

  private struct DialPlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [View.self, Dial.self] }
    static var rules: [ValidationRule] {
      [ValidationRule("even", "an even number") { if case .int(let number) = $0 { number % 2 == 0 } else { true } }]
    }
  }

  private let folder = TemporaryFolder()
  private let settings: TestSettings
  private let library = PluginLibrary(inProcess: [DialPlugin.self])

  init() {
    mkdir("\(folder.path)/.inspector", 0o755)
    settings = TestSettings(folder.write(".inspector/settings.json", "{}"))
    library.settings = settings
  }

  private func write(_ objects: String, _ name: String = "s.json") {
    folder.write(name, #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#)
  }

  private func open(_ name: String = "s.json") throws -> SceneSession {
    try SceneSession.open(path: "\(folder.path)/\(name)", library: library)
  }

  private func dial(_ attributes: String = "", _ bindings: String? = nil) throws -> SceneSession {
    let bindings = bindings.map { #","bindings":{\#($0)}"# } ?? ""
    write(#"{"id":"a","class":"Dial","attributes":{\#(attributes)}\#(bindings)}"#)
    return try open()
  }

  private func bytes(_ session: SceneSession) -> String {
    session.withDocument { String(decoding: $0.written.source.snapshot.bytes(), as: UTF8.self) }
  }

  private func messages(_ session: SceneSession) -> [String] { session.check().map(\.message) }

  // MARK: values

  @Test("a bound property has the value of its setting, which is effective and not stored")
  func boundValue() throws {
    settings["user.power"] = .int(7)
    for binding in [#""power":{"setting":"user.power"}"#, #""power":"user.power""#, #""watts":"user.power""#] {
      let session = try dial("", binding)
      let row = try session.value(of: "a.power")
      #expect(row.effective == .int(7) && row.state == .bound && row.storedText == nil && !row.isModified)
      #expect(row.notes.map(\.text) == ["bound to 'user.power' (.inspector/settings.json:1:1)"])
      #expect(try session.value(of: "a.doubled").effective == .int(14))
      #expect(try session.found("[power]") == "" && session.found("[power=7]") == "a")
      #expect(try session.found(":modified") == "" && session.found("[stored(power)=7]") == "")
      #expect(messages(session).isEmpty)
      let why = try session.why("a.power").reasons
      #expect(why.map(\.kind) == [.default, .binding, .effective])
      #expect(why[1].cause == "user.power" && why[1].new == "7" && why[1].line == 1)
    }
  }

  @Test("a hook may change the value of a setting, and may reject it")
  func hooks() throws {
    (settings["user.power"], settings["user.strict"]) = (.int(70), .bool(false))
    let session = try dial("", #""power":"user.power","strict":"user.strict""#)
    #expect(try session.value(of: "a.power").effective == .int(50))
    let row = try session.value(of: "a.strict")
    #expect(row.state == .refused && row.effective == .bool(true))
    let finding = try #require(session.check().first { $0.property == "strict" })
    #expect(finding.code == .hookRejected && finding.line == 1 && finding.column ?? 0 > 80)
  }

  @Test("a stored value wins over the binding of the same document, and that is reported")
  func attributeWins() throws {
    settings["user.power"] = .int(7)
    for key in ["power", "watts", "force"] {
      let session = try dial(#""\#(key)":3"#, #""power":"user.power""#)
      #expect(try session.value(of: "a.power").effective == .int(3))
      #expect(
        messages(session) == [
          "'a.power' is bound to 'user.power', but the stored '\(key)' wins; reset it or remove the binding"
        ])
      _ = try session.perform(EditRequest(Selector(ids: ["a"]), [Assignment("power", .reset)]))
      #expect(try session.value(of: "a.power").state == .bound)
      _ = try session.undo()
      #expect(try session.value(of: "a.power").effective == .int(3))
    }
  }

  @Test("a setting without a value leaves the property as it is without the binding")
  func unset() throws {
    let session = try dial("", #""power":"user.power""#)
    let row = try session.value(of: "a.power")
    #expect(row.effective == .int(1) && row.state == .default)
    #expect(row.notes.map(\.text) == ["bound to 'user.power': the setting has no value"])
    #expect(session.check().map(\.severity) == [.warning] && session.check(strict: true).map(\.severity) == [.warning])
    settings["user.power"] = .int(7)
    #expect(try session.value(of: "a.power").effective == .int(7))
  }

  @Test(
    "a setting that the property cannot have is refused, and the default is used",
    arguments: [
      (PropertyValue.string("x"), "power"), (.int(101), "power"), (.double(1.5), "power"), (.int(1), "title"),
      (.string("no colour"), "colour"), (.bool(true), "area"),
    ])
  func wrongValue(value: PropertyValue, name: String) throws {
    settings["user.it"] = value
    let session = try dial("", #""\#(name)":"user.it""#)
    let row = try session.value(of: "a.\(name)")
    #expect(row.state == .refused && row.effective == row.defaultValue)
    let found = session.check()
    #expect(found.map(\.code) == [.bindingInvalid] && found[0].severity == .error)
    // The same binding is not made by an edit, either.
    let plain = try dial()
    let text = bytes(plain)
    #expect(throws: Diagnostic.self) {
      try plain.perform(EditRequest([.bind(Selector(ids: ["a"]), name, to: "user.it")]))
    }
    #expect(bytes(plain) == text && !plain.isModified)
  }

  @Test(
    "what is no binding is reported with its place, and read as none",
    arguments: [
      (#"5"#, "'bindings' must be an object"), (#"{"power":5}"#, "must name a setting"),
      (#"{"power":{"setting":5}}"#, "must name a setting"), (#"{"power":""}"#, "must name a setting"),
      (#"{"power":{"setting":"user.power","thru":"x"}}"#, "unknown member 'thru'"),
      (#"{"power":{"setting":"user.power","through":5}}"#, "must be the name of a transformer"),
      (#"{"power":{"setting":"user.power","through":"half"}}"#, "no plugin has the transformer 'half'"),
      (#"{"powr":"user.power"}"#, "no property 'powr'"), (#"{"area.x":"user.power"}"#, "bind 'area' as a whole"),
      (#"{"doubled":"user.power"}"#, "read-only"),
      (#"{"power":"user.power","watts":"user.other"}"#, "bound a second time"),
    ])
  func wrongBindings(text: String, words: String) throws {
    (settings["user.power"], settings["user.other"]) = (.int(7), .int(8))
    write(#"{"id":"a","class":"Dial","bindings":\#(text)}"#)
    let session = try open()
    let found = session.check().filter { $0.message.contains(words) }
    #expect(found.count == 1 && found[0].line == 1 && found[0].column ?? 0 > 60, "\(messages(session))")
    #expect(try session.value(of: "a.power").effective == .int(words.contains("second") ? 7 : 1))
    let before = bytes(session)
    _ = try session.perform(EditRequest(Selector(ids: ["a"]), [Assignment("title", .set("x"))]))
    _ = try session.undo()
    #expect(bytes(session) == before)
  }

  @Test("edits of numbers and of parts begin with the value of the setting")
  func startsOfEdits() throws {
    (settings["user.power"], settings["user.area"]) = (.int(7), .rect(Rect(x: 1, y: 2, width: 3, height: 4)))
    let session = try dial("", #""power":"user.power","area":"user.area""#)
    _ = try session.perform(
      EditRequest(Selector(ids: ["a"]), [Assignment("power", .add("1")), Assignment("area.x", .set("9"))]))
    #expect(try session.value(of: "a.power").effective == .int(8))
    #expect(try session.value(of: "a.area").effective == .rect(Rect(x: 9, y: 2, width: 3, height: 4)))
    #expect(bytes(session).contains(#""power":8"#))
    _ = try session.undo()
    // The default in place of a refused value would be a guess.
    (settings["user.power"], settings["user.area"]) = (.int(1000), .int(1))
    for change in [Assignment("power", .add("1")), Assignment("area.x", .set("9"))] {
      #expect(throws: Diagnostic.self) { try session.perform(EditRequest(Selector(ids: ["a"]), [change])) }
    }
    settings["user.power"] = .int(7)
    // What stays the same stays bound.
    _ = try session.perform(EditRequest(Selector(ids: ["a"]), [Assignment("power", .multiply("1"))]))
    #expect(try session.value(of: "a.power").state == .bound)
  }

  @Test("the name of a colour is looked up in the palette of the scene")
  func paletteNames() throws {
    settings["user.colour"] = .string("brand")
    folder.write(
      "s.json",
      ##"{"format":"inspector-scene/1","palette":{"brand":"#FF0000"},"objects":[{"id":"a","class":"Dial","bindings":{"colour":"user.colour"}}]}"##
    )
    let session = try open()
    #expect(try session.value(of: "a.colour").effective == .color(Color(red: 1, green: 0, blue: 0)))
    _ = try session.perform(EditRequest([.palette([.set(name: "brand", to: "#00FF00")])]))
    #expect(try session.value(of: "a.colour").effective == .color(Color(red: 0, green: 1, blue: 0)))
    _ = try session.undo()
    #expect(try session.value(of: "a.colour").effective == .color(Color(red: 1, green: 0, blue: 0)))
  }

  // MARK: edits

  @Test("binding and unbinding are edits with effects, which a dry run shows and an undo takes back")
  func edits() throws {
    (settings["user.power"], settings["user.other"]) = (.int(7), .int(8))
    let session = try dial()
    let start = bytes(session)
    var request = EditRequest([.bind(Selector(ids: ["a"]), "Power", to: "user.power")])
    request.isDryRun = true
    let trial = try session.perform(request)
    #expect(bytes(session) == start && trial.structure.count == 1)
    request.isDryRun = false
    let result = try session.perform(request)
    #expect(result.structure == trial.structure && result.structure[0].effects.count == 2)
    #expect(
      result.structure[0].effects.contains {
        $0.property == "power" && $0.old == .int(1) && $0.new == .int(7)
      })
    let bound = bytes(session)
    #expect(bound.hasSuffix(#","bindings":{"power":{"setting":"user.power"}}}]}"#), "\(bound)")
    _ = try session.perform(EditRequest([.bind(Selector(ids: ["a"]), "watts", to: "user.other")]))
    #expect(bytes(session) == bound.replacingOccurrences(of: "user.power", with: "user.other"))
    #expect(try session.value(of: "a.power").effective == .int(8))
    _ = try session.perform(EditRequest([.unbind(Selector(ids: ["a"]), "power")]))
    #expect(bytes(session) == start)
    _ = try session.undo()
    _ = try session.undo()
    #expect(bytes(session) == bound)
    _ = try session.undo()
    #expect(bytes(session) == start && !session.isModified)
    #expect(throws: Diagnostic.self) { try session.perform(EditRequest([.unbind(Selector(ids: ["a"]), "power")])) }
    for name in ["area.x", "doubled", "nothing"] {
      #expect(throws: Diagnostic.self) {
        try session.perform(EditRequest([.bind(Selector(ids: ["a"]), name, to: "user.power")]))
      }
    }
    #expect(bytes(session) == start)
  }

  @Test("a hook refuses a binding as it refuses a value")
  func refusedByHook() throws {
    settings["user.strict"] = .bool(false)
    let session = try dial()
    let start = bytes(session)
    let error = #expect(throws: Diagnostic.self) {
      try session.perform(EditRequest([.bind(Selector(ids: ["a"]), "strict", to: "user.strict")]))
    }
    #expect(error?.code == .hookRejected && bytes(session) == start)
  }

  @Test("open scenes and live lists follow the settings")
  func following() throws {
    settings["user.power"] = .int(7)
    let session = try dial("", #""power":"user.power""#)
    let list = try LiveList(session, Selector(parsing: "Dial[power>5]"), columns: [FindColumn("power")])
    #expect(list.rows.count == 1)
    settings["user.power"] = .int(9)
    #expect(try list.update().changed.count == 1)
    settings["user.power"] = .int(2)
    #expect(try list.update().removed.count == 1)
    #expect(try session.value(of: "a.power").effective == .int(2))
    #expect(!session.isModified && session.history.isEmpty)
  }

  @Test("a bundle carries the value, the key and the file, and a program applies the value")
  func bundles() throws {
    settings["user.power"] = .int(7)
    let session = try dial("", #""power":"user.power""#)
    for isEffective in [false, true] {
      let bundle = try session.bundle(effective: isEffective)
      let attribute = try #require(bundle.objects[0].attributes.first { $0.keyPath == "power" })
      #expect(attribute.value == .int(7))
      #expect(attribute.setting == BundleAttribute.Setting(key: "user.power", file: ".inspector/settings.json"))
      let path = "\(folder.path)/b\(isEffective)"
      try BundleFolder(path: path).write(bundle)
      let read = try RuntimeBundle.load(path: path)
      #expect(read.objects == bundle.objects)
      let applied = try BundleApplier([View.self, Dial.self], rules: DialPlugin.rules).components(of: read)
      #expect((applied[0].component as? Dial)?.power == 7)
    }
  }

  @Test("two sides that bind different properties merge, and a property that both bind is a conflict")
  func merging() throws {
    let base = #"{"id":"a","class":"Dial","bindings":{"power":"user.a","title":"user.b"}}"#
    func document(_ object: String) throws -> SceneDocument {
      try SceneDocument(
        bytes: Array(#"{"format":"inspector-scene/1","objects":[\#(object)]}"#.utf8), name: "m.json")
    }
    func merge(_ ours: String, _ theirs: String) throws -> (text: String, conflicts: [SceneConflict]) {
      let session = SceneSession(try document(ours), library: library)
      let conflicts = try session.merge(base: try document(base), theirs: try document(theirs), named: "merge")
      return (session.text, conflicts)
    }
    let both = try merge(
      #"{"id":"a","class":"Dial","bindings":{"power":"user.x","title":"user.b"}}"#,
      #"{"id":"a","class":"Dial","bindings":{"power":"user.a","ratio":"user.r"}}"#)
    #expect(both.conflicts.isEmpty && both.text.contains(#""bindings":{"power":"user.x","ratio":"user.r"}"#))
    let clash = try merge(
      #"{"id":"a","class":"Dial","bindings":{"power":"user.x","title":"user.b"}}"#,
      #"{"id":"a","class":"Dial","bindings":{"power":"user.y","title":"user.z"}}"#)
    #expect(clash.conflicts.map(\.subject) == [.member("bindings.power")])
    #expect(clash.text.contains(#""power":"user.x","title":"user.z""#))
  }

  @Test("a value that a rule of the plugin refuses is not bound")
  func rules() throws {
    settings["user.pairs"] = .int(3)
    let session = try dial()
    let start = bytes(session)
    let error = #expect(throws: Diagnostic.self) {
      try session.perform(EditRequest([.bind(Selector(ids: ["a"]), "pairs", to: "user.pairs")]))
    }
    #expect(error?.message.contains("an even number") == true && bytes(session) == start)
    settings["user.pairs"] = .int(4)
    _ = try session.perform(EditRequest([.bind(Selector(ids: ["a"]), "pairs", to: "user.pairs")]))
    #expect(try session.value(of: "a.pairs").effective == .int(4))
  }

  @Test("unbinding removes the bindings of a property under all of its names")
  func severalNames() throws {
    settings["user.power"] = .int(7)
    let session = try dial("", #""watts":"user.power","title":"user.title","power":"user.power""#)
    _ = try session.perform(EditRequest([.unbind(Selector(ids: ["a"]), "power")]))
    #expect(bytes(session).contains(#""bindings":{"title":"user.title"}"#))
  }

  @Test("an object that is bound to a setting without a value can be inserted and extracted")
  func insertedUnset() throws {
    let session = try dial()
    let object = #"{"id":"n","class":"Dial","bindings":{"power":"user.later"}}"#
    let result = try session.perform(EditRequest([.insert(objects: [object], at: StepPlace())]))
    #expect(result.warnings.map(\.code) == [.bindingUnset])
    #expect(try session.value(of: "n.power").effective == .int(1))
  }

  // MARK: templates

  @Test("a binding to a setting without a value leaves what the template says, also a binding")
  func unsetAround() throws {
    settings["user.power"] = .int(7)
    for inner in [#""attributes":{"power":7}"#, #""bindings":{"power":"user.power"}"#] {
      write(#"{"id":"t","class":"Dial",\#(inner)}"#, "t.json")
      write(#"{"id":"a","class":"Dial","ref":"t.json","bindings":{"power":"user.none"}}"#)
      let session = try open()
      #expect(try session.value(of: "a.power").effective == .int(7))
      #expect(session.check().map(\.code) == [.bindingUnset])
      let bundle = try session.bundle()
      #expect(bundle.objects[0].attributes.contains { $0.keyPath == "power" && $0.value == .int(7) })
      #expect(bundle.notCarried.isEmpty)
      _ = try session.perform(EditRequest([.unpack(Selector(ids: ["a"]))]))
      #expect(try session.value(of: "a.power").effective == .int(7))
    }
  }

  /// What a template, a variant of it and the scene say of one property: nothing, a value, a binding, or both.
  enum Say: CaseIterable {
    case nothing, value, binding, both
  }

  static let layers: [[Say]] = Say.allCases.flatMap { template in
    Say.allCases.flatMap { variant in Say.allCases.map { [template, variant, $0] } }
  }

  @Test("of a placeholder, the outermost document decides that says a value or a binding", arguments: layers)
  func placeholders(says: [Say]) throws {
    for (place, key) in ["user.t", "user.v", "user.s"].enumerated() { settings[key] = .int(10 * (place + 1) + 5) }
    // Each document stores the property under another key.
    let keys = ["power", "watts", "force"]
    func members(_ place: Int) -> String {
      let stores = says[place] == .value || says[place] == .both
      let binds = says[place] == .binding || says[place] == .both
      let value = stores ? #","attributes":{"\#(keys[place])":\#(10 * (place + 1))}"# : ""
      let binding =
        binds ? #","bindings":{"\#(keys[(place + 1) % 3])":"\#(["user.t", "user.v", "user.s"][place])"}"# : ""
      return value + binding
    }
    write(#"{"id":"t","class":"Dial"\#(members(0))}"#, "t.json")
    write(#"{"id":"v","class":"Dial","ref":"t.json"\#(members(1))}"#, "v.json")
    write(#"{"id":"a","class":"Dial","ref":"v.json"\#(members(2))}"#)
    func value(_ upTo: Int) -> Int {
      for place in (0..<upTo).reversed() {
        switch says[place] {
        case .value, .both: return 10 * (place + 1)
        case .binding: return 10 * (place + 1) + 5
        case .nothing: continue
        }
      }
      return 1
    }
    let session = try open()
    let start = bytes(session)
    func shown() throws -> PropertyValue? { try session.value(of: "a.power").effective }
    #expect(try shown() == .int(value(3)))
    let outermost = says.last { $0 != .nothing } ?? .nothing
    #expect(try session.found("[power]") == ([.value, .both].contains(outermost) ? "a" : ""))
    #expect(
      try session.value(of: "a.power").state == [.nothing: .default, .binding: .bound][outermost, default: .stored])
    // What one document says twice is reported, and nothing else.
    #expect(session.check().filter { $0.code == .bindingHidden }.count == (outermost == .both ? 1 : 0))
    #expect(session.check().filter { $0.code == .propertyAlias }.isEmpty)
    // Without the scene's own value the binding or the template counts.
    let unstored = says[2] == .both || says[2] == .binding ? 35 : value(2)
    if unstored != 1 {
      _ = try session.perform(EditRequest(Selector(ids: ["a"]), [Assignment("power", .reset)]))
      #expect(try shown() == .int(unstored))
      _ = try session.undo()
    }
    // Arithmetic begins with the value that is shown, and stores it in the scene.
    _ = try session.perform(EditRequest(Selector(ids: ["a"]), [Assignment("power", .add("1"))]))
    #expect(try shown() == .int(value(3) + 1))
    _ = try session.undo()
    #expect(bytes(session) == start)
    // What is unpacked shows the same, and says it once.
    let before = try session.inspect(id: "a").sections.flatMap(\.properties).map(\.effective)
    _ = try session.perform(EditRequest([.unpack(Selector(ids: ["a"]))]))
    #expect(try session.inspect(id: "a").sections.flatMap(\.properties).map(\.effective) == before)
    #expect(
      try session.value(of: "a.power").state == [.nothing: .default, .binding: .bound][outermost, default: .stored])
    _ = try session.undo()
    #expect(bytes(session) == start)
    let again = try open()
    #expect(try again.value(of: "a.power").effective == .int(value(3)))
  }

  @Test("an object that a template supplies has the template's bindings, is overridden, and is not bound outside")
  func innerObjects() throws {
    (settings["user.power"], settings["user.other"]) = (.int(7), .int(8))
    write(
      #"{"id":"t","class":"View","children":[{"id":"d","class":"Dial","bindings":{"power":"user.power"}}]}"#, "t.json")
    write(#"{"id":"a","class":"View","ref":"t.json"},{"id":"b","class":"View","ref":"t.json"}"#)
    let session = try open()
    let start = bytes(session)
    #expect(try session.found("Dial[power=7]") == "a/d b/d")
    _ = try session.perform(EditRequest(Selector(ids: ["a/d"]), [Assignment("power", .set("3"))]))
    #expect(try session.found("Dial[power=7]") == "b/d" && session.found("Dial[power=3]") == "a/d")
    #expect(session.check().isEmpty)
    _ = try session.perform(EditRequest(Selector(ids: ["a/d"]), [Assignment("power", .reset)]))
    #expect(bytes(session) == start && session.isModified == false)
    let error = #expect(throws: Diagnostic.self) {
      try session.perform(EditRequest([.bind(Selector(ids: ["a/d"]), "power", to: "user.other")]))
    }
    #expect(error?.code == .editInstance && bytes(session) == start)
    let why = try open().why("a/d.power").reasons
    #expect(why.map(\.kind) == [.default, .binding, .effective] && why[1].file?.hasSuffix("t.json") == true)
  }

  @Test("a placeholder that stays is not changed when the one around it is unpacked")
  func unpackedAround() throws {
    settings["user.power"] = .int(7)
    write(
      #"{"id":"t","class":"Dial","attributes":{"power":2},"bindings":{"title":"user.title"},"children":[{"id":"d","class":"Dial","bindings":{"power":"user.power"}}]}"#,
      "t.json")
    let kept = #"{"id":"k","class":"Dial","ref":"t.json","attributes":{"watts":3},"overrides":{"d":{"force":4}}}"#
    write(#"{"id":"a","class":"Dial","ref":"t.json","bindings":{"power":"user.power"},"children":[\#(kept)]}"#)
    let session = try open()
    let ids = ["a", "a/d", "k", "k/d"]
    let before = try ids.map { try session.value(of: "\($0).power").effective }
    #expect(before == [.int(7), .int(7), .int(3), .int(4)])
    _ = try session.perform(EditRequest([.unpack(Selector(ids: ["a"]))]))
    #expect(bytes(session).contains(kept), "\(bytes(session))")
    #expect(try ["a", "d", "k", "k/d"].map { try session.value(of: "\($0).power").effective } == before)
    #expect(!bytes(session).contains(#""power":2"#))
  }

  // MARK: laws

  @Test("random edits, bindings and settings show what the documents say, and undo restores the bytes")
  func laws() throws {
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      func pick<T>(_ list: [T]) -> T { list[random.next(list.count)] }
      let keys = ["user.a", "user.b", "user.c"]
      for key in keys { settings[key] = random.next(3) == 0 ? nil : .int(random.next(50)) }
      func dial(_ id: String, _ rest: String = "") -> String {
        var members = #""id":"\#(id)","class":"Dial""#
        if random.next(2) == 0 { members += #","attributes":{"\#(pick(["power", "watts"]))":\#(random.next(50))}"# }
        if random.next(2) == 0 { members += #","bindings":{"power":{"setting":"\#(pick(keys))"}}"# }
        return "{\(members)\(rest)}"
      }
      write(dial("t", #","children":[\#(dial("d"))]"#), "t.json")
      let overrides = random.next(2) == 0 ? #","overrides":{"d":{"power":\#(random.next(50))}}"# : ""
      write(
        [dial("a", #","ref":"t.json"\#(overrides)"#), dial("b"), dial("c", #","ref":"t.json""#)].joined(separator: ","))
      let session = try open()
      var history: [(bytes: String, values: [PropertyValue?])] = []
      func values(_ session: SceneSession) throws -> [PropertyValue?] {
        try ["a", "a/d", "b", "c", "c/d"].map { try session.value(of: "\($0).power").effective }
      }
      for step in 0..<14 {
        if random.next(4) == 0 { settings[pick(keys)] = random.next(3) == 0 ? nil : .int(random.next(50)) }
        let id = pick(["a", "a/d", "b", "c", "c/d"])
        let target = Selector(ids: [id])
        let edit =
          switch random.next(5) {
          case 0: EditRequest(target, [Assignment("power", .set("\(random.next(50))"))])
          case 1: EditRequest(target, [Assignment("power", .reset)])
          case 2: EditRequest(target, [Assignment("power", .add("1"))])
          case 3: EditRequest([.unbind(target, "power")])
          default: EditRequest([.bind(target, "power", to: pick(keys))])
          }
        let before = (bytes(session), try values(session))
        var trial = edit
        trial.isDryRun = true
        _ = try? session.perform(trial)
        #expect(bytes(session) == before.0, "seed \(seed), step \(step): a dry run changed the scene")
        let result = try? session.perform(edit)
        if result == nil { #expect(bytes(session) == before.0, "seed \(seed), step \(step): a refused edit") }
        if bytes(session) != before.0 { history.append((before.0, before.1)) }
        // A new reading of the bytes shows the same.
        folder.write("again.json", bytes(session))
        let again = try open("again.json")
        #expect(try values(again) == values(session), "seed \(seed), step \(step)")
      }
      for (text, _) in history.reversed() {
        _ = try session.undo()
        #expect(bytes(session) == text, "seed \(seed)")
      }
    }
  }
}
