internal import InspectorKit
internal import JSONText
package import SceneDocument

/// The execution of one edit: either all steps take effect or, if a step is refused, none.
package final class Transaction {
  package let model: SceneModel
  package let request: EditRequest
  let conflicts: ConflictCheck?
  let judging: Judging

  /// A cache of the templates' files, keyed by path: true for a file that the run also edits.
  var edited: [String: Bool] = [:]

  /// A change of a JSON member of an object or of the scene, for members that no kind of step can change.
  package struct MemberChange {
    /// The object's id; nil for the scene.
    package var object: String?
    package var key: String
    /// The member's JSON text; nil to remove the member.
    package var text: [UInt8]?

    package init(object: String?, key: String, text: [UInt8]?) {
      (self.object, self.key, self.text) = (object, key, text)
    }
  }

  /// The members to set after the steps, for edits that adopt the texts of another scene.
  package var members: [MemberChange] = []

  package internal(set) var result = EditResult()

  /// The inverse of the steps performed so far.
  @exclusivity(unchecked) package var edit = InverseEdit()
  package var changes: ChangeLedger
  package var structure: StructureLedger

  /// The references that the steps may leave dangling.
  var references = ReferenceLedger()

  /// The scene before the edit; nil if no step rewrites the text.
  private let start: DocumentSnapshot?

  /// The text of the scene's own file before the edit, if the edit's bytes are counted; else nil.
  private let former: DocumentSnapshot?

  /// True if a step may change the palette.
  private let concernsPalette: Bool

  /// True if consecutive steps that rename properties of the same objects are performed together.
  var renamesAtOnce = true

  /// The index of the current step in the request.
  private(set) var number = 0

  /// True if the current step is the last.
  private var isLast = false

  /// True if the current step or a later one may change stored values of objects.
  private(set) var mayChange = false

  /// True if the change of each object may be undone immediately, since the edit is a dry run and has no later step.
  var isTrial: Bool { request.isDryRun && isLast }

  /// The warnings, each with the index of its step.
  package var warnings: [(step: Int, warning: Diagnostic)] = []

  /// A callback that receives each change after the whole edit is accepted; if nil, the changes are in the result.
  private let onChange: ((ObjectChange) -> Void)?

  /// The parts of an edit that components check: each step, the result, or nothing.
  package enum Judging {
    /// Components check each step individually.
    case steps

    /// Components check the scene after all steps. A problem that one of the known scenes already has is accepted.
    case result(known: () throws(Diagnostic) -> [SceneModel])

    /// Components do not check the edit, because its stored values were accepted before.
    case nothing
  }

  package init(
    _ model: SceneModel, _ request: EditRequest, conflicts: ConflictCheck? = nil, judging: Judging = .steps,
    onChange: ((ObjectChange) -> Void)? = nil
  ) {
    self.model = model
    self.judging = judging
    self.onChange = onChange
    self.request = request
    // Structural steps rewrite the text, so the whole texts are compared. Steps on values count as an edit if any value
    // differs.
    start = request.steps.contains { $0.kind.mayRestructure(model) } ? model.document.source.snapshot : nil
    former = request.countsBytes ? model.document.written.source.snapshot : nil
    concernsPalette = request.steps.contains { $0.effect == .palette }
    self.conflicts = conflicts
    structure = StructureLedger(model)
    changes = ChangeLedger(hasSeveralSteps: request.steps.count > 1)
    result.matchedBySteps = Array(repeating: nil, count: request.steps.count)
  }

  /// Performs the edit. After an error or a dry run, the document is unchanged.
  package func perform() throws(Diagnostic) {
    let isOfAttributes = start == nil && request.steps.allSatisfy { $0.effect == .attributes }
    guard request.isDryRun, isOfAttributes else { return try makeAndReport() }
    // A session may serve any number of dry runs, so none may leave its texts in memory.
    try model.forgetting { () throws(Diagnostic) in try makeAndReport() }
  }

  private func makeAndReport() throws(Diagnostic) {
    try makeSteps()
    try giveMembers()
    warnings += references.warnings(in: model)
    try judgeResult()
    result.matched = changes.matched.count
    result.changed = changes.changedCount(after: edit, in: model.document, isNew: structure.isNew)
    // A value that is set and reset, or an object that is moved and moved back, does not count as a change: there is
    // nothing to undo or to save.
    var isChange = judgesSteps ? result.changed > 0 || result.colors.contains(where: \.isChanged) : !edit.isEmpty
    if let start, structure.map != nil {
      isChange = !model.document.source.snapshot.isSame(as: start)
      if isChange { result.structure = structure.differences() } else { result.changed = 0 }
    }
    if isChange, !request.isDryRun { result.remarks = changes.remarks.all(in: model.document) }
    if request.wantsChanges, isChange || structure.map == nil { try reportChanges() }
    if let former { result.bytes = model.document.written.source.snapshot.changedBytes(since: former) }
    if request.isDryRun || !isChange { rollBack() }
  }

  /// Performs all steps, several of them together if possible. If a step fails, undoes the whole edit and throws an
  /// error.
  private func makeSteps() throws(Diagnostic) {
    // The numbers of the steps, in the order in which they are made.
    var steps = Array(request.steps.indices)
    var next = 0
    // The number of steps to make together. The number is halved when one of the steps fails, down to the failing step.
    var most = steps.count
    // The number of remaining steps that change stored values.
    var valueSteps = request.steps.count { $0.effect.changesValues }
    while next < steps.count {
      mayChange = valueSteps > 0
      guard let group = StepGroup(self, steps[next...].prefix(most)) else {
        most = min(2 * most, steps.count)
        isLast = next + 1 == steps.count
        let count = try make(stepAt: steps[next])
        valueSteps -= steps[next...].prefix(count).count { request.steps[$0].effect.changesValues }
        next += count
        continue
      }
      guard group.earlier.isEmpty else {
        steps.replaceSubrange(next..<next + group.count, with: group.earlier + group.numbers + group.later)
        continue
      }
      let isMade = make(group)
      guard !model.job.isCancelled else {
        rollBack()
        throw .cancelled
      }
      most = isMade ? min(2 * most, steps.count) : group.count / 2
      if isMade { steps.replaceSubrange(next..<next + group.count, with: group.later) }
    }
    do throws(Diagnostic) {
      try storeRuntimeAttributes()
    } catch {
      rollBack()
      throw error
    }
  }

  /// Performs a step, and returns the number of steps performed. The number is greater than 1 if following steps were
  /// performed together with this one. Throws, and undoes the whole edit, if the step fails.
  private func make(stepAt number: Int) throws(Diagnostic) -> Int {
    self.number = number
    do throws(Diagnostic) {
      let count = try request.steps[number].kind.make(in: self)
      try model.job.check()
      return count
    } catch {
      let number = number + (error.step ?? 0)
      let error = model.job.isCancelled ? .cancelled : located(error, request.steps[number], number)
      rollBack()
      throw error
    }
  }

  /// Reports the changes of attributes, to `onChange` or in the result. If the job is cancelled or the changes cannot
  /// be read, undoes the whole edit and throws an error.
  private func reportChanges() throws(Diagnostic) {
    let kept = request.keepsChangesOfStructure ? Set(result.structure.map { ExactText($0.object) }) : []
    let isWhole = changes.read(in: model.document, under: model.job) { _, change in
      if let onChange, !kept.contains(ExactText(change.object)) {
        onChange(change)
      } else {
        result.changes.append(change)
      }
    }
    let isCancelled = model.job.isCancelled
    guard isWhole, !isCancelled else {
      rollBack()
      throw isCancelled ? .cancelled : Diagnostic(EditRefusal.changesLost)
    }
  }

  /// Undoes all steps performed so far.
  func rollBack() {
    _ = model.takePendingRuntimeAttributes()
    edit.undo(on: model)
    readBack()
    edit = InverseEdit()
  }

  /// Runs `body`, which performs a part of the edit, and undoes its changes if it throws an error.
  func attempt<R>(_ body: () throws(Diagnostic) -> R) throws(Diagnostic) -> R {
    let (start, spool, remarks) = (edit.mark, changes.spool.end, changes.remarks)
    do throws(Diagnostic) {
      return try body()
    } catch {
      edit.undo(to: start, on: model)
      changes.spool.drop(from: spool)
      changes.remarks = remarks
      readBack()
      throw error
    }
  }

  /// Updates the model after changes of the document were undone.
  private func readBack() {
    model.follow()
    if concernsPalette || edit.concernsPalette { model.readPalette() }
  }

  /// Records the change of an object. The change is undone if the edit is refused later.
  func keep(_ restore: SpliceRestore) {
    edit.add(restore)
    changes.change(restore)
  }

  private func located(_ error: Diagnostic, _ step: EditStep, _ number: Int) -> Diagnostic {
    var error = error
    error.step = number
    error.part = error.part ?? step.kind.part(concernedBy: error, in: model)
    // After a structural step, source locations refer to a text that was never written to a file.
    if isRewritten { error.details = error.details.map(\.withoutPlace) }
    return error
  }

  package func warn(_ warnings: [Diagnostic]) {
    for warning in warnings { self.warnings.append((number, isRewritten ? warning.withoutPlace : warning)) }
  }

  /// True if structural steps have rewritten the document's text, or if steps have changed runtime attributes.
  private var isRewritten: Bool { structure.map != nil || !model.pendingRuntimeAttributes.isEmpty }

  // MARK: steps

  /// Performs several steps together. If one of them fails, performs none and returns false; the caller must then
  /// perform them one by one to find the failing step.
  private func make(_ group: StepGroup) -> Bool {
    do throws(Diagnostic) {
      try check(group.touches)
      changes.match(group.matched)
      try restructure(group.changes, of: group)
      for number in group.matchingSteps { count(1, inStep: number) }
      return true
    } catch {
      return false
    }
  }

  /// Returns the objects that a step's selector matches, and records them as matched by the step. Throws an error if
  /// there are none, unless `mayBeEmpty` is true or the current step may match nothing.
  ///
  /// - Parameters:
  ///   - names: the properties that the step sets; nil if it does more.
  ///   - isOfStored: true if the step changes only values that the scene itself stores.
  package func select(
    _ selector: Selector, mayBeEmpty: Bool = false, setting names: [String]? = nil, isOfStored: Bool = false
  ) throws(Diagnostic) -> [NodeIndex] {
    let nodes = try objects(of: selector, mayBeEmpty: mayBeEmpty, setting: names, isOfStored: isOfStored)
    match(nodes)
    return nodes
  }

  /// Returns the objects that a step's selector matches, without recording them as matched by the step. Throws an error
  /// if there are none, unless `mayBeEmpty` is true or the current step may match nothing.
  func objects(
    of selector: Selector, mayBeEmpty: Bool = false, setting names: [String]? = nil, isOfStored: Bool = false
  ) throws(Diagnostic) -> [NodeIndex] {
    let nodes = withoutInherited(try nodes(of: selector, .selector), setting: isOfStored ? [] : names)
    guard !nodes.isEmpty || mayBeEmpty || mayMatchNothing else {
      throw nothingMatches(selector, .selector)
    }
    warnOfUnknownIDs(selector, found: nodes.count)
    return nodes
  }

  /// Throws an error for a name that is unknown to all classes and to the scene, as a selector with this name would.
  func check(name: String, part: Diagnostic.Part) throws(Diagnostic) {
    let isPlain = name.unicodeScalars.allSatisfy { $0.properties.isIDContinue || $0 == "." }
    let escaped = isPlain ? name : "\"" + name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
    guard let selector = try? Selector(parsing: "[\(escaped)]") else {
      throw Diagnostic(QueryRefusal.unknownName(name, suggestion: nil), part: part)
    }
    _ = try nodes(of: selector, part)
  }

  /// True if the current step may match no objects.
  var mayMatchNothing: Bool {
    request.allowsEmpty || request.isOfManyScenes && request.steps[number].effect != .nothing
  }

  /// Records the objects that the current step matches.
  func match(_ nodes: some Collection<NodeIndex>) {
    changes.match(nodes)
    count(nodes.count, inStep: number)
  }

  private func count(_ matched: Int, inStep number: Int) {
    result.matchedBySteps[number] = (result.matchedBySteps[number] ?? 0) + matched
  }

  /// Returns the only object that a selector matches; throws an error if it matches none or several.
  ///
  /// - Parameters:
  ///   - part: the part of the step that contains the selector.
  ///   - what: the use of the object, for the message about several objects.
  package func one(_ selector: Selector, _ part: Diagnostic.Part, for what: String) throws(Diagnostic) -> NodeIndex {
    let nodes = try nodes(of: selector, part)
    guard nodes.count <= 1 else {
      throw Diagnostic(EditRefusal.manyMatch(selector.text, count: nodes.count, for: what), part: part)
    }
    guard let node = nodes.first else { throw nothingMatches(selector, part) }
    return node
  }

  /// The ids of selectors that no object has and that were warned of.
  private var unknownIDs: Set<ExactText> = []

  /// The maximum number of unknown ids for which a similar id is searched for.
  private static let mostSuggestions = 10

  /// Warns of each unknown id in a selector that lists ids. An edit of many scenes does not warn, since some of the
  /// scenes may lack an object.
  private func warnOfUnknownIDs(_ selector: Selector, found: Int) {
    guard found > 0, judgesSteps, !mayMatchNothing, let ids = selector.onlyIDs, ids.count > found else { return }
    for id in ids where model.document.node(id: id) == nil && unknownIDs.insert(ExactText(id)).inserted {
      // Each suggestion is a search among all ids.
      let suggestion = unknownIDs.count <= Self.mostSuggestions ? model.suggestedID(for: id) : nil
      let refusal = EditRefusal.noObject(id, suggestion: suggestion)
      warn([Diagnostic(refusal, severity: .warning, file: model.document.name)])
    }
  }

  private func nothingMatches(_ selector: Selector, _ part: Diagnostic.Part) -> Diagnostic {
    if let (id, reason) = selector.onlyIDs?.lazy.compactMap(model.document.placeholderWithoutTemplate).first {
      return Diagnostic(CompositionRefusal.unresolved(id, reason), part: part)
    }
    return Diagnostic(
      QueryRefusal.nothingMatches(selector.text, suggestion: model.suggestion(for: selector)), part: part)
  }

  private func nodes(of selector: Selector, _ part: Diagnostic.Part) throws(Diagnostic) -> [NodeIndex] {
    // Patches and merges have a step for each object, and a search would take as long as the step.
    if let id = selector.onlyID { return model.document.node(id: id).map { [$0] } ?? [] }
    do throws(Diagnostic) {
      return try Selection(model, selector, unknownNames: request.unknownNames).decidedNodes()
    } catch {
      var error = error
      error.part = part
      throw error
    }
  }

  /// Throws a refusal if another edit changed one of the touched aspects after the version on which this edit is based.
  package func check(_ touches: @autoclosure () -> [ConflictCheck.Touch]) throws(Diagnostic) {
    guard let conflicts else { return }
    let map = structure.map
    try conflicts.check(touches(), in: model) { node in map.map { $0.old(node) } ?? node }
  }
}
