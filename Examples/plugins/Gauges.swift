import InspectorKit

@main struct Gauges: InspectorPlugin {
  static var components: [Component.Type] { [GaugeView.self] }
}

/// A bar that shows a level between nothing and a maximum.
@Component(help: "A level on a scale.")
final class GaugeView: View {
  @Inspectable(help: "The highest level.", range: 1...) var maximum = 100.0

  @Inspectable(help: "The present level, at most the maximum.", range: 0..., dependsOn: ["maximum"]) var level = 50.0 {
    didSet {
      if level > maximum {
        warn("the level is limited to the maximum")
        level = maximum
      }
    }
  }

  @Inspectable(help: "The colour of the bar up to the level.") var barColor = Color.blue
}
