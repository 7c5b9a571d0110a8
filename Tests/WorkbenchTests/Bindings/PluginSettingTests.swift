import Foundation
import InspectorKit
import InspectorTesting
import SceneDocument
import Settings
import Synchronization
import TestSupport
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneSessions
@testable import Workbench

/// Tests of settings that plugins declare and read.
@Suite(.serialized) struct PluginSettingTests {
  enum Theme: String, InspectableOptions { case light, dark }

  @Component class Meter: View {
    /// The colours of meters.
    @Setting var theme = Theme.light
    @Setting(range: 1...100) var most: Int8 = 50
    @Setting var caption: String?
    @Inspectable var level = 10 { didSet { if level > most { level = Int(most) } } }
    @Inspectable(readOnly: true) var ink: Color { theme == .dark ? .white : .black }
    @Part let needle = Needle()

    override func draw(in canvas: inout Canvas, size: Size) {
      canvas.fill(Path(Rect(origin: .zero, size: size)), with: ink)
    }
  }

  @Component final class Needle: Component {
    @Setting(personal: true) var speed = 1.5
    @Inspectable(readOnly: true) var swing: Double { 2 * speed }
  }

  @Component final class Mute: Component {
    @Inspectable var level = 1
  }

  @Component(extends: "Mute") final class Loudness: Component {
    @Setting var gain = 1
    @Inspectable var loud: Int {
      get { 10 * gain }
      set {}
    }
  }

  struct MeterPlugin: InspectorPlugin {
    static let name = "Meters"
    static var components: [Component.Type] { [View.self, Meter.self, Mute.self, Loudness.self] }
    static let heard = Mutex<[[String]]>([])
    static func settingsDidChange(_ names: [String]) { heard.withLock { $0.append(names) } }
  }

  private let library = PluginLibrary(inProcess: [MeterPlugin.self])
  private let settings = TestSettings("settings.json")

  init() { library.settings = settings }

  private func open() throws -> SceneSession {
    let text = """
      {"format":"inspector-scene/1","objects":[{"id":"m","class":"Meter","attributes":{"level":70}},
      {"id":"u","class":"Mute"}]}
      """
    return try SceneSession.open(bytes: Array(text.utf8), name: "s.json", library: library)
  }

  @Test("a plugin's description has its settings once, with types, ranges, options and help")
  func declared() throws {
    let described = try #require(library.plugins.first?.description)
    #expect(described.settings.map(\.name) == ["theme", "most", "caption", "speed", "gain"])
    let (theme, most) = (described.settings[0].property, described.settings[1].property)
    #expect(theme.type == .string && theme.defaultValue == .string("light") && theme.help == "The colours of meters.")
    #expect(theme.options.map(\.value) == [.string("light"), .string("dark")])
    #expect(most.range == PropertyRange(minimum: 1, maximum: 100) && most.label == "Most")
    #expect(described.settings[2].property.isOptional && described.settings[2].property.defaultValue == nil)
    #expect(described.settings.map(\.isPersonal) == [false, false, false, true, false])
    let meter = try #require(described.components.first { $0.name == "Meter" })
    #expect(meter.readsSettings == ["theme", "most", "caption", "speed"])
    #expect(meter.properties.allSatisfy { $0.name != "theme" })
  }

  @Test("open sessions read a new value at once: hooks, computed values, parts, extensions, pictures and conditions")
  func changes() throws {
    let session = try open()
    #expect(try session.value(of: "m.level").effective == .int(50))
    #expect(try session.value(of: "m.ink").effective == .color(.black))
    #expect(try session.value(of: "m.needle.swing").effective == .double(3))
    #expect(try session.value(of: "u.loud").effective == .int(10))
    settings["plugins.Meters.theme"] = .string("dark")
    settings["plugins.Meters.most"] = .int(60)
    settings["plugins.Meters.speed"] = .double(4)
    settings["plugins.Meters.gain"] = .int(3)
    #expect(try session.value(of: "m.level").effective == .int(60))
    #expect(try session.value(of: "m.ink").effective == .color(.white))
    #expect(try session.value(of: "m.needle.swing").effective == .double(8))
    #expect(try session.value(of: "u.loud").effective == .int(30))
    #expect(try session.found("[level=60]") == "m" && session.found("[ink=white]") == "m")
    _ = try session.perform(EditRequest(Selector(ids: ["m"]), [Assignment("level", .add("30"))]))
    #expect(try session.value(of: "m.level").effective == .int(60))
    #expect(try session.value(of: "m.level").storedText == "90")
    _ = try session.undo()
    settings["plugins.Meters.most"] = nil
    #expect(try session.value(of: "m.level").effective == .int(50))
  }

  @Test("a value that the declaration does not allow is not sent, and the default holds")
  func wrongValues() throws {
    let session = try open()
    for (name, value) in [
      ("most", .int(101)), ("most", .string("60")), ("most", .double(60)), ("theme", .string("blue")),
    ] as [(String, PropertyValue)] {
      settings["plugins.Meters.\(name)"] = value
      #expect(try session.value(of: "m.level").effective == .int(50))
      #expect(try session.value(of: "m.ink").effective == .color(.black))
    }
    #expect(session.check().isEmpty)
  }

  @Test("a plugin hears of each change once, and not of the first values")
  func news() throws {
    let session = try open()
    settings["plugins.Meters.most"] = .int(30)
    MeterPlugin.heard.withLock { $0 = [] }
    _ = try session.value(of: "m.level")
    let first = MeterPlugin.heard.withLock { $0 }
    settings["plugins.Meters.most"] = .int(31)
    _ = try session.value(of: "m.level")
    _ = try session.value(of: "m.ink")
    settings["plugins.Meters.theme"] = .string("dark")
    settings["plugins.Meters.most"] = nil
    _ = try session.value(of: "m.level")
    #expect(first.isEmpty && MeterPlugin.heard.withLock { $0 } == [["most"], ["most", "theme"]])
  }

  @Test("a component outside a build has the defaults")
  func outside() throws {
    let meter = Meter()
    #expect(meter.theme == .light && meter.most == 50 && meter.caption == nil && meter.needle.speed == 1.5)
    let dark = try ComponentUnderTest(
      Meter.self, ["level": 9], of: MeterPlugin.self, settings: ["theme": "dark", "most": 5])
    #expect(dark["ink"] == .color(.white) && dark["level"] == .int(5))
    for (name, value, reason) in [
      ("themes", "dark", "'Meter' reads no setting 'themes'; did you mean 'theme'?"),
      ("most", 0, "the setting 'most' cannot be '0'; its range is 1…100"),
    ] as [(String, AttributeValue, String)] {
      let problem = #expect(throws: TestProblem.self) {
        try ComponentUnderTest(Meter.self, of: MeterPlugin.self, settings: [name: value])
      }
      #expect(problem.map { "\($0)" } == reason)
    }
  }

  // MARK: mistakes

  @Component final class Other: Component {
    @Setting var theme = "blue"
  }

  @Component final class Wide: Component {
    @Setting(range: 1...5) var width = 9
    @Setting(options: ["a"]) var side = "b"
  }

  struct Wrong: InspectorPlugin {
    static var components: [Component.Type] { [Meter.self, Other.self, Wide.self] }
  }

  @Test("mistakes in declarations are all reported, at their places")
  func mistakes() throws {
    let failure = try #require(PluginLibrary(inProcess: [Wrong.self]).plugins.first?.problem)
    let text = failure.message
    for part in [
      "'Meter' and 'Other' declare the setting 'theme' differently; a plugin has one setting of that name",
      "'Wide.width' has the default 9, but its range is 1…5",
      "'Wide.side' has the default 'b', which is not among its options a", "PluginSettingTests.swift:",
    ] { #expect(text.contains(part), "\(text)") }
  }

  // MARK: the suite

  private let folder = TemporaryFolder()

  private func suite(_ text: String) -> SettingsSuite {
    mkdir("\(folder.path)/.inspector", 0o755)
    folder.write(".inspector/settings.json", #"{"format":"inspector-settings/1","settings":{\#(text)}}"#)
    return SettingsSuite(environment: ["HOME": "\(folder.path)/home"], folder: folder.path)
  }

  private var definitions: [SettingDefinition] {
    library.registry.settings.map { SettingDefinition(plugin: $0.plugin, $0.setting) }
  }

  @Test("the suite types the settings of plugins, once it knows them, and keeps personal ones from a workspace")
  func shared() throws {
    let suite = suite(
      """
      "plugins.Meters.theme":"dark","plugins.Meters.most":101,"plugins.Meters.speed":2,"plugins.Meters.nothing":1,
      "plugins.Gone.theme":"x"
      """)
    #expect(suite.current["plugins.Meters.theme"] == nil && suite.current.problems.isEmpty)
    #expect(throws: Diagnostic.self) { try suite.set("plugins.Meters.most", to: "3", in: .user) }
    suite.declare(definitions)
    let settings = suite.current
    #expect(settings["plugins.Meters.theme"] == .string("dark") && settings["plugins.Meters.most"] == .int(50))
    #expect(settings["plugins.Meters.speed"] == .double(1.5) && settings["plugins.Meters.caption"] == nil)
    #expect(
      settings.problems.map(\.message) == [
        "'plugins.Meters.most' cannot be 101; its range is 1…100",
        "'plugins.Meters.speed' is not read from a workspace, which may come from someone else; set it without '--workspace'",
        "no installed plugin declares the setting 'plugins.Meters.nothing'",
        "no installed plugin declares the setting 'plugins.Gone.theme'",
      ])
    #expect(throws: Diagnostic.self) { try suite.set("plugins.Meters.speed", to: "3", in: .workspace) }
    #expect(throws: Diagnostic.self) { try suite.set("plugins.Meters.theme", to: "blue", in: .user) }
    _ = try suite.set("plugins.Meters.speed", to: "3", in: .user)
    #expect(suite.values["plugins.Meters.speed"]?.value == .double(3))
    #expect(suite.values["plugins.Meters.speed"]?.isPersonal == true)
    // A plugin that is rebuilt without settings has none.
    suite.declare([])
    #expect(suite.current["plugins.Meters.theme"] == nil)
  }
}
