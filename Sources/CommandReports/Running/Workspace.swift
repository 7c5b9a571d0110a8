package import CommandLineKit
package import SceneDocument
package import SceneSessions

/// The source of a command's scenes: files, or the scenes open in a shell.
package protocol Workspace: AnyObject {
  /// True if scenes stay open after a command: edits are in memory until they are saved, and found objects are
  /// selected.
  var keepsScenes: Bool { get }

  /// True if pending edits can still be undone together, so that commands must not write files of their own: in a
  /// scratch scene, in a transaction, and in a shell whose commands form one transaction.
  var holdsEdits: Bool { get }

  /// True if the user typed the command; false if a shell runs it from a script, which may have another author.
  var isUsersOwn: Bool { get }

  /// The scene of a command that names none; `nil` if a command must name one.
  var currentScene: CommandScene? { get }

  /// Returns the scenes of a command line: the named scenes or, if it names none, the current scene.
  ///
  /// - Parameter formats: returns the formats of other programs whose files `--recursive` also selects.
  func scenes(
    _ named: [String], _ options: SceneOptions, _ context: CommandContext, of formats: () -> ForeignFormats?
  ) throws(Diagnostic) -> [CommandScene]

  /// Returns the open session of a scene, or a new one. The parameters are those of
  /// ``CommandRun/open(_:comparing:editing:findsAllFaults:locking:templates:)``.
  func session(
    of scene: CommandScene, comparing searched: Selector?, editing edit: EditRequest?, findsAllFaults: Bool,
    locking options: SaveOptions?, templates: TemplateFiles, _ run: CommandRun
  ) throws(Diagnostic) -> SceneSession

  /// Returns a typed path in its expanded form; in a shell, `~/` becomes the user's home folder.
  func expanded(_ path: String) -> String

  /// Opens a new scene that a command created, if the workspace is a shell.
  func use(_ path: String) throws(Diagnostic)

  /// The id of the current object; `nil` for none.
  var currentID: String? { get }

  /// The ids of the objects on which a command acts if it names none: the selected objects, or else the current object.
  var targetIDs: [String] { get }

  /// Returns true if an object of the current scene has the id.
  func hasObject(_ id: String) -> Bool

  /// The word, such as `@`, for the objects on which a command acts if it names none; `nil` if a command must name its
  /// objects.
  var defaultTarget: String? { get }

  /// Returns the objects of a special word: the current object for `.`, the objects that were found last for `@`; `nil`
  /// for any other word. Throws if the word is `.` and no object is current, or `@` and no objects were found.
  func target(_ word: String) throws(Diagnostic) -> Selector?

  /// Selects the found objects.
  func select(_ ids: [String])

  /// Makes an object current.
  func go(to id: String)

  /// Starts a script on the current scene in the background; throws an error if the workspace keeps no scenes.
  ///
  /// - Parameter request: the steps of the script, with the options of the edit.
  func performInBackground(_ script: EditScript, _ request: EditRequest) throws(Diagnostic)

  /// Returns the name of the running command's edit in the history; `nil` without a history.
  func stepName(of edit: EditRequest) -> String?
}

extension Workspace {
  package var holdsEdits: Bool { false }
  package var isUsersOwn: Bool { true }

  /// Returns the reference `ID.PROPERTY` that a word means. A name alone means a property of the target, if the target
  /// is one object that has this property. Returns nil if the word names no object and no property of the target.
  package func reference(_ word: String, in session: SceneSession) -> String? {
    let ids = targetIDs
    if ids.count == 1, (try? session.value(of: "\(ids[0]).\(word)", isStored: true)) != nil {
      return "\(ids[0]).\(word)"
    }
    return (try? session.named(word)) == nil ? nil : word
  }
}

/// A workspace without open scenes: each command reads its scenes from their files.
package final class FileWorkspace: Workspace {
  package init() {}

  package let keepsScenes = false
  package let currentScene: CommandScene? = nil

  /// The scenes of earlier calls, by the words that name them. The options are the same in every call.
  private var found: [[String]: [CommandScene]] = [:]

  package func scenes(
    _ named: [String], _ options: SceneOptions, _ context: CommandContext, of formats: () -> ForeignFormats?
  ) throws(Diagnostic) -> [CommandScene] {
    // A list on the standard input can be read only once.
    if let found = found[named] { return found }
    let scenes = try SceneList.scenes(named, options, context, of: formats).map(CommandScene.init)
    found[named] = scenes
    return scenes
  }

  package func session(
    of scene: CommandScene, comparing searched: Selector?, editing edit: EditRequest?, findsAllFaults: Bool,
    locking options: SaveOptions?, templates: TemplateFiles, _ run: CommandRun
  ) throws(Diagnostic) -> SceneSession {
    let library = run.library
    return try Diagnostic.ofFile(scene.name) { () throws(SceneError) in
      // Starting a worker takes as long as reading ten thousand objects.
      if let searched { library.prepare(for: searched, under: run.job) }
      if let edit { library.prepare(for: edit, under: run.job) }
      switch scene {
      case .open(let session, _): return session.under(run.job)
      case .file(let path):
        run.finishTransactions(of: path)
        return try SceneSession.open(
          path: path, library: library, findsAllFaults: findsAllFaults, locking: options, of: templates,
          under: run.job)
      case .standardInput:
        let bytes = try run.context.read(scene.name, as: "scene")
        return try SceneSession.open(
          bytes: bytes, name: scene.name, library: library, findsAllFaults: findsAllFaults, under: run.job)
      }
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

  package func go(to id: String) {}

  package func performInBackground(_ script: EditScript, _ request: EditRequest) throws(Diagnostic) {
    throw Diagnostic(ReportUsage.backgroundOutsideShell)
  }

  package func stepName(of edit: EditRequest) -> String? { nil }
}

/// A scene that a command works on, with its source.
///
/// A ``Workspace`` supplies a command's scenes in this form, and opens them.
package enum CommandScene {
  /// A file, by its path as given.
  case file(String)

  /// The text on the standard input.
  case standardInput

  /// An open scene.
  ///
  /// - Parameter name: the path by which the scene was opened.
  case open(SceneSession, name: String)

  /// Creates the scene that an argument names; `-` is the standard input.
  package init(_ argument: String) { self = argument == "-" ? .standardInput : .file(argument) }

  /// The name in messages and documents.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    case .open(_, let name): name
    }
  }
}
