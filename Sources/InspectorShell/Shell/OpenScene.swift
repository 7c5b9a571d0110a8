internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

/// A scene that is open in a shell, with where the person is in it.
///
/// The shell's one thread uses it and makes all edits of its sessions, so no lock guards it: observers run on the thread that
/// edits.
final class OpenScene: @unchecked Sendable {
  /// The path as given; commands use it as the scene's name.
  let path: String
  let base: SceneSession

  /// An editing context over the scene, which commands act on while it is there.
  private(set) var scratch: ScratchSession?

  /// The current object and those that hold it, the outermost first; empty where none is current.
  private(set) var place: [NodeIndex] = []

  /// Where `cd -` leads back to.
  private(set) var formerPlace: [NodeIndex] = []

  /// What was found last, in the order in which it was printed.
  private(set) var selection: [NodeIndex] = []

  /// The lists that are watched.
  var watches: [ShellWatch] = []

  /// How `save` asked for it to be saved at the end of a script that is one transaction.
  var saveOptions: SaveOptions?

  /// The copies that are written at the end of such a script.
  var copies: [SceneCopy] = []

  /// Whether a person gave up what is not saved.
  var isGivenUp = false

  /// What former shells left of it that is not saved.
  var recoveries: [SceneRecovery] = []

  private var observer = 0

  init(path: String, session: SceneSession) {
    self.path = path
    base = session
    observer = session.observe { [weak self] change in self?.follow(change) }
  }

  deinit { session.stopObserving(observer) }

  /// What commands act on.
  var session: SceneSession { scratch?.session ?? base }

  /// The scene as a command is given it.
  var commandScene: CommandScene { .open(session, name: path) }

  /// Goes over to an editing context, or back to the scene; what is current and what was found stay where they are there.
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

  /// Whether anything is not in the file.
  var isModified: Bool { base.isModified || scratch?.isEdited == true }

  /// Whether the person was notified that someone else changed the file.
  var hasReportedTheirs = false

  var document: SceneDocument { session.document }

  /// What the prompt calls it.
  var name: String { path.parts(between: "/").last { !$0.isEmpty } ?? path }

  var current: NodeIndex? { place.last }

  /// Makes an object the current one, or none; what was found is forgotten.
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

  /// Objects have other numbers after a structural edit; of a place that is gone the innermost holder stays.
  private func follow(_ change: SceneChange) {
    guard let map = change.map else { return }
    func moved(_ nodes: [NodeIndex]) -> [NodeIndex] {
      nodes.last { map.new($0) != nil }.flatMap(map.new).map(ancestry) ?? []
    }
    (place, formerPlace) = (moved(place), moved(formerPlace))
    selection = selection.compactMap(map.new)
  }
}
