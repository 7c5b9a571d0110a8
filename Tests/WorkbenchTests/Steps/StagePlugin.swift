import InspectorKit

/// Components that look at where they stand.
enum Stage: InspectorPlugin {
  static var components: [Component.Type] { [Box.self, Lamp.self, Mirror.self, Sign.self] }
}

/// Has a colour that others may take over, and no hooks.
@Component class Box: Component {
  @Inspectable var tint = Color.white
  @Inspectable(range: 0...10, aliases: ["breadth"]) var width = 1.0
  @Inspectable var title: String?
  @Inspectable(references: "*") var near = ""

  /// As wide as it may be.
  @Action(enabledWhen: "[width<10]") func widen() { width = 10 }
}

/// Takes its parent's tint over and does not stand being in the red.
@Component(readsParent: ["tint"]) final class Lamp: Box {
  @Inspectable var glow = Color.clear
  override func awake() {
    guard let color = parent?.color("tint") else { return }
    if color == .red { reject("red light is for darkrooms") }
    glow = color
  }
}

/// Has its parent's tint for its own, so that what it holds reads it through it; never wider than 5.
@Component(readsParent: ["tint"]) final class Mirror: Box {
  override func awake() {
    if let color = parent?.color("tint") { tint = color }
    if width > 5 {
      width = 5
      warn("a mirror is at most 5 wide")
    }
  }
}

/// Must say something, and nothing that is shouted.
@Component final class Sign: Component {
  @Inspectable(required: true) var text = "" {
    didSet { if text.hasSuffix("!") { reject("no shouting") } }
  }
  @Inspectable var width = 3.0

  @Action func shout() { text += "!" }
  @Action("Whisper") func lower() { text = text.lowercased() }
}
