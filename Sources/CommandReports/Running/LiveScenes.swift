package import CommandLineKit
package import Workbench

/// The scenes of a shell, as the commands that run in it see them.
package protocol LiveScenes: AnyObject {
  /// The session of a scene that is open; nil for any other file.
  func session(of scene: String) -> SceneSession?

  /// Opens a file as the current scene, or makes it current where it is open.
  func use(_ path: String) throws(CommandFailure)

  /// A path as typed, `~/` being the person's own folder.
  func expanded(_ path: String) -> String

  /// The id of the current object, if there is one.
  var currentID: String? { get }

  /// The objects that are meant where a command names none: those that were found, or the current one.
  var targetIDs: [String] { get }

  /// Whether an object of the current scene has the id.
  func hasObject(_ id: String) -> Bool

  /// The word for the objects that are meant where a command names none.
  var defaultTarget: String { get }

  /// The objects that a word means: `.` the current one, `@` those that were found last; nil for any other word.
  func target(_ word: String) throws(CommandFailure) -> Selector?

  /// Takes note of what was found.
  func select(_ ids: [String])

  /// What the edit of the command that runs is called in the history.
  var stepName: String { get }
}
