import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of extensions: the rules of `RulesOfEditing.md` about extensions, by number.
@Suite struct ExtensionTests {
  private let library = PluginLibrary(inProcess: [Crates.self, Widths.self])

  private func session(_ attributes: String, className: String = "Crate") throws -> SceneSession {
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"\#(className)","attributes":{\#(attributes)}}]}"#
    return SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "s.json"), library: library)
  }

  private func value(_ property: String, _ scene: SceneSession) throws -> String? {
    try scene.value(of: "a.\(property)").effective?.text
  }

  @Test(
    "rules 60, 61: a setter's writes are effective, go through the class's hooks before it is awoken, and are not stored"
  )
  func writes() throws {
    let scene = try session(#""isWide":true,"width":2"#)
    #expect(try value("width", scene) == "10", "the setter writes 20, and the hook of Crate clamps that")
    #expect(try value("log", scene) == "width 2, width 20, awake")
    #expect(try value("isWide", scene) == "true", "as the getter says it of the result")
    #expect(try scene.value(of: "a.width").stored == .value(.double(2)))
  }

  @Test("rule 62: an extension without what it stores costs no other build")
  func nothingStored() throws {
    let scene = try session(#""width":3"#)
    #expect(try value("log", scene) == "width 3, awake")
    #expect(try value("isWide", scene) == "false")
  }

  @Test("rule 63: setters run in the order of declaration, and see what those before them wrote")
  func order() throws {
    let scene = try session(#""isDoubled":true,"isWide":true"#)
    // `isWide` writes 20, `isDoubled` makes that 40: as computed, before Crate clamps it.
    #expect(try value("log", scene) == "width 40, awake")
  }

  @Test("rule 64: an observer of a stored property writes as a setter does, and the property keeps its value")
  func observer() throws {
    let scene = try session(#""padding":3"#)
    #expect(try value("width", scene) == "4")
    #expect(try value("padding", scene) == "3")
  }

  @Test("rule 65: a value that a setter rejects is left out, and an edit to it is refused")
  func rejected() throws {
    let scene = try session(#""padding":13"#)
    #expect(scene.check().map(\.code) == ["hook.rejected"])
    #expect(try value("padding", scene) == "0")
    #expect(throws: Diagnostic.self) {
      try session("").perform(EditRequest(try Selector(parsing: "Crate"), [Assignment("padding", .set("13"))]))
    }
  }

  @Test("rule 66: what a setter writes must be a value that a person could set")
  func written() throws {
    let scene = try session(#""sides":99"#)
    #expect(
      scene.check().map(\.message) == [
        "'a': the extension 'WidthExtension' gives 'corners' the value 99, which is left out: 'corners' cannot be 99; its range is 0…8"
      ])
    #expect(try value("corners", scene) == "4")
  }

  @Test("rule 67: a class that refuses what is written says so, and keeps what is stored")
  func refusedByTheClass() throws {
    let scene = try session(#""corners":3,"sides":5"#)
    #expect(
      scene.check().map(\.message) == [
        "'a': the value that an extension gives 'corners' is refused: five corners are no crate"
      ])
    #expect(try value("corners", scene) == "3")
  }

  @Test("rule 68: an edit lists what setters write as its effects, and undoing it takes them back")
  func edit() throws {
    let scene = try session(#""width":2"#)
    let result = try scene.set("Crate", Assignment("isWide", .set("yes")))
    #expect(result.changed == 1)
    #expect(result.changes.first?.effects.filter { $0.property == "width" }.map(\.new) == [.double(10)])
    #expect(try value("width", scene) == "10")
    try scene.undo()
    #expect(try value("width", scene) == "2")
    #expect(scene.text == (try session(#""width":2"#)).text)
  }

  @Test(
    "rule 69: a subclass of the class is extended, and so is a class in another plugin; one that lacks a key path is not"
  )
  func whichClasses() throws {
    #expect(try value("isWide", try session("", className: "SmallCrate")) == "false")
    #expect(throws: Diagnostic.self) { try value("isWide", try session("", className: "Rope")) }
  }

  @Test("rule 70: a class's own property hides an extension's of that name")
  func hidden() throws {
    let scene = try session(#""padding":3"#, className: "SmallCrate")
    #expect(try scene.value(of: "a.padding").definition?.declaringClass == "SmallCrate")
    #expect(try value("width", scene) == "1", "the extension's observer is not asked")
  }

  @Test("rules 71, 72: another name is another key of the property, and the property's own wins")
  func otherNames() throws {
    let scene = try session(#""breadth":5"#)
    #expect(try value("width", scene) == "5")
    _ = try scene.perform(EditRequest(try Selector(parsing: "Crate"), [Assignment("Breadth", .add("1"))]))
    #expect(scene.text.contains(#""breadth":6"#))
    #expect(try value("width", try session(#""breadth":5,"width":7"#)) == "7")
    let found = try session(#""breadth":5,"width":7"#).check()
    #expect(found.map(\.code) == ["property.alias"])
  }

  @Test("rule 73: an extension that ends, or answers nonsense, costs the object that it was asked about, and no other")
  func failing() throws {
    let folder = try PluginFolder()
    try folder.add(
      "glow",
      script: pythonPlugin(
        """
        rows = []
        for place, row in enumerate(message["build"]["rows"]):
            if message["build"]["trace"]: send({"id": message["id"], "at": [place, "glow"]})
            if row[1] == 13: sys.exit(3)
            rows.append({"effective": {"watts": "x" if row[1] == 7 else 5}} if row[1] else {})
        send({"id": message["id"], "rows": rows})
        """,
        description: """
          {"format": "inspector-plugin/1", "name": "Glow", "version": "2.0", "protocol": [1, 1],
            "components": [{"name": "Lamp", "inert": True, "properties": [
              {"name": "value", "type": "Int", "default": 0, "observed": False}]}],
            "extensions": [{"name": "Glow", "extends": "Lamp", "properties": [
              {"name": "watts", "type": "Int", "default": 0, "observed": False, "aliasOf": "value"},
              {"name": "glow", "type": "Int", "default": 0, "observed": True}]}]}
          """))
    let objects = [1, 13, 7, 2].map { #"{"id":"g\#($0)","class":"Lamp","attributes":{"glow":\#($0)}}"# }
    let text =
      #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ",")),{"id":"g","class":"Lamp"}]}"#
    let scene = SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "s.json"), library: folder.library())
    #expect(scene.check().map(\.code) == ["plugin.crashed", "plugin.reply"])
    #expect(scene.check().map(\.object) == ["g13", "g7"])
    #expect(try ["g1", "g2", "g"].map { try scene.value(of: "\($0).value").effective } == [.int(5), .int(5), .int(0)])
    let result = try scene.perform(EditRequest(try Selector(parsing: "Lamp"), [Assignment("glow", .set("3"))]))
    #expect(result.changed == 5, "an edit mends what ended the plugin")
  }

  @Test("rule 74: what is declared wrongly is refused")
  func declarations() throws {
    let library = PluginLibrary(inProcess: [WrongExtensions.self])
    #expect(
      library.plugins.first?.problem?.problems == [
        "WorkbenchTests/ExtensionTests.swift:241: 'Aliased.other' is an alias of a key path, which only an extension has; mark 'Aliased' '@Component(extends:)'",
        "WorkbenchTests/ExtensionTests.swift:245: 'Accessors.width' is an alias of a key path and has accessors of its own; declare it as a stored 'var'",
        "WorkbenchTests/ExtensionTests.swift:251: the extension 'Parents' reads the parent, which only the extended class can; leave 'readsParent' out",
      ])
  }
}

/// A crate with a width of at most 10, which logs its lifecycle.
@Component class Crate: Component {
  @Inspectable var width = 1.0 {
    didSet {
      note("width \(PropertyValue.double(width).text)")
      if width > 10 { width = 10 }
    }
  }

  @Inspectable(range: 0...8) var corners = 4 {
    didSet { if corners == 5 { reject("five corners are no crate") } }
  }

  @Inspectable(readOnly: true) private(set) var log = ""

  override func awake() { note("awake") }

  private func note(_ text: String) { log += log.isEmpty ? text : ", \(text)" }
}

@Component final class SmallCrate: Crate {
  @Inspectable var padding = 0
}

@Component final class Rope: Component {
  @Inspectable var length = 1.0
}

private struct Crates: InspectorPlugin {
  static var components: [Component.Type] { [Crate.self, SmallCrate.self, Rope.self] }
}

@Component(extends: "Crate") final class WidthExtension: Component {
  @Inspectable(aliasOf: "width") var breadth = 1.0

  @Inspectable(aliasOf: "corners") var cornerCount = 4

  @Inspectable var isWide: Bool {
    get { breadth > 9 }
    set { if newValue { breadth = 20 } }
  }

  @Inspectable var isDoubled: Bool {
    get { false }
    set { if newValue { breadth *= 2 } }
  }

  /// The free space around the content.
  @Inspectable var padding = 0.0 {
    didSet {
      if padding == 13 { return reject("13 is no padding") }
      breadth += padding
    }
  }

  @Inspectable var sides: Int {
    get { cornerCount }
    set { cornerCount = newValue }
  }
}

@Component(extends: "Rope") final class RopeExtension: Component {
  @Inspectable(aliasOf: "width") var thickness = 1.0
  @Inspectable var isWide = false
}

private struct Widths: InspectorPlugin {
  static var components: [Component.Type] { [WidthExtension.self, RopeExtension.self] }
}

@Component final class Aliased: Component {
  @Inspectable(aliasOf: "width") var other = 1.0
}

@Component(extends: "Crate") final class Accessors: Component {
  @Inspectable(aliasOf: "width") var width: Double {
    get { 1 }
    set {}
  }
}

@Component(readsParent: ["width"], extends: "Crate") final class Parents: Component {
  @Inspectable var own = 1
}

private struct WrongExtensions: InspectorPlugin {
  static var components: [Component.Type] { [Aliased.self, Accessors.self, Parents.self] }
}
