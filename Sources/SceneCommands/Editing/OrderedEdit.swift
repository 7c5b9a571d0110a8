internal import CommandReports
internal import Workbench

/// An edit of one scene, in a row of edits that are made one after the other.
struct OrderedEdit {
  let scene: String

  /// Returns the steps for the scene.
  let steps: EditBatch.Steps

  /// The scenes that use what the edit changes; nil unless the scene supplies templates.
  var users: DocumentUsers?

  init(_ scene: String, _ steps: @escaping EditBatch.Steps) { (self.scene, self.steps) = (scene, steps) }
}
