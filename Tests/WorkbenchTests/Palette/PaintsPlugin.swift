import InspectorKit

/// Components with hooks that depend on colours.
enum Paints: InspectorPlugin {
  static var components: [Component.Type] { [View.self, Banner.self, Label.self, Echo.self, Frame.self] }
}

/// A banner that rejects one colour, overrides another, and derives a third.
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

/// A label with a text and colours.
@Component final class Label: View {
  @Inspectable var text = ""
  @Inspectable var color: Color?
}

/// A view that copies its parent's colour, and rejects red.
@Component(readsParent: ["tint"]) final class Echo: View {
  override func awake() {
    guard let color = parent?.color("tint") else { return }
    if color == .red { reject("red is too loud") }
    backgroundColor = color
  }
}

/// A component without hooks.
@Component final class Frame: Component {
  @Inspectable var edge = Color.gray
  @Inspectable var fill = Color.white
}
