import InspectorKit
import SceneDocument
import Synchronization

@testable import SceneComparing
@testable import SceneSessions
@testable import Workbench

/// Components for selectors: a base with subclasses, a class without hooks, and one that records its builds.
enum Zoo: InspectorPlugin {
  static var components: [Component.Type] {
    [Animal.self, Bird.self, Parrot.self, Fish.self, Stone.self, Pond.self, Counted.self]
  }
}

/// An animal whose hook changes the stored value.
@Component class Animal: Component {
  @Inspectable(aliases: ["paws"]) var legs = 4 {
    didSet { if legs > 8 { legs = 8 } }
  }
  @Inspectable var call: String? = "…" {
    didSet { call = call?.uppercased() }
  }
  @Inspectable var frame = Rect.zero
}

@Component class Bird: Animal {
  @Inspectable var wings = 2
  @Inspectable(references: "Animal") var mate = ""
}

@Component final class Parrot: Bird {
  @Inspectable(label: "Known Words") var words = "hello"
}

@Component final class Fish: Component {
  @Inspectable var level = 0 {
    didSet { level = min(level, 5) }
  }
  @Inspectable(flags: [1: "Red", 2: "Big", 4: "Fast"]) var traits = 0
}

/// An inert class, which is never built.
@Component final class Stone: Component {
  @Inspectable var weight = 1.5
  @Inspectable var color: Color?
  @Inspectable var note: String? = "Plain"
  @Inspectable var legs = "none"
  @Inspectable(references: "*") var beside = ""
}

/// A pond whose properties are enabled or visible depending on others.
@Component final class Pond: Component {
  @Inspectable var isFrozen = false {
    didSet {}
  }
  @Inspectable(enabledWhen: "[isFrozen=true]") var ice = 1.0
  @Inspectable(visibleWhen: "[isFrozen=false]") var depth = 2.0
  @Inspectable var name: String?
}

/// A component that records each build, for ``SelectionPlanTests`` only.
@Component final class Counted: Component {
  static let built = Mutex<[Int]>([])

  @Inspectable var number = 0
  @Inspectable var level = 0 {
    didSet { level = min(level, 5) }
  }

  override func awake() { Self.built.withLock { $0.append(number) } }
}

/// Opens a scene whose objects are given as JSON.
func zoo(_ objects: String, extra: String = "") throws -> SceneSession {
  let text = #"{"format":"inspector-scene/1",\#(extra)"objects":[\#(objects)]}"#
  let document = try SceneDocument(bytes: Array(text.utf8), name: "zoo.json")
  return SceneSession(document, library: PluginLibrary(inProcess: [Zoo.self]))
}

extension SceneSession {
  /// Returns the ids of the objects that a selector matches, separated by blanks.
  func found(_ selector: String) throws -> String {
    try select(Selector(parsing: selector)).map { document.id($0) }.joined(separator: " ")
  }
}
