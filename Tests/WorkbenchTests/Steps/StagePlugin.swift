import InspectorKit

/// Components that depend on their place in the tree.
enum Stage: InspectorPlugin {
  static var components: [Component.Type] { [Box.self, Lamp.self, Mirror.self, Sign.self] }
}

/// A box whose colour children may copy, without hooks.
@Component class Box: Component {
  @Inspectable var tint = Color.white
  @Inspectable(range: 0...10, aliases: ["breadth"]) var width = 1.0
  @Inspectable var title: String?
  @Inspectable(references: "*") var near = ""

  /// Sets the maximum width.
  @Action(enabledWhen: "[width<10]") func widen() { width = 10 }
}

/// A lamp that copies its parent's tint, and rejects a red parent.
@Component(readsParent: ["tint"]) final class Lamp: Box {
  @Inspectable var glow = Color.clear
  override func awake() {
    guard let color = parent?.color("tint") else { return }
    if color == .red { reject("red light is for darkrooms") }
    glow = color
  }
}

/// A box with its parent's tint, which children read in turn; its width is at most 5.
@Component(readsParent: ["tint"]) final class Mirror: Box {
  override func awake() {
    if let color = parent?.color("tint") { tint = color }
    if width > 5 {
      width = 5
      warn("a mirror is at most 5 wide")
    }
  }
}

/// A sign that requires a text, and rejects texts that end with an exclamation mark.
@Component final class Sign: Component {
  @Inspectable(required: true) var text = "" {
    didSet { if text.hasSuffix("!") { reject("no shouting") } }
  }
  @Inspectable var width = 3.0

  @Action func shout() { text += "!" }
  @Action("Whisper") func lower() { text = text.lowercased() }
}
