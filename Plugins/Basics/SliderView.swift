import InspectorKit

/// A slider from 0 to a maximum, which its value cannot exceed.
///
/// ```json
/// { "class": "SliderView", "attributes": { "value": 12, "maximumValue": 10 }, "effective": { "value": 10 } }
/// ```
///
/// The document keeps the stored value 12. `value` depends on `maximumValue`, so that the order of the keys makes no
/// difference. A maximum below the default value also lowers the default value:
///
/// ```json
/// { "class": "SliderView", "attributes": { "maximumValue": 0.25 }, "effective": { "value": 0.25 } }
/// ```
@Component(help: "A slider from 0 to a maximum.")
final class SliderView: View {
  @Inspectable(help: "Where the knob stands; at most the maximum value.", dependsOn: ["maximumValue"])
  var value = 0.5 {
    didSet { limitValue() }
  }

  @Inspectable var maximumValue = 1.0 {
    didSet { limitValue() }
  }

  private func limitValue() {
    if value > maximumValue { value = maximumValue }
  }

  override func draw(in canvas: inout Canvas, size: Size) {
    let knob = min(size.height, 28, size.width)
    let (middle, room) = (size.height / 2, size.width - knob)
    let part = maximumValue > 0 ? min(max(value / maximumValue, 0), 1) : 0
    let track = Rect(x: knob / 2, y: middle - 2, width: room, height: 4)
    let filled = Rect(x: track.x, y: track.y, width: track.width * part, height: track.height)
    canvas.fill(Path(roundedRect: track, cornerRadius: 2), with: Color(white: 0.85))
    canvas.fill(Path(roundedRect: filled, cornerRadius: 2), with: Color(red: 0, green: 122.0 / 255, blue: 1))
    let circle = Path(ellipseIn: Rect(x: room * part, y: middle - knob / 2, width: knob, height: knob))
    canvas.group(shadow: Shadow(color: Color(white: 0, alpha: 0.3), offset: Size(width: 0, height: 1), blur: 3)) {
      $0.fill(circle, with: .white)
    }
    canvas.stroke(circle, with: Color(white: 0.8), style: StrokeStyle(width: 0.5))
  }
}
