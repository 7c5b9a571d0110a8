import InspectorKit

/// Border, corners and a test id for every view, whoever wrote it.
@main struct Layers: InspectorPlugin {
  static var components: [Component.Type] { [ViewLayers.self] }
}
