import InspectorKit

/// A plugin with a view that shows a rating as a row of stars.
@main struct Ratings: InspectorPlugin {
  static var components: [Component.Type] { [CosmosView.self] }
}
