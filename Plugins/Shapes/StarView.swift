import InspectorKit

/// A star whose colour, number of points and shadow can be set.
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
@Component(help: "A star whose points are all the same.")
final class StarView: View {
  @Inspectable var starColor = Color.yellow

  @Inspectable(range: 3...64) var pointCount = 5

  @Inspectable(help: "How far its tips are rounded, in points.")
  var cornerRadius = 0.0 {
    didSet { if cornerRadius < 0 { cornerRadius = 0 } }
  }

  @Inspectable(help: "How far the shadow lies to the right and below.") var shadowOffset = Size.zero

  override class var presets: [Preset] {
    [Preset("Badge", help: "A golden seal.", ["starColor": "#FFCC00", "pointCount": 12, "cornerRadius": 2])]
  }

  override func draw(in canvas: inout Canvas, size: Size) {
    let star = Path(starIn: Rect(origin: .zero, size: size), pointCount: pointCount).rounded(by: cornerRadius)
    let shadow = shadowOffset == .zero ? nil : Shadow(color: Color(white: 0, alpha: 0.4), offset: shadowOffset, blur: 4)
    canvas.group(shadow: shadow) { $0.fill(star, with: starColor) }
  }
}
