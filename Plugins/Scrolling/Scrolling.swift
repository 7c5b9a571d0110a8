import InspectorKit

/// A plugin that extends the navigation bar of the plugin Samples with the properties of a bar that scrolls away.
@main struct Scrolling: InspectorPlugin {
  static var components: [Component.Type] { [ScrollingNavigation.self] }
}
