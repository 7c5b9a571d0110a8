import InspectorKit

/// Border, corners and a test id for every view, whoever wrote it.
@main struct LayersPlugin: InspectorPlugin {
  static let name = "Layers"

  static var components: [Component.Type] { [Layers.self] }
}
