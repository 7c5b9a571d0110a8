internal import CommandReports
internal import Workbench

/// An edit of one of several scenes that are edited one after the other and written together.
struct OrderedEdit {
  let scene: CommandScene

  /// Returns the steps for the scene.
  let steps: EditBatch.Steps

  /// Throws an error if the scene, after its edit, must not be written.
  let check: (SceneSession) throws(Diagnostic) -> Void

  /// The scenes that use what the edit changes; nil unless the scene supplies templates.
  var users: DocumentUsers?

  /// The real path of the other document whose colour the steps rename; nil if they change the scene's own palette.
  var colorDocument: String?

  init(
    _ scene: CommandScene, steps: @escaping EditBatch.Steps,
    check: @escaping (SceneSession) throws(Diagnostic) -> Void = { _ in }
  ) {
    (self.scene, self.steps, self.check) = (scene, steps, check)
  }
}
