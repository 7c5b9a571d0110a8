import InspectorKit

/// One property of each of the eight types, and one of each that may be unset.
///
/// ```json
/// { "class": "InspectableView",
///   "attributes": {
///     "integer": 3, "string": "text", "double": 0.1, "bool": true, "color": "#3366FF80",
///     "point": { "x": 1, "y": 2 }, "size": { "width": 3, "height": 4 },
///     "rect": { "x": 1, "y": 2, "width": 3, "height": 4 } },
///   "effective": { "color": { "red": 0.2, "green": 0.4, "blue": 1, "alpha": 0.5019607843137255 },
///     "optionalInteger": null } }
/// ```
///
/// A property that may be unset accepts `null`:
///
/// ```json
/// { "class": "InspectableView", "attributes": { "optionalString": "", "optionalColor": null },
///   "effective": { "optionalString": "", "optionalColor": null, "optionalRect": null } }
/// ```
///
/// A label is made by splitting the property's name at its capitals. The name `badlynamedvariable` has none, so its
/// label is "Badlynamedvariable".
@Component final class InspectableView: View {
  @Inspectable var integer = 0
  @Inspectable var string = ""
  @Inspectable var double = 0.0
  @Inspectable var bool = false
  @Inspectable var color = Color.black
  @Inspectable var point = Point.zero
  @Inspectable var size = Size.zero
  @Inspectable var rect = Rect.zero

  @Inspectable var optionalInteger: Int?
  @Inspectable var optionalString: String?
  @Inspectable var optionalDouble: Double?
  @Inspectable var optionalBool: Bool?
  @Inspectable var optionalColor: Color?
  @Inspectable var optionalPoint: Point?
  @Inspectable var optionalSize: Size?
  @Inspectable var optionalRect: Rect?

  @Inspectable var badlynamedvariable = 0

  override func draw(in canvas: inout Canvas, size: Size) {
    canvas.fill(Path(Rect(x: 0, y: 0, width: 6, height: size.height)), with: color)
    let style = TextStyle(size: 11, lineLimit: 1)
    for (row, text) in [string, "\(integer)", PropertyValue.double(double).text, bool ? "yes" : "no"].enumerated() {
      let top = 4 + 15 * Double(row)
      guard top + 15 <= size.height else { return }
      canvas.text(text, in: Rect(x: 12, y: top, width: max(0, size.width - 16), height: 15), style: style)
    }
  }
}
