import InspectorKit

/// A star.
///
/// ```json
/// { "class": "StarView", "attributes": { "pointCount": 7, "starColor": "#FFCC00" },
///   "effective": { "pointCount": 7, "starColor": "#FFCC00FF", "cornerRadius": 0 } }
/// ```
///
/// A radius below 0 counts as 0:
///
/// ```json
/// { "class": "StarView", "attributes": { "cornerRadius": -4 }, "effective": { "cornerRadius": 0 } }
/// ```
@Component(help: "A star of equal points.")
final class StarView: View {
  @Inspectable var starColor = Color.yellow

  @Inspectable(range: 3...64) var pointCount = 5

  @Inspectable(help: "How far its tips are rounded, in points.")
  var cornerRadius = 0.0 {
    didSet { if cornerRadius < 0 { cornerRadius = 0 } }
  }

  @Inspectable(help: "How far the shadow lies to the right and below.") var shadowOffset = Size.zero
}
