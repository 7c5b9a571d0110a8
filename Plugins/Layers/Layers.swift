import InspectorKit

/// Border, corners and a test id for every view, whatever plugin declares it.
@main struct Layers: InspectorPlugin {
  static var components: [Component.Type] { [ViewLayers.self] }
}
