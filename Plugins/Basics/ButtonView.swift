import InspectorKit

/// A button with a title.
///
/// ```json
/// { "class": "ButtonView", "attributes": { "title": "Follow" },
///   "effective": { "title": "Follow", "isEnabled": true } }
/// ```
@Component(help: "A button with a title.")
final class ButtonView: View {
  @Inspectable var title = ""

  @Inspectable(help: "Whether it can be pressed.") var isEnabled = true

  override func draw(in canvas: inout Canvas, size: Size) {
    let bounds = Rect(origin: .zero, size: size)
    let ink = isEnabled ? Color(red: 0, green: 122.0 / 255, blue: 1) : Color(white: 0.6)
    if backgroundColor == nil, layer.borderWidth == 0 {
      canvas.fill(Path(roundedRect: bounds, cornerRadius: 8), with: ink.withAlpha(0.12))
    }
    let style = TextStyle(
      size: min(15, size.height * 0.8), weight: .bold, color: ink, alignment: .center, verticalAlignment: .middle,
      lineLimit: 1, truncation: .middle)
    canvas.text(title, in: bounds, style: style)
  }
}
