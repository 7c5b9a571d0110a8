internal import CommandReports
internal import Workbench

/// An edit of one of several scenes that are edited in sequence and written together.
struct OrderedEdit {
  let scene: CommandScene

  /// The function that returns the steps for the scene.
  let steps: EditBatch.Steps

  /// The function that throws an error if the edited scene must not be written.
  let check: (SceneSession) throws(Diagnostic) -> Void

  /// The number of scenes that use the changed objects; nil unless the scene is a template.
  var users: DocumentUsers?

  /// The real path of the other document whose colour the steps rename; nil if the steps change the scene's own
  /// palette.
  var colorDocument: String?

  init(
    _ scene: CommandScene, steps: @escaping EditBatch.Steps,
    check: @escaping (SceneSession) throws(Diagnostic) -> Void = { _ in }
  ) {
    (self.scene, self.steps, self.check) = (scene, steps, check)
  }
}
