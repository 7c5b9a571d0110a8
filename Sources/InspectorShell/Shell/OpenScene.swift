import CommandLineKit
import CommandReports
import JSONText
import SceneDocument
import Workbench

/// A scene that is open in a shell, with the person's position in it.
final class OpenScene {
  /// The path as given; commands use it as the scene's name.
  let path: String
  let base: SceneSession

  /// The scratch over the scene; commands act on it while it is open. Nil if there is none.
  private(set) var scratch: ScratchSession?

  /// The person's position, in the session that commands act on.
  let cursor: SceneCursor

  /// The lists being watched.
  var watches: [ShellWatch] = []

  /// The options of the deferred `save` in a script that is one transaction; nil without one.
  var saveOptions: SaveOptions?

  /// The copies to write at the end of such a script; a forced one replaces an existing file.
  var copies: [(path: String, options: SaveOptions, isForced: Bool)] = []

  /// True if a person discarded the unsaved changes.
  var isGivenUp = false

  /// Unsaved edits that former shells left behind.
  var recoveries: [SceneRecovery] = []

  init(path: String, session: SceneSession) {
    self.path = path
    base = session
    cursor = SceneCursor(in: session)
  }

  /// The session that commands act on: the scratch's, or the scene's own.
  var session: SceneSession { scratch?.session ?? base }

  /// The scene in the form that commands accept.
  var commandScene: CommandScene { .open(session, name: path) }

  /// Switches to a scratch, or back to the scene. The current object and the selection are kept by their ids.
  func use(_ scratch: ScratchSession?) {
    self.scratch = scratch
    cursor.follow(session)
    for watch in watches { watch.follow(session) }
  }

  /// True if anything is not saved in the file.
  var isModified: Bool { base.isModified || scratch?.isEdited == true }

  /// True if the person was notified that someone else changed the file.
  var hasReportedTheirs = false

  var document: SceneDocument { session.document }

  /// The name in the prompt: the last component of the path.
  var name: String { path.parts(between: "/").last { !$0.isEmpty } ?? path }
}

extension Shell {
  /// Returns the external change to a scene's file; nil if the file still holds the state last read or saved.
  func fileNews(of scene: OpenScene) -> ShellRefusal? {
    switch scene.base.fileState() {
    case .unchanged: nil
    case .changed: .changed
    case .missing: .missing
    case .unreadable(let error): .unreadable(error.reason)
    }
  }

  func report(_ news: ShellRefusal, of scene: OpenScene) { say(Diagnostic(news, file: scene.path).report) }
}
