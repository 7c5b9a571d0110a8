import InspectorKit

/// A switch that is on or off.
///
/// ```json
/// { "class": "SwitchView", "attributes": { "isOn": true, "tintColor": "seagreen" },
///   "effective": { "isOn": true, "tintColor": "#2E8B57FF" } }
/// ```
@Component(help: "A switch, on or off.")
final class SwitchView: View {
  @Inspectable var isOn = false

  @Inspectable(help: "The colour while it is on; unset for the system's.") var tintColor: Color?

  override func draw(in canvas: inout Canvas, size: Size) {
    let (width, height) = (min(size.width, 51), min(size.height, 31))
    let green = Color(red: 52.0 / 255, green: 199.0 / 255, blue: 89.0 / 255)
    let track = Rect(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
    canvas.fill(
      Path(roundedRect: track, cornerRadius: height / 2), with: isOn ? tintColor ?? green : Color(white: 0.88))
    let knob = max(0, height - 4)
    let x = isOn ? track.x + width - knob - 2 : track.x + 2
    canvas.group(shadow: Shadow(color: Color(white: 0, alpha: 0.25), offset: Size(width: 0, height: 1), blur: 2)) {
      $0.fill(Path(ellipseIn: Rect(x: x, y: track.y + 2, width: knob, height: knob)), with: .white)
    }
  }
}
