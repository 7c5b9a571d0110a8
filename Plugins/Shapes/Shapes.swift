import InspectorKit

/// A plugin with views that draw stars and ellipses.
@main struct Shapes: InspectorPlugin {
  static var components: [Component.Type] { [StarView.self, EllipseView.self, StarEllipseView.self] }
}
