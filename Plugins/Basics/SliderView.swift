import InspectorKit

/// A slider from 0 to a maximum, which its value cannot exceed.
///
/// ```json
/// { "class": "SliderView", "attributes": { "value": 12, "maximumValue": 10 }, "effective": { "value": 10 } }
/// ```
///
/// The document keeps the 12. `value` depends on `maximumValue`, so that the order of the keys makes no difference. A
/// maximum below the default value lowers that too:
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
}
