import InspectorKit

/// A thermostat on a wall, whose properties show most arguments of `@Inspectable`.
///
/// ```json
/// { "class": "ThermostatView", "attributes": { "targetTemperature": 21.5, "hvacMode": "heat" },
///   "effective": { "targetTemperature": 21.5, "isHeating": true } }
/// ```
///
/// Nothing is heated if the room is already warm enough. The fan turns only while something is heated:
///
/// ```json
/// { "class": "ThermostatView", "attributes": { "targetTemperature": 18, "hvacMode": "heat", "fanSpeed": 2 },
///   "effective": { "isHeating": false, "fanSpeed": 0 }, "warnings": ["the fan stands still while nothing is heated"] }
/// ```
@Component(label: "Thermostat", help: "A thermostat on a wall.")
final class ThermostatView: View {
  /// The target temperature, with an explicit label, help and group. Its former name is `temperature`.
  @Inspectable(
    label: "Target", help: "How warm it shall be.", range: 5...30, softRange: 16...24, step: 0.5, unit: "°C",
    group: "Climate", order: -1, aliases: ["temperature"], required: true, validate: ["halves"], since: "1.0.0",
    dependsOn: ["hvacMode"])
  var targetTemperature = 20.0

  /// What the system does.
  @Inspectable(options: ["off": "Off", "heat": "Heats", "cool": "Cools"], group: "Climate") var hvacMode = "off"

  /// How warm it is.
  @Inspectable(unit: "°C", group: "Climate", readOnly: true) private(set) var measuredTemperature = 20.0

  /// Whether the system heats just now.
  @Inspectable(group: "Climate", readOnly: true) var isHeating: Bool {
    hvacMode == "heat" && measuredTemperature < targetTemperature
  }

  /// What stands on the device.
  @Inspectable(validate: ["notEmpty", "trimmed"], visibleWhen: "[showsName=true]") var name = "Thermostat"

  @Inspectable(order: 1) var showsName = true

  /// How fast the fan turns.
  @Inspectable(
    range: 0...3, enabledWhen: "not [hvacMode=off]", deprecated: "the system chooses the speed itself",
    dependsOn: ["hvacMode", "targetTemperature"])
  var fanSpeed = 0 {
    didSet {
      guard fanSpeed > 0, !isHeating else { return }
      fanSpeed = 0
      warn("the fan stands still while nothing is heated")
    }
  }

  /// The scale in which thermostats write the temperature.
  @Setting(options: ["celsius": "°C", "fahrenheit": "°F"]) private var scale = "celsius"

  /// Sets the target to 20 °C, and turns the system and the fan off.
  @Action func reset() {
    targetTemperature = 20
    hvacMode = "off"
    fanSpeed = 0
  }

  override func draw(in canvas: inout Canvas, size: Size) {
    let side = min(size.width, size.height - (showsName ? 18 : 0))
    let center = Point(x: size.width / 2, y: side / 2)
    let radius = side / 2 - 6
    guard radius > 8 else { return }
    let (start, sweep) = (0.75 * Double.pi, 1.5 * Double.pi)
    func arc(to part: Double) -> Path {
      var path = Path()
      path.addArc(center: center, radius: radius, startAngle: start, endAngle: start + sweep * part)
      return path
    }
    let ink: Color =
      switch hvacMode {
      case "heat": Color(red: 1, green: 0.45, blue: 0.1)
      case "cool": Color(red: 0.1, green: 0.5, blue: 1)
      default: Color(white: 0.6)
      }
    let style = StrokeStyle(width: 6, cap: .round)
    canvas.stroke(arc(to: 1), with: Color(white: 0.88), style: style)
    let part = min(max((targetTemperature - 5) / 25, 0), 1)
    if part > 0 { canvas.stroke(arc(to: part), with: ink, style: style) }
    let bounds = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    let shown = scale == "fahrenheit" ? (targetTemperature * 1.8 + 32).rounded() : targetTemperature
    let number = PropertyValue.double(shown).text
    canvas.text(
      "\(number)°", in: bounds,
      style: TextStyle(size: radius * 0.55, alignment: .center, verticalAlignment: .middle, lineLimit: 1, wraps: false))
    guard showsName else { return }
    let below = Rect(x: 0, y: size.height - 16, width: size.width, height: 16)
    canvas.text(
      name, in: below,
      style: TextStyle(size: 11, color: Color(white: 0.3), alignment: .center, verticalAlignment: .middle, lineLimit: 1)
    )
  }
}
