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

  /// The open scratch, a trial copy of the scene on which commands then act; nil if none is open.
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

  /// The unsaved edits of former shells, which `recover` restores.
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

  /// Switches to a scratch, or back to the scene itself if `scratch` is nil. The current object, the selection and the
  /// watches switch to the new session, too.
  func use(_ scratch: ScratchSession?) {
    self.scratch = scratch
    cursor.follow(session)
    for watch in watches { watch.follow(session) }
  }

  /// True if the scene or its scratch has changes that are not saved in the file.
  var isModified: Bool { base.isModified || scratch?.isEdited == true }

  /// True if the shell has reported that someone else changed the file.
  var hasReportedTheirs = false

  /// The palette documents that can no longer be read, and of which the shell has said so.
  var reportedPalettes: Set<String> = []

  /// True if the prompt has said that the scene shows a former template.
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
  /// Returns the change that someone else made to a scene's file; nil if the file is as last read or saved.
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
