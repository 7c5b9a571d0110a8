internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// One edit of attributes, for a step of a transaction. A run computes the new values of each object, asks the
/// components to judge them, that is, to accept or refuse them, changes the document, and rebuilds the descendants that
/// read the changed values.
final class EditRun {
  let transaction: Transaction
  let model: SceneModel

  /// True if each object is restored right after its change is reported, as in a dry run. Objects that a later part of
  /// the edit builds again keep their change until the transaction is undone.
  private let isTrial: Bool

  /// True if refused edits are left out, instead of ending the step.
  let skipsRefused: Bool

  /// True if the changes of each object are reported.
  let wantsChanges: Bool

  /// The warnings from hooks and about the new values.
  @exclusivity(unchecked) var warnings: [Diagnostic] = []

  /// The unreported warnings from actions, keyed by the objects that the actions edit. The hooks of the resulting edits
  /// may repeat these warnings.
  var earlierWarnings: [NodeIndex: [HookMessage]] = [:]

  /// True if the edit is already refused, or a plugin has failed.
  var isRefused: Bool { !refusals.isEmpty || pluginFailure != nil }

  /// The refusals that end the edit.
  var refusals: [Diagnostic] = []
  var pluginFailure: PluginFailure?

  /// The object at which the plugin failed; nil if no plugin failed.
  var failedNode: NodeIndex?
  private var parents: ParentStore

  /// The edits whose component failed, until ``decideOpenEdits()`` refuses or applies them.
  var failed: [(edit: ObjectEdit, failure: PluginFailure)] = []

  /// The edits whose component rejects values that the edit does not set. The component may have rejected the same
  /// values before the edit.
  var doubtful: [JudgedEdit] = []

  /// The edits of several properties that have effects, as long as the property that causes each effect is unknown.
  var mixed: [JudgedEdit] = []

  /// The edits that components accept, but that extensions may still refuse; see ``decideExtended(_:)``.
  var extended: [JudgedEdit] = []

  /// The objects whose extensions take part in the edit.
  private var extendedNodes = NodeSet()

  /// The reader of stored values with the palette before the edit; nil if the edit does not change the palette.
  var formerReader: StoredValueReader?

  init(_ transaction: Transaction, isTrial: Bool = false, skipsRefused: Bool = false) {
    self.transaction = transaction
    self.isTrial = isTrial
    self.skipsRefused = skipsRefused
    model = transaction.model
    wantsChanges = transaction.request.wantsChanges
    parents = ParentStore(model)
    transaction.changes.spool.begin()
  }

  /// Assigns values to properties of objects; throws an error if the edit is refused.
  func perform(_ assignments: [Assignment], on nodes: [NodeIndex]) throws(Diagnostic) {
    let plans = try model.plans(
      for: assignments, of: nodes, skipsMissing: transaction.request.skipsMissing, allowsUndeclared: true)
    for planned in plans.values {
      transaction.edit.properties.formUnion(planned.assignments.map(\.property.name) + planned.strayKeys)
      transaction.edit.properties.formUnion(
        planned.undeclared.flatMap { [$0.name] + (PropertyPath.parts(of: $0.name).map { [$0.owner] } ?? []) })
    }
    warnOfUndeclared(plans)
    warnOfComputed(plans, nodes)
    warnOfClipping(plans.values.flatMap(\.assignments))
    let dependents = DependentBuilds(model, below: nodes)
    for level in model.dependencyLevels(of: nodes) {
      for (classID, nodes) in model.byClass(level) where !model.job.isCancelled {
        guard let planned = plans[classID], let binding = model.attributeBinding(ofClass: classID) else { continue }
        edit(nodes, binding, planned)
      }
    }
    try finish(dependents)
  }

  /// Applies planned edits; throws an error if one is refused. Edits that set the same properties of one class are sent
  /// to the components together.
  ///
  /// - Parameters:
  ///   - edits: in document order, at most one for each object.
  ///   - change: changes the rest of the document, before any request to a component.
  func perform<Edits: RandomAccessCollection>(
    _ edits: Edits, after change: () -> Void = {}
  ) throws(Diagnostic) where Edits.Element == ObjectEdit, Edits.Index == Int {
    let nodes = edits.map(\.node)
    let dependents = DependentBuilds(model, below: nodes)
    change()
    for level in model.dependencyLevels(of: nodes) {
      var groups = EditGroups(model.document)
      var place = 0
      for node in level {
        while nodes[place] != node { place += 1 }
        groups.add(edits[place], at: place)
      }
      for (group, places) in groups.sorted {
        guard case .known(let binding) = model.meaning(ofClass: group.classID), pluginFailure == nil else { continue }
        for place in group.places { transaction.edit.properties.insert(binding.definition.properties[place].name) }
        readParents(of: places.lazy.map { edits[Int($0)].node }, binding)
        for part in places.parts(of: Self.partCount) where pluginFailure == nil {
          judge(part.lazy.map { edits[Int($0)] }, of: part.map { nodes[Int($0)] }, binding)
        }
      }
    }
    try finish(dependents)
  }

  /// Rebuilds the dependents of the edited objects; throws an error if the edit is refused, or if a plugin failed.
  private func finish(_ dependents: DependentBuilds) throws(Diagnostic) {
    try model.job.check()
    if !isRefused { judge(dependents) }
    if let pluginFailure { throw Diagnostic(pluginFailure, details: refusals) }
    if let error = Diagnostic(refusals: refusals) { throw error }
    warnOfEarlier()
  }

  // MARK: editing

  private func edit(_ nodes: [NodeIndex], _ binding: ClassBinding, _ planned: ClassEdit) {
    readParents(of: nodes, binding)
    if planned.strayKeys.isEmpty, planned.undeclared.isEmpty, let same = ObjectEdit(ofAny: planned.assignments, binding)
    {
      return judge(nodes.lazy.map(same.of), of: nodes, binding)
    }
    let former = refusals
    // Refusals are reported in a fixed order: first values that cannot be stored, then refusals by components.
    let parts = skipsRefused ? [nodes[...]] : nodes.parts(of: Self.partCount)
    var isSound = former.isEmpty || skipsRefused
    for part in parts where pluginFailure == nil {
      let known = isSound ? judgeFromStored(part, binding, planned) : StoredJudgement(open: Array(part))
      let (edits, problems) = workOut(known, binding, planned)
      if model.job.isCancelled { return }
      if !problems.isEmpty, !skipsRefused {
        // Values that cannot be stored replace the components' refusals of earlier parts.
        if isSound { refusals = former }
        isSound = false
      }
      for (node, problem) in problems {
        refuse(
          node, property: problem.property ?? planned.assignments.first?.property.name, problem,
          naming: problem.isPluginFailure ? .inReason : .none)
      }
      guard isSound else { continue }
      if planned.isUniform {
        if pluginFailure == nil { judge(edits, of: edits.map(\.node), binding, beside: known.answers) }
      } else {
        judge(groupsOf: edits, binding)
      }
    }
  }

  /// Groups edits by the properties that they set, sends each group to the components of the class, and applies the
  /// edits that the components accept.
  private func judge(groupsOf edits: [ObjectEdit], _ binding: ClassBinding) {
    var groups = EditGroups(model.document)
    for (place, edit) in edits.enumerated() { groups.add(edit, at: place) }
    for (_, places) in groups.sorted where pluginFailure == nil {
      let group = places.map { edits[Int($0)] }
      judge(group, of: group.map(\.node), binding)
    }
  }

  /// The maximum number of edits that are computed at a time, since edits take more memory than their objects.
  private static let partCount = 8192

  /// Computes the edits of the objects in `known.open`, whose new values may depend on the current ones. Returns a
  /// problem for each edit that cannot be computed.
  private func workOut(
    _ known: StoredJudgement, _ binding: ClassBinding, _ planned: ClassEdit
  ) -> (edits: [ObjectEdit], problems: [(NodeIndex, Diagnostic)]) {
    var edits: [ObjectEdit] = []
    var problems: [(NodeIndex, Diagnostic)] = []
    edits.reserveCapacity(known.open.count)
    let isRelative = !planned.startingPlaces.isEmpty && !binding.definition.isInert
    let answers = isRelative ? answers(of: known, wantsComputed: planned.isComputed(in: binding)) : [:]
    for (number, node) in known.open.enumerated() {
      if model.job.isCancelled(at: number) { break }
      model.document.prefetch(known.open[...], after: number)
      do throws(Diagnostic) {
        let edit = try ObjectEdit(node, planned, binding: binding, model: model) { () throws(Diagnostic) in
          let answer = answers[node] ?? BuildReply()
          guard let failure = answer.failure else { return answer }
          throw Diagnostic(model.diagnostic(failure, node))
        }
        edits.append(edit)
      } catch {
        problems.append((node, error))
      }
    }
    return (edits, problems)
  }

  /// Sends edits to their components, and applies the accepted edits.
  ///
  /// - Parameters:
  ///   - nodes: the objects of the edits, in the same order.
  ///   - answers: edits of other objects, with the replies that the components have already sent.
  private func judge(
    _ edits: some Collection<ObjectEdit>, of nodes: [NodeIndex], _ binding: ClassBinding,
    beside answers: [JudgedEdit] = []
  ) {
    if binding.definition.isInert {
      for (number, edit) in edits.enumerated() {
        if model.job.isCancelled(at: number) { return }
        model.document.prefetch(nodes[...], after: number)
        model.trace(edit.node, binding, .edit, BuildReply())
        take(edit, binding, BuildReply())
      }
    } else if binding.built.isInert {
      let writer = RowWriter(model, binding)
      let isExtended = edits.first.map { concernsExtensions($0, binding) } ?? false
      for (number, edit) in edits.enumerated() {
        if model.job.isCancelled(at: number) { return }
        model.document.prefetch(nodes[...], after: number)
        if writer.findings(of: edit.node).callsSetters || isExtended { extendedNodes.insert(edit.node) }
        take(edit, binding, BuildReply())
      }
      decideOpenEdits()
    } else {
      var open = answers
      var rest = edits.makeIterator()
      ask(nodes[...], binding, wantsBefore: wantsChanges) { _ in
        rest.next()
      } answer: { [self] edit, answer, isExtended in
        if isExtended { extendedNodes.insert(edit.node) }
        if answers.isEmpty {
          take(edit, binding, answer)
        } else {
          open.append(JudgedEdit(edit: edit, binding: binding, answer: answer))
        }
      }
      for answered in open.sorted(by: { $0.edit.node < $1.edit.node }) {
        take(answered.edit, binding, answered.answer)
      }
      decideOpenEdits()
    }
  }

  /// Sends edits of the same properties to the components of a class, and passes each edit with its reply to `answer`.
  ///
  /// - Parameters:
  ///   - edit: returns the edit of an object when it is the object's turn; nil to skip the object.
  ///   - answer: receives each edit, its reply, and true if extensions take part in the edit.
  func ask(
    _ nodes: ArraySlice<NodeIndex>, _ binding: ClassBinding, wantsBefore: Bool,
    edit: (NodeIndex) -> ObjectEdit?,
    answer: @escaping (_ edit: ObjectEdit, _ answer: BuildReply, _ isExtended: Bool) -> Void
  ) {
    guard !nodes.isEmpty else { return }
    binding.plugin.withWorker(under: model.job) { worker in
      let writer = RowWriter(model, binding, by: formerReader)
      let reads = !binding.definition.readsParent.isEmpty
      var setsExtended = false
      var started: BuildRun<(edit: ObjectEdit, isExtended: Bool)>?
      for (place, node) in zip(nodes.indices, nodes) {
        if started?.isCancelled == true || model.job.isCancelled(at: place) { break }
        model.document.prefetch(nodes, after: place)
        guard let edit = edit(node) else { continue }
        let run = started ?? run(like: edit, binding, worker, wantsBefore: wantsBefore, answer: answer)
        if started == nil { (started, setsExtended) = (run, concernsExtensions(edit, binding)) }
        if reads, var failure = parents.failure(for: edit.node, binding) {
          // The component itself received no request.
          failure.wasAsked = false
          answer(edit, BuildReply(failure: failure), setsExtended)
          continue
        }
        run.add { bytes in
          let isExtended = writer.write(edit.node, to: &bytes).callsSetters || setsExtended
          edit.appendCells(to: &bytes, binding)
          if reads { parents.appendCells(for: edit.node, binding, to: &bytes) }
          bytes.append(UInt8(ascii: "]"))
          return (edit, isExtended)
        }
      }
      started?.finish()
    }
  }

  /// Returns a new run of requests for edits that set the same properties in the same order as `edit`.
  private func run(
    like edit: ObjectEdit, _ binding: ClassBinding, _ worker: Worker, wantsBefore: Bool,
    answer: @escaping (ObjectEdit, BuildReply, Bool) -> Void
  ) -> BuildRun<(edit: ObjectEdit, isExtended: Bool)> {
    var header = ComponentRequest(editOf: edit, binding, wantsBefore: wantsBefore, in: model)
    header.wantsLifecycle = model.tracer != nil
    return BuildRun(worker, header) { [self] key, reply in
      model.trace(key.edit.node, binding, .edit, reply)
      answer(key.edit, reply, key.isExtended)
    }
  }

  /// Builds the parents of the nodes, and keeps the parents' current values, which the nodes' components may read.
  private func readParents(of nodes: some Sequence<NodeIndex>, _ binding: ClassBinding) {
    guard !binding.definition.readsParent.isEmpty else { return }
    let above = NodeSet(nodes.lazy.compactMap { [model] in model.document.parent($0) })
    model.build(Array(above)) { [self] built in parents.keep(built) }
  }

  /// Applies, defers or refuses the edit of an object, depending on the reply of its component.
  func take(_ edit: ObjectEdit, _ binding: ClassBinding, _ answer: BuildReply) {
    let isExtended =
      !extendedNodes.isEmpty && extendedNodes.contains(edit.node)
      || !answer.isSilent && affectsExtensions(answer, binding)
    if isExtended, answer.failure == nil, answer.refused.isEmpty {
      return extended.append(JudgedEdit(edit: edit, binding: binding, answer: answer))
    }
    if answer.isSilent { return make(edit, binding, answer) }
    if var failure = answer.failure {
      failure.value = edit.value(of: failure.property, binding)
      // After a change of the palette, the former state of the object is no longer stored.
      let isOpen = failure.wasAsked && formerReader == nil
      if isOpen { failed.append((edit, failure)) } else { fail(edit.node, failure) }
      return
    }
    guard answer.refused.isEmpty else { return reject(edit, binding, answer.refused) }
    let judged = JudgedEdit(edit: edit, binding: binding, answer: answer)
    guard answer.skipped.isEmpty else { return decide(judged) }
    accept(judged)
  }

  /// Records the warnings of an edit that its component accepts, and applies the edit. If the causes of its effects are
  /// still unknown, the edit is only added to ``mixed``.
  func accept(_ judged: JudgedEdit) {
    warn(judged.answer.warnings, of: judged.edit.node)
    for var warning in model.undeclaredDiagnostics(judged.answer, judged.edit.node, judged.binding) {
      warning.isOfEdit = true
      warnings.append(warning)
    }
    if isMixed(judged) { mixed.append(judged) } else { make(judged.edit, judged.binding, judged.answer) }
  }

  /// Applies an edit to the document and records its changes. In a trial, the object is restored afterwards.
  ///
  /// - Parameter causes: the index of the property that causes each effect, by that of the affected property.
  func make(_ edit: ObjectEdit, _ binding: ClassBinding, _ answer: BuildReply, causes: [Int: Int] = [:]) {
    var recorder = wantsChanges ? ChangeRecorder(model, edit, binding, answer, by: formerReader) : nil
    recorder?.causes = causes
    let notes = notes(on: edit, binding, answer)
    recorder?.notes = notes
    do throws(SceneError) {
      if isTrial, !isRead(edit.node, binding) {
        try model.trying(edit.changes, on: edit.node) { restore in
          if restore.isChange { transaction.changes.look(restore, after: transaction.edit, in: model.document) }
          report(recorder, restore)
        }
        return
      }
      let remarks = remarks(on: edit, binding, answer)
      let restore = try model.write(edit.changes, to: edit.node)
      keep(restore, recorder)
      if restore.isChange { remark(remarks, on: edit, binding) }
    } catch {
      refuse(edit.node, property: nil, error)
    }
  }

  /// Records a change of the document, so that it can be undone if the edit is refused later.
  func keep(_ restore: SpliceRestore, _ recorder: ChangeRecorder?) {
    if restore.isChange { transaction.keep(restore) }
    report(recorder, restore)
  }

  private func report(_ recorder: ChangeRecorder?, _ restore: SpliceRestore) {
    guard let recorder else { return }
    transaction.changes.spool.add(recorder.changes(isChanged: restore.isChange), of: restore.node)
  }

  /// Returns true if the edit later rebuilds the object or a component that reads it.
  private func isRead(_ node: NodeIndex, _ binding: ClassBinding) -> Bool {
    guard model.hasParentReaders else { return false }
    return !binding.definition.readsParent.isEmpty || model.hasReader(of: node)
  }

  /// Rebuilds the descendants that read their parent, and refuses the edit if one of their components rejects the new
  /// values.
  private func judge(_ dependents: DependentBuilds) {
    let outcome = dependents.rebuild()
    refusals += outcome.refusals
    (pluginFailure, failedNode) = (outcome.failure, outcome.failedNode)
    for (ancestor, read, effects) in outcome.effects {
      transaction.changes.spool.add(effects: effects, of: ancestor, reading: read)
    }
    warnings += outcome.warnings
  }
}
