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
}
