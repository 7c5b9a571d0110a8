import InspectorKit

/// A label that shows text on one line.
///
/// ```json
/// { "class": "LabelView", "attributes": { "text": "Ada Lovelace", "fontSize": 24 },
///   "effective": { "text": "Ada Lovelace", "fontSize": 24, "isHidden": false } }
/// ```
@Component(help: "A text in one size.")
final class LabelView: View {
  @Inspectable var text = ""

  @Inspectable(help: "The height of the letters, in points.", range: 0...) var fontSize = 17.0

  override func draw(in canvas: inout Canvas, size: Size) {
    let style = TextStyle(size: fontSize, verticalAlignment: .middle, lineLimit: 1)
    canvas.text(text, in: Rect(origin: .zero, size: size), style: style)
  }
}
