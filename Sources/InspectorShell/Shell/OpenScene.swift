import CommandLineKit
import CommandReports
import JSONText
import SceneDocument
import Workbench

/// A scene that is open in a shell, with the user's position in it.
final class OpenScene {
  /// The path as given; commands use it as the scene's name.
  let path: String

  /// The session of the scene itself, without the edits of its scratch.
  let base: SceneSession

  /// The open scratches, which are trial copies of the scene, in the order in which they were opened.
  private(set) var scratches: [ScratchSession] = []

  /// The scratch on which commands act; nil if they act on the scene itself.
  private(set) var scratch: ScratchSession?

  /// The current object and the selection, in the session on which commands act.
  let cursor: SceneCursor

  /// The watches that the command `watch` started.
  var watches: [ShellWatch] = []

  /// The options of a `save` that waits for the end of a script, because the script is one transaction; nil if no
  /// `save` waits.
  var saveOptions: SaveOptions?

  /// The copies that `save FILE` writes at the end of a script that is one transaction. A forced copy replaces an
  /// existing file.
  var copies: [(path: String, options: SaveOptions, isForced: Bool)] = []

  /// True if the unsaved changes are to be discarded when the shell ends.
  var isGivenUp = false

  /// The unsaved edits that former shells left; `recover` restores them.
  var recoveries: [SceneRecovery] = []

  init(path: String, session: SceneSession) {
    self.path = path
    base = session
    cursor = SceneCursor(in: session)
  }

  /// The session on which commands act: the session of the open scratch, else the session of the scene itself.
  var session: SceneSession { scratch?.session ?? base }

  /// The scene in the form that commands accept.
  var commandScene: CommandScene { .open(session, name: path) }

  /// Adds an open scratch without switching commands to it.
  func add(_ scratch: ScratchSession) {
    if !scratches.contains(where: { $0 === scratch }) { scratches.append(scratch) }
  }

  /// Returns the open scratch of a name; nil if there is none.
  func scratch(named name: String) -> ScratchSession? { scratches.first { $0.name.isExactly(name) } }

  /// Closes the scratch on which commands act, and returns to the scene itself.
  func endScratch() {
    scratches.removeAll { $0 === scratch }
    use(nil)
  }

  /// Closes all scratches, and returns to the scene itself.
  func endScratches() {
    scratches = []
    use(nil)
  }

  /// The number of steps since the scene was last read or saved, with those of its scratches; and the names of the saved
  /// steps that were undone.
  var unsavedSteps: (count: Int, undone: [String]) {
    let steps = base.isModified ? base.unsavedSteps : (0, [])
    return scratches.filter(\.isEdited).reduce(steps) { ($0.count + $1.session.unsavedSteps.count, $0.undone) }
  }

  /// Switches to a scratch, or back to the scene itself if `scratch` is nil. The current object, the selection and the
  /// watches switch to the new session, too.
  func use(_ scratch: ScratchSession?) {
    if let scratch { add(scratch) }
    self.scratch = scratch
    cursor.follow(session)
    for watch in watches { watch.follow(session) }
  }

  /// True if the scene or one of its scratches has changes that are not saved in the file.
  var isModified: Bool { base.isModified || scratches.contains(where: \.isEdited) }

  /// True if the shell has reported that another program changed the file.
  var hasReportedTheirs = false

  /// The unreadable palette documents that the shell has already reported.
  var reportedPalettes: Set<String> = []

  /// True if the prompt has reported that a template can no longer be read.
  var hasReportedTemplates = false

  var document: SceneDocument { session.document }

  /// The objects on which a command without a selector acts: the selected objects, or else the current object; empty if
  /// there is neither.
  var targets: [NodeIndex] { cursor.selection.isEmpty ? cursor.current.map { [$0] } ?? [] : cursor.selection }

  /// The selected objects in words: their number, and their class if all have the same class, as in `3 LabelView`.
  var selectionWords: String {
    let (selection, document) = (cursor.selection, document)
    guard let first = selection.first else { return "0 objects" }
    let classID = document.classID(first)
    return selection.allSatisfy { document.classID($0) == classID }
      ? "\(selection.count) \(document.className(first))" : pluralised(selection.count, "object")
  }

  /// The name in the prompt: the last component of the path.
  var name: String { path.parts(between: "/").last { !$0.isEmpty } ?? path }
}

extension Shell {
  /// Returns the change that another program made to a scene's file; nil if the file is unchanged since it was last
  /// read or saved.
  func fileNews(of scene: OpenScene) -> ShellRefusal? {
    switch scene.base.fileState() {
    case .unchanged: nil
    case .changed: .changed
    case .missing: .missing
    case .unreadable(let error): .unreadable(error.reason)
    }
  }

  /// Reports a change of a scene's file.
  func report(_ news: ShellRefusal, of scene: OpenScene) { say(Diagnostic(news, file: scene.path).report) }
}
