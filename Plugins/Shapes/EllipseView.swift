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
}
