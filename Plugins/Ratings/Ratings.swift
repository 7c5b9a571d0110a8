import InspectorKit

/// A control for ratings by stars.
@main struct Ratings: InspectorPlugin {
  static var components: [Component.Type] { [CosmosView.self] }
}
