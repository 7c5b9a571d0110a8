import InspectorKit

/// A plugin that extends every view with border, corners and a test id, whichever plugin declares the view.
@main struct Layers: InspectorPlugin {
  static var components: [Component.Type] { [ViewLayers.self] }
}
