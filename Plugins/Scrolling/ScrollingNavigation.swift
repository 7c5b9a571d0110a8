import InspectorKit

/// Two properties that this plugin adds to every navigation bar of the plugin Samples.
///
/// ```json
/// { "class": "ScrollingNavigation", "attributes": { "scrollingNavigationBarThresholdHeight": 44 },
///   "effective": { "scrollingNavigationBarThresholdHeight": 44, "navigationBarLayerDefaultPosition": { "x": 0, "y": 0 } } }
/// ```
@Component(help: "How a navigation bar scrolls away.", extends: "Samples.NavigationBar")
final class ScrollingNavigation: Component {
  /// How far a person scrolls before the bar moves.
  @Inspectable(range: 0..., unit: "pt") var scrollingNavigationBarThresholdHeight = 0.0

  /// Where the bar's layer lies while nothing is scrolled.
  @Inspectable(unit: "pt") var navigationBarLayerDefaultPosition = Point.zero
}
