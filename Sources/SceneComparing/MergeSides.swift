package import JSONText
internal import SceneDocument

/// The known renames of objects: new ids, by their old ids.
package struct KnownRenames {
  package var ours: [ExactText: String] = [:]
  package var theirs: [ExactText: String] = [:]

  package init() {}
}

/// The three scenes of a merge, in which the same objects have the same ids.
///
/// A merge matches objects by their ids. If one side renamed an object, or unpacked a placeholder, the same edit is
/// first made on copies of the other scenes. The other side's changes of the object then apply to its new id, and
/// references are updated:
///
/// ```
/// base     badge, width 7
/// ours     badge, width 9    →  steps: rename badge to logo
/// theirs   logo, width 7     →  merged: logo, width 9
/// ```
///
/// Likewise, a property that both sides changed under different keys gets its own name in all three scenes; see
/// ``RespelledProperties``.
struct MergeSides {
  /// The three scenes, including the objects from templates where available.
  private(set) var base: SceneDocument
  private(set) var ours: SceneDocument
  private(set) var theirs: SceneDocument

  /// The differences of each side from the base.
  private(set) var here: SceneDifference
  private(set) var there: SceneDifference

  private var matchings: (ours: ObjectMatching, theirs: ObjectMatching)

  /// The steps that turn our scene into ``ours``.
  private(set) var steps: [EditStep] = []

  /// The conflicts between renames of objects.
  private(set) var conflicts: [SceneConflict] = []

  /// The objects that the other side renamed and our side removed: their ids in the base, by their new ids.
  private(set) var lost: [ExactText: String] = [:]

  /// The ids of the objects that our side renamed.
  private(set) var renamedHere: Set<ExactText> = []

  /// The properties that both sides changed under different keys, and that cannot be stored under the same key in all
  /// scenes.
  private(set) var torn: [RespelledProperties.Property] = []

  private let library: PluginLibrary
  private let job: InspectorJob

  init(
    base: SceneDocument, ours: SceneDocument, theirs: SceneDocument, library: PluginLibrary, under job: InspectorJob
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    (self.library, self.job) = (library, job)
    let comparisons = (SceneComparison(from: base, to: ours), SceneComparison(from: base, to: theirs))
    (here, there) = (SceneDifference(comparisons.0), SceneDifference(comparisons.1))
    matchings = (comparisons.0.matching, comparisons.1.matching)
  }

  /// Makes the ids of renamed and unpacked objects the same in all three scenes, and then the keys of properties that
  /// the sides changed under different keys. Skips edits that are impossible.
  ///
  /// - Parameter known: the known renames of objects: new ids, by their old ids.
  mutating func align(prefersTheirs: Bool, known: KnownRenames) {
    // Scenes in which an edit is impossible remain unchanged, so that the affected values become conflicts.
    try? alignIDs(prefersTheirs: prefersTheirs, known: known)
    if (try? unpack()) ?? false { try? alignIDs(prefersTheirs: prefersTheirs, known: KnownRenames()) }
    try? alignKeys()
  }

  // MARK: ids

  /// The renames to perform in each scene: pairs of an old and a new id.
  private struct Renames {
    var base: [(String, String)] = []
    var ours: [(String, String)] = []
    var theirs: [(String, String)] = []
  }

  private mutating func alignIDs(
    prefersTheirs: Bool, known: KnownRenames
  ) throws(Diagnostic) {
    let (mine, others) = renamed(known)
    guard !mine.isEmpty || !others.isEmpty else { return }
    var aligned = self
    var renames = Renames()
    for node in Set(mine.keys).union(others.keys).sorted() {
      let id = base.written.id(node)
      let own = mine[node].map { ours.written.id($0) }
      let other = others[node].map { theirs.written.id($0) }
      if let own, let other {
        aligned.settle(id, own, other, prefersTheirs: prefersTheirs, &renames)
      } else if let own {
        aligned.followHere(id, own, &renames)
      } else if let other {
        aligned.followThere(id, other, &renames)
      }
    }
    try aligned.make(renames)
    self = aligned
  }

  /// Returns the new numbers of the objects that each side renamed, by their numbers in the base.
  private func renamed(_ known: KnownRenames) -> (ours: [NodeIndex: NodeIndex], theirs: [NodeIndex: NodeIndex]) {
    func ids(_ found: RenamedObjects, _ side: SceneDocument) -> [ExactText: String] {
      Dictionary(
        found.pairs.map { (ExactText(base.written.id($0)), side.written.id($1)) },
        uniquingKeysWith: { first, _ in first })
    }
    let (mine, others) = (
      RenamedObjects(matchings.ours, known: known.ours), RenamedObjects(matchings.theirs, known: known.theirs)
    )
    // An object that one side renamed is also recognised on the other side if its new id is the same there.
    let (here, there) = (ids(mine, ours), ids(others, theirs))
    return (
      there.isEmpty ? mine.pairs : RenamedObjects(matchings.ours, known: there.merging(here) { $1 }).pairs,
      here.isEmpty ? others.pairs : RenamedObjects(matchings.theirs, known: here.merging(there) { $1 }).pairs
    )
  }

  /// Chooses the id of an object that both sides renamed.
  private mutating func settle(
    _ id: String, _ own: String, _ other: String, prefersTheirs: Bool, _ renames: inout Renames
  ) {
    renamedHere.insert(ExactText(own))
    if own.isExactly(other) { return renames.base.append((id, own)) }
    let (mayBeTheirs, mayBeOurs) = (ours.node(id: other) == nil, theirs.node(id: own) == nil)
    if prefersTheirs, mayBeTheirs {
      renamedHere.insert(ExactText(other))
      renames.ours.append((own, other))
      return renames.base.append((id, other))
    }
    conflicts.append(SceneConflict(object: own, subject: .id, base: id, ours: own, theirs: other))
    guard mayBeOurs else { return }
    renames.theirs.append((other, own))
    renames.base.append((id, own))
  }

  /// Applies our side's rename of an object to the other side, unless that side uses the new id for a different object.
  private mutating func followHere(_ id: String, _ own: String, _ renames: inout Renames) {
    guard theirs.node(id: own) == nil else { return }
    renamedHere.insert(ExactText(own))
    renames.base.append((id, own))
    if theirs.node(id: id) != nil { renames.theirs.append((id, own)) }
  }

  /// Applies the other side's rename of an object to our side. If our side uses the new id for a different object, our
  /// object keeps its id, and a conflict is recorded.
  private mutating func followThere(_ id: String, _ other: String, _ renames: inout Renames) {
    if ours.node(id: other) != nil {
      guard ours.node(id: id) != nil else { return }
      conflicts.append(SceneConflict(object: id, subject: .id, base: id, ours: id, theirs: other))
      // The id must be free before other renames use it.
      renames.theirs.insert((other, id), at: 0)
      return
    }
    renames.base.append((id, other))
    if ours.node(id: id) != nil { renames.ours.append((id, other)) } else { lost[ExactText(other)] = id }
  }

  private mutating func make(_ renames: Renames) throws(Diagnostic) {
    func steps(_ renames: [(String, String)]) -> [EditStep] {
      renames.map { .rename(Selector(ids: [$0.0]), id: $0.1) }
    }
    try perform(base: steps(renames.base), ours: steps(renames.ours), theirs: steps(renames.theirs))
  }

  // MARK: placeholders

  /// Unpacks the placeholders that one side unpacked in all scenes. Returns false if there are none.
  private mutating func unpack() throws(Diagnostic) -> Bool {
    let members = (here.members + there.members).filter {
      $0.key == SceneDifference.referenceKey && $0.old != nil && $0.new == nil
    }
    let (ours, theirs) = (ours.written, theirs.written)
    func hasReference(_ document: SceneDocument, _ id: String) -> Bool {
      document.node(id: id).map { document.isInstance($0) } ?? false
    }
    let unpacked = Set(members.compactMap { $0.object.map { ExactText($0) } }).map(\.text).sorted().filter { id in
      ours.node(id: id) != nil && theirs.node(id: id) != nil
    }
    guard !unpacked.isEmpty else { return false }
    func steps(_ ids: [String]) -> [EditStep] { ids.isEmpty ? [] : [.unpack(Selector(ids: ids))] }
    try perform(
      base: steps(unpacked), ours: steps(unpacked.filter { hasReference(ours, $0) }),
      theirs: steps(unpacked.filter { hasReference(theirs, $0) }))
    return true
  }

  // MARK: keys

  /// Makes the keys of the properties that both sides changed under different keys the same in all scenes.
  private mutating func alignKeys() throws(Diagnostic) {
    let found = try RespelledProperties(of: self, in: SceneModel(document: ours, library: library, under: job)) {
      document throws(Diagnostic) in try model(ofCopy: document)
    }
    torn = found.torn + found.aligned
    guard !found.aligned.isEmpty else { return }
    try perform(base: found.base, ours: found.ours, theirs: found.theirs)
    torn = found.torn
  }

  // MARK: copies

  /// Replaces the scenes with copies after the given steps.
  private mutating func perform(
    base: [EditStep], ours: [EditStep], theirs: [EditStep]
  ) throws(Diagnostic) {
    let made = (
      try edited(self.base, base), try edited(self.ours, ours), try edited(self.theirs, theirs)
    )
    (self.base, self.ours, self.theirs) = made
    steps += ours
    let comparisons = (SceneComparison(from: made.0, to: made.1), SceneComparison(from: made.0, to: made.2))
    (here, there) = (SceneDifference(comparisons.0), SceneDifference(comparisons.1))
    matchings = (comparisons.0.matching, comparisons.1.matching)
  }

  /// Returns a copy of a scene after the steps, with its templates' objects; returns the scene itself if there are no
  /// steps.
  private func edited(_ document: SceneDocument, _ steps: [EditStep]) throws(Diagnostic) -> SceneDocument {
    guard !steps.isEmpty else { return document }
    let model = try model(ofCopy: document)
    try Transaction(model, EditRequest(steps), judging: .nothing).perform()
    return model.document
  }

  /// Returns a model of a copy of a scene, with the objects of its templates.
  private func model(ofCopy document: SceneDocument) throws(Diagnostic) -> SceneModel {
    let copy = try Diagnostic.wrapping { () throws(SceneError) in
      let copy = try document.copy()
      return copy.isComposed ? copy : try copy.composed(by: TemplateFiles.shared.finder(forScene: copy.name))
    }
    return SceneModel(document: copy, library: library, under: job)
  }
}
