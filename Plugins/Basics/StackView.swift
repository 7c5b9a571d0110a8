import InspectorKit

/// A stack of views in a row or a column. The app lays out the children; in the inspector they keep their frames, and
/// the stack draws nothing.
///
/// ```json
/// { "class": "StackView", "attributes": { "axis": "vertical", "spacing": 8 },
///   "effective": { "axis": "vertical", "spacing": 8 } }
/// ```
@Component(help: "A row or a column of its children.")
final class StackView: View {
  @Inspectable(help: "Between two children, in points.") var spacing = 0.0

  @Inspectable var axis = Axis.horizontal

  enum Axis: String, InspectableOptions { case horizontal, vertical }
}
