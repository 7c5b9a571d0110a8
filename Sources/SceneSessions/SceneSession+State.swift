package import SceneDocument

extension SceneSession {
  /// The state that all clients of an open scene share.
  final class State {
    var model: SceneModel
    var log = ChangeLog()
    var steps = EditHistory()
    var journal: SceneJournal?
    var scratchJournal: (journal: SceneJournal, number: Int)?
    var savedText: DocumentSnapshot

    /// The cached result of a comparison with the saved text, and its version; nil if not compared.
    var comparison: (version: Int, isSame: Bool)?
    var startText: DocumentSnapshot?
    var saving: SaveTicket?
    var observers: [Int: @Sendable (SceneChange) -> Void] = [:]
    var nextObserver = 0

    init(_ model: SceneModel) {
      self.model = model
      savedText = model.document.source.snapshot
    }
  }

  package var model: SceneModel { state.model }

  var log: ChangeLog {
    _read { yield state.log }
    _modify { yield &state.log }
  }

  package var steps: EditHistory {
    _read { yield state.steps }
    _modify { yield &state.steps }
  }

  package var journal: SceneJournal? {
    get { state.journal }
    set { state.journal = newValue }
  }

  /// The journal of a scratch's edits, and the scratch's number in it; nil for a scene.
  var scratchJournal: (journal: SceneJournal, number: Int)? {
    get { state.scratchJournal }
    set { state.scratchJournal = newValue }
  }

  /// The text that the scene's file held when it was read or saved last.
  package var savedText: DocumentSnapshot {
    get { state.savedText }
    set { (state.savedText, state.comparison) = (newValue, nil) }
  }

  /// The text that the history begins with; nil if nobody reads it.
  var startText: DocumentSnapshot? {
    get { state.startText }
    set { state.startText = newValue }
  }

  /// The last save in the background.
  package var saving: SaveTicket? {
    get { state.saving }
    set { state.saving = newValue }
  }
}
