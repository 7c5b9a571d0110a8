import InspectorKit

/// A plugin with a view that shows a list of tags.
@main struct Tags: InspectorPlugin {
  static var components: [Component.Type] { [TagListView.self] }
}
