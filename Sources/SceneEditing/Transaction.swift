internal import InspectorKit
internal import JSONText
package import SceneDocument

/// Makes the steps of one edit, one after another: all of them or, where one is refused, none.
package final class Transaction {
  package let model: SceneModel
  package let request: EditRequest
  let conflicts: ConflictCheck?

  /// The only objects that steps mean; nil for all.
  private let window: Range<NodeIndex>?

  /// How many objects each step meant.
  package var meant: [Int] = []
  package internal(set) var result = EditResult()

  /// What undoes the steps made so far.
  package var edit = InverseEdit()
  package var changes = ChangeLedger()
  package var structure: StructureLedger

  /// The scene before the edit, where a step may change its structure.
  private let start: DocumentSnapshot?

  /// Whether later steps may take back what a step changed.
  let keepsFirst: Bool

  /// Whether steps that rename properties of the same objects are made at once.
  private var renamesAtOnce = true

  /// The number of the step that is being made.
  private(set) var number = 0

  /// Whether no step is made after it.
  private var isLast = false

  /// The warnings, each with the number of its step.
  package var warnings: [(step: Int, warning: Diagnostic)] = []

  /// Is given the changes once all of the edit is decided; where it is nil, they are in the result.
  private let tell: ((ObjectChange) -> Void)?

  package init(
    _ model: SceneModel, _ request: EditRequest, conflicts: ConflictCheck?, window: Range<NodeIndex>? = nil,
    tell: ((ObjectChange) -> Void)? = nil
  ) {
    self.model = model
    self.window = window
    self.tell = tell
    self.request = request
    // Such a step rewrites the text anyway; after one of values there is an edit where any value is another.
    start = request.steps.contains { $0.effect == .structure } ? model.document.snapshot : nil
    keepsFirst = request.steps.reduce(0) { $0 + $1.effect.valueChangeCount } > 1
    self.conflicts = conflicts
    structure = StructureLedger(model)
  }

  /// On an error, and after a dry run, the document is as before.
  package func perform() throws(EditError) {
    // The numbers of the steps, in the order in which they are made.
    var steps = Array(request.steps.indices)
    var next = 0
    // How many steps are made at once: half as many where something is wrong with any, down to the one that is.
    var most = steps.count
    while next < steps.count {
      guard
        let group = StepGroup(request, steps[next...].prefix(most), in: model, reorders: conflicts == nil)
      else {
        most = min(2 * most, steps.count)
        isLast = next + 1 == steps.count
        next += try make(stepAt: steps[next])
        continue
      }
      guard group.earlier.isEmpty else {
        steps.replaceSubrange(next..<next + group.count, with: group.earlier + group.numbers + group.later)
        continue
      }
      let isMade = make(group)
      guard !model.library.cancellation.isCancelled else {
        rollBack()
        throw .cancelled
      }
      most = isMade ? min(2 * most, steps.count) : group.count / 2
      if isMade { steps.replaceSubrange(next..<next + group.count, with: group.later) }
    }
    result.warnings = warnings.inOrder
    result.matched = changes.matched.count
    result.changed = changes.changedCount(in: model.document, isNew: structure.isNew)
    // What is set and set back, or moved and moved back, is no edit: nothing is to be undone, or saved.
    var isChange = result.changed > 0 || result.colors.contains(where: \.isChanged)
    if let start, structure.map != nil {
      isChange = !model.document.snapshot.isSame(as: start)
      if isChange { result.structure = structure.differences() } else { result.changed = 0 }
    }
    if request.wantsChanges, isChange || structure.map == nil { try tellChanges() }
    if request.isDryRun || !isChange { rollBack() }
  }

  /// Makes a step, and answers how many: some take those after them along.
  private func make(stepAt number: Int) throws(EditError) -> Int {
    self.number = number
    do throws(EditError) {
      let count = try request.steps[number].kind.make(in: self)
      try model.library.cancellation.check()
      return count
    } catch {
      let number = number + (error.step ?? 0)
      let error = model.library.cancellation.isCancelled ? .cancelled : located(error, request.steps[number], number)
      rollBack()
      throw error
    }
  }

  private func tellChanges() throws(EditError) {
    let kept = request.keepsChangesOfStructure ? Set(result.structure.map { ExactText($0.object) }) : []
    let isWhole = changes.read(in: model.document, until: model.library.cancellation) { _, change in
      if let tell, !kept.contains(ExactText(change.object)) { tell(change) } else { result.changes.append(change) }
    }
    let isCancelled = model.library.cancellation.isCancelled
    guard isWhole, !isCancelled else {
      rollBack()
      throw isCancelled ? .cancelled : .changesLost
    }
  }

  private func rollBack() {
    edit.undo(on: model.document)
    model.follow()
    if edit.concernsPalette { model.readPalette() }
    edit = InverseEdit()
  }

  private func located(_ error: EditError, _ step: EditStep, _ number: Int) -> EditError {
    var error = error
    error.step = number
    error.part = error.part ?? step.kind.part(concernedBy: error, in: model)
    // Places in a text that nobody has seen help nobody.
    if structure.map != nil { error.diagnostics = error.diagnostics.map(\.withoutPlace) }
    return error
  }

  package func warn(_ warnings: [Diagnostic]) {
    for warning in warnings { self.warnings.append((number, structure.map == nil ? warning : warning.withoutPlace)) }
  }

  // MARK: steps

  /// Makes several steps at once; false where they have to be made one by one, to find what is wrong with which.
  private func make(_ group: StepGroup) -> Bool {
    let count = meant.count
    do throws(EditError) {
      try check(group.touches)
      meant += group.meant.map { _ in 1 }
      changes.match(group.meant)
      try restructure(group.changes, of: group)
      return true
    } catch {
      meant.removeLast(meant.count - count)
      return false
    }
  }

  package func select(_ selector: Selector, mayBeEmpty: Bool = false) throws(EditError) -> [NodeIndex] {
    let nodes: [NodeIndex]
    do throws(EditError) {
      let selection = try Selection(model, selector)
      let candidates = window.map { window in selection.named?.filter(window.contains) ?? Array(window) }
      nodes = try selection.decidedNodes(among: candidates)
    } catch {
      var error = error
      error.part = .selector
      throw error
    }
    meant.append(nodes.count)
    guard !nodes.isEmpty || mayBeEmpty || request.allowsEmpty else {
      throw EditError(
        code: "selector.empty", message: "the selector '\(selector.text)' matches nothing", part: .selector)
    }
    changes.match(nodes)
    return nodes
  }

  /// The one object that a selector must mean.
  package func one(_ selector: Selector, _ part: EditError.Part, for what: String) throws(EditError) -> NodeIndex {
    let nodes: [NodeIndex]
    do throws(EditError) {
      nodes = try Selection(model, selector).decidedNodes()
    } catch {
      var error = error
      error.part = part
      throw error
    }
    guard nodes.count <= 1 else {
      throw EditError(
        code: "selector.many",
        message: "\(what) needs one object, and the selector '\(selector.text)' matches \(nodes.count)", part: part)
    }
    guard let node = nodes.first else {
      throw EditError(
        code: "selector.empty", message: "the selector '\(selector.text)' matches nothing", part: part)
    }
    return node
  }

  // MARK: attributes

  func set(_ nodes: [NodeIndex], _ assignments: [Assignment]) throws(EditError) {
    try check(model.touches(nodes, assignments.map(\.name)))
    var options = options
    (options.skipsMissing, options.skipsRefused) = (request.skipsMissing, request.skipsRefused)
    let run = EditRun(model, assignments, options, told: changes.told)
    run.look = { [self] in changes.look($0, in: model.document, keepsFirst: keepsFirst) }
    try run.perform(on: nodes)
    take(run)
    result.skipped += run.result.skipped
  }

  /// Gives a property another name, and answers how many steps were made: those after it may do that to the same objects.
  func rename(_ old: String, to new: String, in selector: Selector) throws(EditError) -> Int {
    let nodes = try select(selector)
    if conflicts == nil, renamesAtOnce, let renames = PropertyRenames(request, from: number, of: nodes, in: model) {
      let run = EditRun(model, [], EditRun.Options(), told: changes.told)
      if (try? run.perform(renames.edits) {}) != nil {
        take(run)
        meant += repeatElement(nodes.count, count: renames.count - 1)
        return renames.count
      }
      // What is wrong with which is found one by one.
      renamesAtOnce = false
    }
    try check(model.touches(nodes, [new]))
    let rename = PropertyRename(model: model, old: old, new: new, skipsMissing: request.skipsMissing)
    let edits = try rename.edits(of: nodes)
    guard !edits.isEmpty || request.allowsEmpty || nodes.isEmpty else {
      throw EditError(
        code: "selector.empty", message: "no object of '\(selector.text)' stores '\(old)'", part: .oldName)
    }
    let run = EditRun(model, [], options, told: changes.told)
    run.look = { [self] in changes.look($0, in: model.document, keepsFirst: keepsFirst) }
    try run.perform(edits) {}
    take(run)
    return 1
  }

  /// Makes the steps of the palette that stand together, and answers how many.
  func changePalette() throws(EditError) -> Int {
    let steps = PaletteSteps(request, from: number, conflicts)
    if let conflicts { try conflicts.log.checkConflicts(since: conflicts.base, colors: steps.request.names) }
    let run = PaletteRun(model, steps.request)
    do throws(EditError) {
      let made = try run.perform(tell: { changes.told.add([$1], of: $0) })
      changes.match(run.ledger.matched)
      result.colors += run.result.colors
      warn(run.result.warnings)
      guard var made else { return steps.count }
      made.colors = steps.changedNames(run)
      edit.append(made)
      for case .objects(let restores) in made.parts { note(restores) }
      return steps.count
    } catch {
      throw steps.located(error)
    }
  }

  /// How attributes are edited by the step that is made.
  private var options: EditRun.Options {
    EditRun.Options(isDryRun: request.isDryRun && isLast, wantsChanges: request.wantsChanges)
  }

  private func take(_ run: EditRun) {
    if !run.restores.isEmpty { edit.add(.objects(run.restores)) }
    edit.properties.formUnion(run.properties)
    note(run.restores)
    warn(run.result.warnings)
  }

  private func note(_ restores: [ObjectRestore]) {
    for restore in restores { changes.change(restore, in: model.document, keepsFirst: keepsFirst) }
  }

  /// Refuses what touches something that others changed after the version that the edit was made on.
  package func check(_ touches: @autoclosure () -> [ConflictCheck.Touch]) throws(EditError) {
    guard let conflicts else { return }
    let map = structure.map
    try conflicts.check(touches(), in: model) { node in map.map { $0.old(node) } ?? node }
  }
}
