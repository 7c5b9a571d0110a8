import InspectorKit

/// Lays out its children in a row or a column.
///
/// ```json
/// { "class": "StackView", "attributes": { "axis": "vertical", "spacing": 8 },
///   "effective": { "axis": "vertical", "spacing": 8 } }
/// ```
@Component(help: "A row or a column of its children.")
final class StackView: View {
  @Inspectable(help: "Between two children, in points.") var spacing = 0.0

  @Inspectable var axis = Axis.horizontal

  enum Axis: String, InspectableOptions { case horizontal, vertical }

  // The children's own frames decide their places, so only the direction is drawn.
  override func draw(in canvas: inout Canvas, size: Size) {
    let line = StrokeStyle(dash: [2, 2])
    let frame = Rect(x: 0.5, y: 0.5, width: max(0, size.width - 1), height: max(0, size.height - 1))
    canvas.stroke(Path(frame), with: Color(white: 0.75), style: line)
    var arrow = Path()
    if axis == .horizontal {
      arrow.move(to: Point(x: 4, y: size.height / 2))
      arrow.addLine(to: Point(x: size.width - 4, y: size.height / 2))
    } else {
      arrow.move(to: Point(x: size.width / 2, y: 4))
      arrow.addLine(to: Point(x: size.width / 2, y: size.height - 4))
    }
    canvas.stroke(arrow, with: Color(white: 0.85), style: line)
  }
}
