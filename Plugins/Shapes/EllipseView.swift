import InspectorKit

/// An ellipse that fills its frame.
///
/// ```json
/// { "class": "EllipseView", "attributes": { "fillColor": { "white": 0.5 } },
///   "effective": { "fillColor": { "red": 0.5, "green": 0.5, "blue": 0.5, "alpha": 1 } } }
/// ```
@Component(help: "An ellipse that fills its frame.")
class EllipseView: View {
  @Inspectable var fillColor = Color.lightGray

  override func draw(in canvas: inout Canvas, size: Size) {
    canvas.fill(Path(ellipseIn: Rect(origin: .zero, size: size)), with: fillColor)
  }

  override func hitTest(_ point: Point, in size: Size) -> Component? {
    let (x, y) = (2 * point.x / size.width - 1, 2 * point.y / size.height - 1)
    guard x * x + y * y > 1 else { return self }
    warn("the point is outside the ellipse")
    return nil
  }
}
