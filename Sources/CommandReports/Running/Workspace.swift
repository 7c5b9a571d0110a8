package import CommandLineKit
import SceneDocument
package import SceneSessions

/// Where commands find their scenes: in files, or among those that are open in a shell.
package protocol Workspace: AnyObject {
  /// Whether scenes stay open when a command has ended: edits are in memory until they are saved, and what was found is
  /// selected.
  var keepsScenes: Bool { get }

  /// The scene that is meant where a command names none; nil where it must name one.
  var currentScene: CommandScene? { get }

  /// The scenes that a command line means, the current one before those that it names.
  func scenes(
    _ named: [String], _ options: SceneOptions, _ context: CommandContext
  ) throws(CommandFailure) -> [CommandScene]

  /// The session of a scene: the one that is open, or one of what is read now.
  func session(
    of scene: CommandScene, as opening: SceneOpening, _ run: CommandRun
  ) throws(CommandFailure) -> SceneSession

  /// A path of a new scene as typed; in a shell `~/` is the person's own folder.
  func expanded(_ path: String) -> String

  /// Takes note of a scene that a command made: a shell opens it.
  func use(_ path: String) throws(CommandFailure)

  /// The id of the current object, if there is one.
  var currentID: String? { get }

  /// The objects that are meant where a command names none: those that were found, or the current one.
  var targetIDs: [String] { get }

  /// Whether an object of the current scene has the id.
  func hasObject(_ id: String) -> Bool

  /// The word for the objects that are meant where a command names none; nil where it must name some.
  var defaultTarget: String? { get }

  /// The objects that a word means: `.` the current one, `@` those that were found last; nil for any other word.
  func target(_ word: String) throws(CommandFailure) -> Selector?

  /// Takes note of what was found.
  func select(_ ids: [String])

  /// What the edit of the command that runs is called in the history; nil where none is kept.
  var stepName: String? { get }
}

/// How a scene is opened: what the command is going to do with it.
package struct SceneOpening {
  /// A selector by which the scene will be searched.
  var searched: Selector?

  /// The edit that will be made.
  var edit: EditRequest?

  /// Whether everything that is wrong with the scene's text is of interest, not only the first of it.
  var findsAllFaults = false

  /// To keep other processes from writing the file until it is saved; nil where it is only read.
  var locking: SaveOptions?
}

/// Scenes that are files, each read for one command.
package final class FileWorkspace: Workspace {
  package init() {}

  package let keepsScenes = false
  package let currentScene: CommandScene? = nil

  package func scenes(
    _ named: [String], _ options: SceneOptions, _ context: CommandContext
  ) throws(CommandFailure) -> [CommandScene] {
    try SceneList.scenes(named, options, context).map(CommandScene.init)
  }

  package func session(
    of scene: CommandScene, as opening: SceneOpening, _ run: CommandRun
  ) throws(CommandFailure) -> SceneSession {
    let library = run.library
    do throws(SceneError) {
      // A worker takes as long to start as ten thousand objects take to be read.
      if let searched = opening.searched { library.prepare(for: searched, under: run.job) }
      if let edit = opening.edit { library.prepare(for: edit, under: run.job) }
      switch scene {
      case .open(let session, _): return session.under(run.job)
      case .file(let path):
        return try SceneSession.open(
          path: path, library: library, findsAllFaults: opening.findsAllFaults, locking: opening.locking,
          under: run.job)
      case .standardInput:
        let bytes = try run.context.read(scene.name, as: "scene")
        return try SceneSession.open(
          bytes: bytes, name: scene.name, library: library, findsAllFaults: opening.findsAllFaults, under: run.job)
      }
    } catch {
      throw CommandFailure(error, scene: scene.name)
    }
  }

  package func expanded(_ path: String) -> String { path }

  package func use(_ path: String) {}

  package let currentID: String? = nil
  package let targetIDs: [String] = []

  package func hasObject(_ id: String) -> Bool { false }

  package let defaultTarget: String? = nil

  package func target(_ word: String) -> Selector? { nil }

  package func select(_ ids: [String]) {}

  package let stepName: String? = nil
}

/// A scene that a command works on, with where it comes from.
///
/// A ``Workspace`` gives a command its scenes as such, and opens them.
package enum CommandScene {
  /// A file, by its path as given.
  case file(String)

  /// The text that comes on the standard input.
  case standardInput

  /// A scene that is open already.
  ///
  /// - Parameter name: what it was opened as.
  case open(SceneSession, name: String)

  /// The scene that an argument names; `-` is the standard input.
  package init(_ argument: String) { self = argument == "-" ? .standardInput : .file(argument) }

  /// What messages and documents call it.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    case .open(_, let name): name
    }
  }
}
