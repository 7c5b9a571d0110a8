import InspectorKit

/// A list of tags.
@main struct Tags: InspectorPlugin {
  static var components: [Component.Type] { [TagListView.self] }
}
