import InspectorKit

/// An ellipse with a star in its middle.
///
/// ```json
/// { "class": "StarEllipseView", "attributes": { "fillColor": "navy", "starScale": 0.75 },
///   "effective": { "fillColor": "#000080FF", "starScale": 0.75, "starColor": "#FFFF00FF", "pointCount": 5 } }
/// ```
@Component(help: "An ellipse with a star in its middle.")
final class StarEllipseView: EllipseView {
  @Inspectable var starColor = Color.yellow

  @Inspectable(range: 3...64) var pointCount = 5

  @Inspectable(help: "The star's size as a part of the ellipse's.", range: 0...1) var starScale = 0.5

  override func draw(in canvas: inout Canvas, size: Size) {
    super.draw(in: &canvas, size: size)
    let star = Size(width: size.width * starScale, height: size.height * starScale)
    let origin = Point(x: (size.width - star.width) / 2, y: (size.height - star.height) / 2)
    canvas.fill(Path(starIn: Rect(origin: origin, size: star), pointCount: pointCount), with: starColor)
  }
}
