import InspectorKit

/// Components whose hooks show what hooks can do.
@main struct Samples: InspectorPlugin {
  static var components: [Component.Type] { [PassthroughView.self, NavigationBar.self] }
}
