import InspectorKit

/// A container that has its parent's background colour if `inheritsBackgroundColor` is true.
///
/// ```json
/// { "class": "PassthroughView", "attributes": { "backgroundColor": "red", "inheritsBackgroundColor": true },
///   "parent": { "backgroundColor": "#3366FF" }, "effective": { "backgroundColor": "#3366FFFF" } }
/// ```
///
/// If the parent has no background colour, the container has none either. Without a parent, at the top of a scene, the
/// container keeps its own background colour:
///
/// ```json
/// { "class": "PassthroughView", "attributes": { "backgroundColor": "red", "inheritsBackgroundColor": true },
///   "parent": { "backgroundColor": null }, "effective": { "backgroundColor": null } }
/// ```
/// ```json
/// { "class": "PassthroughView", "attributes": { "backgroundColor": "red", "inheritsBackgroundColor": true },
///   "effective": { "backgroundColor": "#FF0000FF" } }
/// ```
/// Touches pass through the container to whatever lies beneath, but its children take theirs.
@Component(
  help: "A container that can take over its parent's background colour.", readsParent: ["backgroundColor"],
  passesTouches: true)
final class PassthroughView: View {
  @Inspectable(help: "Whether its background colour is its parent's.")
  var inheritsBackgroundColor = false {
    // The base class's properties are set first, so the container's own background colour is already set.
    didSet {
      if inheritsBackgroundColor, let parent { backgroundColor = parent.color("backgroundColor") }
    }
  }
}
