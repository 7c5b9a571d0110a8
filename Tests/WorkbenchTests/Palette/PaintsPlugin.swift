import InspectorKit

/// Components whose hooks look at colours.
enum Paints: InspectorPlugin {
  static var components: [Component.Type] { [View.self, Banner.self, Label.self, Echo.self, Frame.self] }
}

/// Refuses a colour, overrules another, and derives a third.
@Component final class Banner: View {
  @Inspectable(aliases: ["hue"]) var tint = Color.white {
    didSet {
      if tint == .black { reject("black is for funerals") }
      if tint.alpha < 1 {
        tint = tint.withAlpha(1)
        warn("a banner is opaque")
      }
      shade = tint.withAlpha(0.5)
    }
  }
  @Inspectable var shade = Color.clear
}

/// Has a text beside its colours.
@Component final class Label: View {
  @Inspectable var text = ""
  @Inspectable var color: Color?
}

/// Takes its parent's colour over, unless that is red.
@Component(readsParent: ["tint"]) final class Echo: View {
  override func awake() {
    guard let color = parent?.color("tint") else { return }
    if color == .red { reject("red is too loud") }
    backgroundColor = color
  }
}

/// Has no hooks.
@Component final class Frame: Component {
  @Inspectable var edge = Color.gray
  @Inspectable var fill = Color.white
}
