internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Makes the steps of one edit, one after another: all of them or, where one is refused, none.
final class Transaction {
  private let model: SceneModel
  private let request: EditRequest
  private let conflicts: ConflictCheck?

  /// The only objects that steps mean; nil for all.
  private let window: Range<NodeIndex>?

  /// How many objects each step meant.
  private(set) var meant: [Int] = []
  private(set) var result = EditResult()

  /// What undoes the steps made so far.
  private(set) var edit = InverseEdit()
  private var changes = ChangeLedger()
  private var structure: StructureLedger

  /// The scene before the edit, where a step may change its structure.
  private let start: DocumentSnapshot?

  /// Whether later steps may take back what a step changed.
  private let keepsFirst: Bool

  /// Whether steps that rename properties of the same objects are made at once.
  private var renamesAtOnce = true

  /// The number of the step that is being made.
  private var number = 0

  /// Whether no step comes after the one that is made.
  private var isLast: Bool { number + 1 == request.steps.count }

  /// The warnings, each with the number of its step.
  private var warnings: [(step: Int, warning: Diagnostic)] = []

  /// Is given the changes once all of the edit is decided; where it is nil, they are in the result.
  private let tell: ((ObjectChange) -> Void)?

  init(
    _ model: SceneModel, _ request: EditRequest, conflicts: ConflictCheck?, window: Range<NodeIndex>? = nil,
    tell: ((ObjectChange) -> Void)? = nil
  ) {
    self.model = model
    self.window = window
    self.tell = tell
    self.request = request
    // Such a step rewrites the text anyway; after one of values there is an edit where any value is another.
    start = request.steps.contains(where: \.changesStructure) ? model.document.snapshot : nil
    keepsFirst = request.steps.reduce(0) { $0 + $1.valueChangeCount } > 1
    self.conflicts = conflicts
    structure = StructureLedger(model)
  }

  /// On an error, and after a dry run, the document is as before.
  func perform() throws(EditError) {
    // The numbers of the steps, in the order in which they are made.
    var steps = Array(request.steps.indices)
    var next = 0
    // How many steps are made at once: half as many where something is wrong with any, down to the one that is.
    var most = steps.count
    while next < steps.count {
      guard let group = StepGroup(request, steps[next...].prefix(most), in: model) else {
        most = min(2 * most, steps.count)
        next += try make(stepAt: steps[next])
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
    let values = request.valuesWithClass(of: number)
    do throws(EditError) {
      let count =
        if let values, try setClass(request.steps[number], values) { 2 } else { try make(request.steps[number]) }
      try model.library.cancellation.check()
      return count
    } catch {
      let isOfValues = if case .assignment? = error.part, values != nil { true } else { false }
      let number = number + (isOfValues ? 1 : error.step ?? 0)
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
    error.part = error.part ?? step.part(concernedBy: error, in: model)
    // Places in a text that nobody has seen help nobody.
    if structure.map != nil { error.diagnostics = error.diagnostics.map(\.withoutPlace) }
    return error
  }

  private func warn(_ warnings: [Diagnostic]) {
    for warning in warnings { self.warnings.append((number, structure.map == nil ? warning : warning.withoutPlace)) }
  }

  // MARK: steps

  /// Makes a step, and answers how many steps were made.
  ///
  /// - Throws: an error whose step, where it has one, is counted from this one.
  private func make(_ step: EditStep) throws(EditError) -> Int {
    switch step {
    case .set(let selector, let assignments): try set(try select(selector), assignments)
    case .expect(let expectation):
      let isLax = expectation.count != nil
      var run = ExpectationRun(model, expectation, try select(expectation.selector, mayBeEmpty: isLax))
      try run.perform()
    case .expectPalette(let colors): try PaletteExpectationRun(model: model, colors: colors).perform()
    case .palette:
      let steps = PaletteSteps(request, from: number, conflicts)
      try change(steps)
      return steps.count
    case .renameProperty(let selector, let old, let new): return try rename(selector, old, to: new)
    case .insert(let objects, let place): try insert(objects, place)
    case .remove(let selector): try remove(try select(selector))
    case .duplicate(let selector, let id, let place): try duplicate(selector, id, place)
    case .move(let selector, let place): try move(try select(selector), place)
    case .rename(let selector, let id):
      let node = try one(selector, .selector, for: "'rename'")
      try call(.id, [node]) { .setID(id, of: $0) }
    case .setClass(let selector, let name): try call(.className, try select(selector)) { .setClass(name, of: $0) }
    case .setName(let selector, let name): try call(.name, try select(selector)) { .setName(name, of: $0) }
    }
    return 1
  }

  /// Makes several steps at once; false where they have to be made one by one, to find what is wrong with which.
  private func make(_ group: StepGroup) -> Bool {
    let count = meant.count
    do throws(EditError) {
      try check(group.touches)
      meant += group.meant.map { _ in 1 }
      changes.match(group.meant)
      try restructure(group.changes, group.aspect, numbers: group.numbers)
      return true
    } catch {
      meant.removeLast(meant.count - count)
      return false
    }
  }

  private func select(_ selector: Selector, mayBeEmpty: Bool = false) throws(EditError) -> [NodeIndex] {
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
  private func one(_ selector: Selector, _ part: EditStep.Part, for what: String) throws(EditError) -> NodeIndex {
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

  private func set(_ nodes: [NodeIndex], _ assignments: [Assignment]) throws(EditError) {
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
  private func rename(_ selector: Selector, _ old: String, to new: String) throws(EditError) -> Int {
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

  private func change(_ steps: PaletteSteps) throws(EditError) {
    if let conflicts { try conflicts.log.checkConflicts(since: conflicts.base, colors: steps.request.names) }
    let run = PaletteRun(model, steps.request)
    do throws(EditError) {
      let made = try run.perform(tell: { changes.told.add([$1], of: $0) })
      changes.match(run.ledger.matched)
      result.colors += run.result.colors
      warn(run.result.warnings)
      guard var made else { return }
      made.colors = steps.changedNames(run)
      edit.append(made)
      for case .objects(let restores) in made.parts { note(restores) }
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

  // MARK: structure

  private func insert(_ objects: [String], _ place: StepPlace) throws(EditError) {
    for (number, text) in objects.enumerated() {
      if let fault = SceneDocument.fault(ofObject: Array(text.utf8)) {
        throw EditError(
          code: fault.code, message: "the object to insert: \(fault.message)",
          part: .object(number, offset: fault.offset))
      }
    }
    let target = try target(place)
    try restructure(objects.map { .insert(object: Array($0.utf8), at: target) })
  }

  private func remove(_ nodes: [NodeIndex]) throws(EditError) {
    // What an object holds goes with it.
    var tops: [NodeIndex] = []
    for node in nodes where tops.last.map({ node >= model.document.afterSubtree($0) }) ?? true { tops.append(node) }
    try check(
      tops.flatMap { top in
        (top..<model.document.afterSubtree(top)).map { ConflictCheck.Touch(node: $0, what: .everything) }
      })
    try restructure(tops.map { .remove($0) })
  }

  private func duplicate(_ selector: Selector, _ id: String?, _ place: StepPlace?) throws(EditError) {
    let nodes = id == nil ? try select(selector) : [try one(selector, .selector, for: "a copy with an id of its own")]
    let target = if let place { try target(place) } else { ObjectPlace?.none }
    try restructure(nodes.map { .duplicate($0, id: id, at: target) })
  }

  private func move(_ nodes: [NodeIndex], _ place: StepPlace) throws(EditError) {
    try check(nodes.map { ConflictCheck.Touch(node: $0, what: .aspect(.place)) })
    let target = try target(place)
    try restructure(nodes.map { .move($0, to: target) }, .place)
  }

  private func call(
    _ aspect: SceneChange.Aspect, _ nodes: [NodeIndex], _ change: (NodeIndex) -> StructureChange
  ) throws(EditError) {
    try check(nodes.map { ConflictCheck.Touch(node: $0, what: .aspect(aspect)) })
    try restructure(nodes.map(change), aspect)
  }

  /// Gives objects another class together with values; false where one has that class already, so that these are two edits.
  private func setClass(_ step: EditStep, _ values: [Assignment]) throws(EditError) -> Bool {
    guard case .setClass(let selector, let name) = step else { return false }
    let nodes = try select(selector)
    guard !nodes.contains(where: { model.document.className($0) == name }) else {
      meant.removeLast()
      return false
    }
    try check(nodes.map { ConflictCheck.Touch(node: $0, what: .aspect(.className)) })
    try restructure(nodes.map { .setClass(name, of: $0) }, .className, values)
    meant.append(nodes.count)
    return true
  }

  private func target(_ place: StepPlace) throws(EditError) -> ObjectPlace {
    switch place.position {
    case .before(let sibling): return .before(try one(sibling, .sibling, for: "'before'"))
    case .after(let sibling): return .after(try one(sibling, .sibling, for: "'after'"))
    case .first: return .first(in: try parent(place))
    case .last: return .last(in: try parent(place))
    case .index(let index): return .at(index, in: try parent(place))
    }
  }

  private func parent(_ place: StepPlace) throws(EditError) -> NodeIndex? {
    guard let parent = place.parent else { return nil }
    return try one(parent, .parent, for: "'into'")
  }

  private func check(_ touches: @autoclosure () -> [ConflictCheck.Touch]) throws(EditError) {
    guard let conflicts else { return }
    let map = structure.map
    try conflicts.check(touches(), in: model) { node in map.map { $0.old(node) } ?? node }
  }

  /// Makes one pass of structural changes.
  ///
  /// - Parameters:
  ///   - values: what objects get with their new class.
  ///   - numbers: the number of the step of each change, where these are several steps.
  private func restructure(
    _ steps: [StructureChange], _ aspect: SceneChange.Aspect? = nil, _ values: [Assignment] = [],
    numbers: [Int]? = nil
  ) throws(EditError) {
    guard !steps.isEmpty else { return }
    var removed: [(node: NodeIndex, count: Int)] = []
    var touched: [NodeIndex] = []
    var gone = NodeSet()
    for step in steps {
      switch step {
      case .insert, .duplicate: break
      case .remove(let node):
        removed.append((node, gone.insert(subtreeOf: node, in: model.document).count))
        touched.append(node)
      case .move(let node, _), .setID(_, let node), .setClass(_, let node), .setName(_, let node): touched.append(node)
      }
    }
    structure.touch(touched, isMove: aspect == .place)
    let outcome = try StructureRun(model, steps, values).perform()
    let restore = outcome.restore
    if let numbers {
      warnings += restore.numbered(outcome.warnings, of: steps, numbers: numbers, in: model.document)
    } else {
      warn(outcome.warnings)
    }
    guard restore.isChange else { return }
    edit.add(.structure(restore))
    edit.structure = edit.structure.reduce(into: [:]) { moved, entry in
      if let node = restore.map.new(entry.key) { moved[node] = entry.value }
    }
    var arrivals: [NodeIndex] = []
    for (place, step) in steps.enumerated() {
      guard let node = restore.nodes[place] else { continue }
      switch step {
      case .insert, .duplicate: arrivals.append(node)
      default: if let aspect { edit.structure[node, default: []].insert(aspect) }
      }
    }
    changes.follow(restore.map)
    structure.follow(restore, arrivals: arrivals, removed: removed, effects: outcome.effects)
    guard !outcome.given.isEmpty else { return }
    edit.add(.objects(outcome.given.map(\.restore)))
    for given in outcome.given {
      edit.properties.formUnion(given.changes.map(\.property))
      changes.change(given.restore, in: model.document, keepsFirst: keepsFirst)
      if request.wantsChanges { changes.told.add(given.changes, of: given.restore.node) }
    }
  }
}
