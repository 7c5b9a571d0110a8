import InspectorKit

/// A switch.
///
/// ```json
/// { "class": "SwitchView", "attributes": { "isOn": true, "tintColor": "seagreen" },
///   "effective": { "isOn": true, "tintColor": "#2E8B57FF" } }
/// ```
@Component(help: "A switch, on or off.")
final class SwitchView: View {
  @Inspectable var isOn = false

  @Inspectable(help: "The colour while it is on; unset for the system's.") var tintColor: Color?
}
