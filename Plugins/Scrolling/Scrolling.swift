import InspectorKit

/// What a navigation bar that scrolls away needs to know, kept beside what the bar's own plugin knows.
@main struct Scrolling: InspectorPlugin {
  static var components: [Component.Type] { [ScrollingNavigation.self] }
}
