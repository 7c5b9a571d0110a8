import InspectorKit

/// A container that takes over its parent's background colour when it is told to.
///
/// ```json
/// { "class": "PassthroughView", "attributes": { "backgroundColor": "red", "inheritsBackgroundColor": true },
///   "parent": { "backgroundColor": "#3366FF" }, "effective": { "backgroundColor": "#3366FFFF" } }
/// ```
///
/// Where the parent has none, it has none either; at the top of a scene it keeps its own:
///
/// ```json
/// { "class": "PassthroughView", "attributes": { "backgroundColor": "red", "inheritsBackgroundColor": true },
///   "parent": { "backgroundColor": null }, "effective": { "backgroundColor": null } }
/// ```
/// ```json
/// { "class": "PassthroughView", "attributes": { "backgroundColor": "red", "inheritsBackgroundColor": true },
///   "effective": { "backgroundColor": "#FF0000FF" } }
/// ```
@Component(help: "A container that can take over its parent's background colour.", readsParent: ["backgroundColor"])
final class PassthroughView: View {
  @Inspectable(help: "Whether its background colour is its parent's.")
  var inheritsBackgroundColor = false {
    // A base class's properties are applied first, so a background colour of its own is set already.
    didSet {
      if inheritsBackgroundColor, let parent { backgroundColor = parent.color("backgroundColor") }
    }
  }
}
