import InspectorKit

/// A thermostat on a wall, with everything that can be said of a property.
///
/// ```json
/// { "class": "ThermostatView", "attributes": { "targetTemperature": 21.5, "hvacMode": "heat" },
///   "effective": { "targetTemperature": 21.5, "isHeating": true } }
/// ```
///
/// Where it is warm already, nothing is heated, and a fan of the old kind only turns while something is:
///
/// ```json
/// { "class": "ThermostatView", "attributes": { "targetTemperature": 18, "hvacMode": "heat", "fanSpeed": 2 },
///   "effective": { "isHeating": false, "fanSpeed": 0 }, "warnings": ["the fan stands still while nothing is heated"] }
/// ```
@Component(label: "Thermostat", help: "A thermostat on a wall.")
final class ThermostatView: View {
  /// The label, the help and the group are given here; `temperature` is its former name.
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

  /// Back to 20 °C, with the system off.
  @Action func reset() {
    targetTemperature = 20
    hvacMode = "off"
    fanSpeed = 0
  }
}
