import InspectorKit

/// Properties that this plugin adds to every navigation bar of the plugin Samples. They specify the bar's position
/// while the content below it is scrolled.
///
/// The bar stays until the content has scrolled by the threshold. Then it moves up with the content, at most by its own
/// height:
///
/// ```json
/// { "class": "ScrollingNavigation",
///   "attributes": {
///     "scrollingNavigationBarThresholdHeight": 20, "navigationBarContentInset": 64,
///     "navigationBarContentOffset": { "x": 0, "y": -34 }, "navigationBarFrame": { "x": 0, "y": 20, "width": 320, "height": 44 } },
///   "effective": { "navigationBarLayerEffectivePosition": { "x": 0, "y": -10 } } }
/// ```
@Component(help: "How a navigation bar scrolls away.", extends: "Samples.NavigationBar")
final class ScrollingNavigation: Component {
  /// How far a person scrolls before the bar moves.
  @Inspectable(range: 0..., unit: "pt") var scrollingNavigationBarThresholdHeight = 0.0

  /// Where the bar's layer lies while nothing is scrolled.
  @Inspectable(unit: "pt") var navigationBarLayerDefaultPosition = Point.zero

  /// The space above the content; content that is not scrolled has the negative of it as its offset.
  @Inspectable(unit: "pt") var navigationBarContentInset = 0.0

  @Inspectable(aliasOf: "contentOffset") var navigationBarContentOffset = Point.zero

  @Inspectable(aliasOf: "frame") var navigationBarFrame = Rect.zero

  /// The present position of the bar's layer.
  @Inspectable(unit: "pt", readOnly: true) var navigationBarLayerEffectivePosition: Point {
    let scrolled = navigationBarContentOffset.y + navigationBarContentInset
    let moved = min(max(scrolled - scrollingNavigationBarThresholdHeight, 0), max(navigationBarFrame.height, 0))
    return Point(
      x: navigationBarLayerDefaultPosition.x, y: navigationBarLayerDefaultPosition.y - moved)
  }
}
