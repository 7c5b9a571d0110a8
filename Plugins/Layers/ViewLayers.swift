import InspectorKit

/// Properties that extend every `View`: short names for the layer's border and corners, a test id, and a big border.
///
/// `borderWidth` is an alias of `layer.borderWidth`. `bigBorder` is computed. If an object stores true for `bigBorder`,
/// the setter writes a red border of 5 points:
///
/// ```json
/// { "class": "ViewLayers", "attributes": { "bigBorder": true },
///   "effective": { "bigBorder": true, "borderWidth": 5, "borderColor": "#FF0000FF" } }
/// ```
///
/// For a stored false, the setter writes nothing. The view is built from its stored attributes, so it has no red
/// border, and a stored border takes effect:
///
/// ```json
/// { "class": "ViewLayers", "attributes": { "bigBorder": false, "borderWidth": 2 },
///   "effective": { "bigBorder": false, "borderWidth": 2 } }
/// ```
@Component(label: "Layers", help: "Border, corners and a test id of every view.", extends: "View")
final class ViewLayers: Component {
  @Inspectable(aliasOf: "layer.borderWidth") var borderWidth = 0.0

  @Inspectable(aliasOf: "layer.borderColor") var borderColor: Color?

  @Inspectable(aliasOf: "layer.cornerRadius") var cornerRadius = 0.0

  @Inspectable(aliasOf: "layer.masksToBounds") var masksToBounds = false

  @Inspectable(aliasOf: "accessibilityIdentifier") var testingId: String?

  /// Whether the view has a red border of 5 points.
  @Inspectable var bigBorder: Bool {
    get { borderWidth == 5 && borderColor == .red }
    set {
      guard newValue else { return }
      borderWidth = 5
      borderColor = .red
    }
  }
}
