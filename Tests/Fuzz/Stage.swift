import InspectorKit
import SceneDocument
import Workbench

/// Components in this process with properties of all eight types, hooks that clamp, warn and reject, and a component
/// that reads its parent.
enum Stage: InspectorPlugin {
  static var components: [Component.Type] { [Thing.self, Lamp.self, Dial.self] }

  /// Returns a session of a fixed scene, with one library for all calls.
  static func session(_ text: String = text) throws -> SceneSession {
    SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "stage"), library: library)
  }

  static let library = {
    let library = PluginLibrary(inProcess: [Stage.self])
    precondition(library.problems.isEmpty, "the stage has problems: \(library.problems)")
    return library
  }()

  /// The description that a worker of this plugin would send.
  static let description = library.plugin(named: "Stage")?.description

  static let text = #"""
    {"format":"inspector-scene/1","palette":{"brand":"#3366FF"},"objects":[
      {"id":"a","class":"Thing","attributes":{"tint":"brand","count":3,"title":"Ada"},"children":[
        {"id":"b","class":"Lamp","name":"The lamp","attributes":{"frame":{"x":1,"y":2,"width":3,"height":4}}},
        {"id":"c d","class":"Dial","attributes":{"limit":5,"level":9,"note":null}},
        {"id":"é","class":"Unheard","attributes":{"own":[1,{"x":2}],"count":"three"}}]},
      {"id":"1-x","class":"Lamp","attributes":{"count":70,"isOn":true,"extent":{"width":1,"height":-0.5}}}]}
    """#
}

@Component class Thing: Component {
  @Inspectable(range: 0...64, aliases: ["number"]) var count = 1
  @Inspectable var title: String?
  @Inspectable var ratio = 0.5
  @Inspectable var isOn = false
  @Inspectable var tint = Color.white
  @Inspectable var spot = Point.zero
  @Inspectable var extent = Size.zero
  @Inspectable(label: "The Frame") var frame = Rect.zero
}

@Component(readsParent: ["tint"]) final class Lamp: Thing {
  @Inspectable var glow = Color.clear
  override func awake() {
    guard let color = parent?.color("tint") else { return }
    if color == .red { reject("red light is for darkrooms") }
    glow = color
  }
}

@Component final class Dial: Component {
  @Inspectable var limit = 10.0
  @Inspectable(dependsOn: ["limit"]) var level = 1.0 {
    didSet {
      if level > limit {
        level = limit
        warn("it goes to \(limit)")
      }
    }
  }
  @Inspectable(visibleWhen: "[level>2] or not [limit<3]") var note: String? = "plain" {
    didSet { if note?.hasSuffix("!") == true { reject("no shouting") } }
  }
}
