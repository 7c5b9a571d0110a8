import CommandLineKit
import CommandReports
import JSONText
import SceneDocument
import Workbench

/// A scene that is open in a shell, with the person's position in it.
///
/// Only the shell's one thread uses it and edits its sessions, so that observers run on it too and no lock is needed.
final class OpenScene: @unchecked Sendable {
  /// The path as given; commands use it as the scene's name.
  let path: String
  let base: SceneSession

  /// The scratch over the scene; commands act on it while it is open. Nil if there is none.
  private(set) var scratch: ScratchSession?

  /// The path to the current object, outermost holder first; empty if no object is current.
  private(set) var place: [NodeIndex] = []

  /// The path that `cd -` returns to.
  private(set) var formerPlace: [NodeIndex] = []

  /// The objects found last, in the order in which they were printed.
  private(set) var selection: [NodeIndex] = []

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

  private var observer = 0

  init(path: String, session: SceneSession) {
    self.path = path
    base = session
    observer = session.observe { [weak self] change in self?.follow(change) }
  }

  deinit { session.stopObserving(observer) }

  /// The session that commands act on: the scratch's, or the scene's own.
  var session: SceneSession { scratch?.session ?? base }

  /// The scene in the form that commands accept.
  var commandScene: CommandScene { .open(session, name: path) }

  /// Switches to a scratch, or back to the scene. The current object and the selection are kept by their ids.
  func use(_ scratch: ScratchSession?) {
    let ids = [place, formerPlace].map { $0.last.map(document.id) }
    let selected = selection.map(document.id)
    session.stopObserving(observer)
    self.scratch = scratch
    observer = session.observe { [weak self] change in self?.follow(change) }
    for watch in watches { watch.follow(session) }
    let places = ids.map { id in id.flatMap { document.node(id: $0) }.map(ancestry) ?? [] }
    (place, formerPlace) = (places[0], places[1])
    selection = selected.compactMap { document.node(id: $0) }
  }

  /// True if anything is not saved in the file.
  var isModified: Bool { base.isModified || scratch?.isEdited == true }

  /// True if the person was notified that someone else changed the file.
  var hasReportedTheirs = false

  var document: SceneDocument { session.document }

  /// The name in the prompt: the last component of the path.
  var name: String { path.parts(between: "/").last { !$0.isEmpty } ?? path }

  var current: NodeIndex? { place.last }

  /// Makes an object, or none, the current one and clears the selection.
  func go(to node: NodeIndex?) {
    formerPlace = place
    place = node.map(ancestry) ?? []
    selection = []
  }

  func goBack() { (place, formerPlace, selection) = (formerPlace, place, []) }

  func select(_ nodes: [NodeIndex]) { selection = nodes }

  private func ancestry(_ node: NodeIndex) -> [NodeIndex] {
    var nodes = [node]
    while let parent = document.parent(nodes[nodes.count - 1]) { nodes.append(parent) }
    return nodes.reversed()
  }

  /// Maps the stored node indexes after a structural edit. If the current object is gone, its innermost surviving
  /// holder becomes current.
  private func follow(_ change: SceneChange) {
    guard let map = change.map else { return }
    func moved(_ nodes: [NodeIndex]) -> [NodeIndex] {
      let kept = nodes.compactMap(map.new)
      // Before later changes are reported, numbers are not yet those of the document.
      return change.version == session.version ? kept.last.map(ancestry) ?? [] : kept
    }
    (place, formerPlace) = (moved(place), moved(formerPlace))
    selection = selection.compactMap(map.new)
  }
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
