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

/// Settings that tests can change.
final class TestSettings: SettingSource {
  private let stored = Mutex<(values: [String: SettingValues.Value], version: Int)>(([:], 1))

  /// The path of the file that contains the values.
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

/// Tests of properties that are bound to settings.
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

  let folder = TemporaryFolder()
  let settings: TestSettings
  private let library = PluginLibrary(inProcess: [DialPlugin.self])

  init() {
    mkdir("\(folder.path)/.inspector", 0o755)
    settings = TestSettings(folder.write(".inspector/settings.json", "{}"))
    library.settings = settings
  }

  func write(_ objects: String, _ name: String = "s.json") {
    folder.write(name, #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#)
  }

  func open(_ name: String = "s.json") throws -> SceneSession {
    try SceneSession.open(path: "\(folder.path)/\(name)", library: library)
  }

  private func dial(_ attributes: String = "", _ bindings: String? = nil) throws -> SceneSession {
    let bindings = bindings.map { #","bindings":{\#($0)}"# } ?? ""
    write(#"{"id":"a","class":"Dial","attributes":{\#(attributes)}\#(bindings)}"#)
    return try open()
  }

  func bytes(_ session: SceneSession) -> String {
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
    // An edit cannot create this binding, either.
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
      (#"{"power":{"setting":"user.power","through":"half"}}"#, "no plugin has the transformer 'DialPlugin.half'"),
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
    // Properties with unchanged values stay bound.
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

  @Test("a binding under a former name is judged like any other, and keeps its form and its comment")
  func boundAgain() throws {
    (settings["user.power"], settings["user.text"]) = (.int(7), .string("x"))
    for entry in [#""user.power""#, #"{"$comment":"mine","setting":"user.power"}"#] {
      let session = try dial("", #""watts":\#(entry)"#)
      let start = bytes(session)
      #expect(throws: Diagnostic.self) {
        try session.perform(EditRequest([.bind(Selector(ids: ["a"]), "power", to: "user.text")]))
      }
      #expect(bytes(session) == start)
      settings["user.text"] = .int(9)
      _ = try session.perform(EditRequest([.bind(Selector(ids: ["a"]), "power", to: "user.text")]))
      #expect(bytes(session) == start.replacingOccurrences(of: "user.power", with: "user.text"))
      settings["user.text"] = .string("x")
    }
  }

  @Test("a patch leads from some bindings to others, also where a property is bound under two names")
  func patches() throws {
    (settings["user.power"], settings["user.title"]) = (.int(7), .string("x"))
    let lists = [
      nil, #""watts":"user.power","power":"user.power""#, #""power":"user.power""#, #""title":"user.title""#,
      #""watts":"user.power","title":"user.title""#,
    ]
    for old in lists {
      for new in lists where new?.contains("watts") != true {
        let (from, to) = (try dial("", old), try dial("", new))
        let patch = try to.patch(of: from)
        let result = try dial("", old)
        _ = try result.perform(EditRequest(patch.steps))
        let (made, wanted) = (try bindings(result), try bindings(to))
        #expect(made == wanted, "\(old ?? "none") → \(new ?? "none")")
        // In a scene with other bindings it changes nothing. Of two names of one property, the declared one counts.
        var former = try bindings(from)
        if former["power"] != nil { former["watts"] = nil }
        guard made != former else { continue }
        #expect(throws: Diagnostic.self) { try to.perform(EditRequest(patch.steps)) }
      }
    }
  }

  private func bindings(_ session: SceneSession) throws -> [String: String?] {
    session.withDocument { document in
      let list = document.ownBindings(of: 0).map { BindingList($0) }
      return Dictionary(uniqueKeysWithValues: (list?.entries ?? []).map { ($0.property, $0.setting) })
    }
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
}
