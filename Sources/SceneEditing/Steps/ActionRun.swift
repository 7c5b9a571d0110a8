internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A run of an action on objects, as a step of a transaction. The run queries the components for the values that the
/// action assigns, and assigns them in an edit, which the components judge like any other edit.
///
/// All objects are queried before any object is edited, so that the action reads the scene before the step.
final class ActionRun {
  private let transaction: Transaction
  private let model: SceneModel
  private let name: String
  private let edits: EditRun

  /// The edits that the action requests, one for each object that it changes.
  @exclusivity(unchecked) private var found: [ObjectEdit] = []

  /// Prepares the run of an action. ``perform(on:)`` performs it.
  ///
  /// - Parameters:
  ///   - name: the identifier or the label of the action.
  ///   - isTrial: true if each object is restored right after its change is reported, as in a dry run.
  init(_ transaction: Transaction, _ name: String, isTrial: Bool) {
    self.transaction = transaction
    self.name = name
    model = transaction.model
    edits = EditRun(transaction, isTrial: isTrial, skipsRefused: transaction.request.skipsRefused)
  }

  /// Applies the changes that the action requests. If one of them is refused, none is applied and an error is thrown,
  /// unless the request skips refused edits.
  func perform(on nodes: [NodeIndex]) throws(Diagnostic) {
    for (nodes, binding, action) in try actions(of: nodes) {
      try ask(nodes, binding, action)
      try model.job.check()
    }
    found.sort { $0.node < $1.node }
    try transaction.check(found.flatMap { model.touches([$0.node], $0.propertyNames(model)) })
    try edits.perform(edits.isRefused ? [] : found)
    transaction.warn(edits.warnings)
  }

  // MARK: finding the action in the classes

  /// Returns the objects that have the action, grouped by class.
  ///
  /// - Throws: an error if a class lacks the action, unless the request skips such objects, or if an object cannot be
  ///   edited.
  private func actions(
    of nodes: [NodeIndex]
  ) throws(Diagnostic) -> [(nodes: [NodeIndex], binding: ClassBinding, action: ActionDefinition)] {
    try model.refuseReserved(nodes)
    let skipsMissing = transaction.request.skipsMissing
    var groups: [(nodes: [NodeIndex], binding: ClassBinding, action: ActionDefinition)] = []
    var missing: [ClassBinding] = []
    for (classID, nodes) in model.byClass(nodes) {
      guard let first = nodes.first else { continue }
      if skipsMissing, case .unknown = model.meaning(ofClass: classID) { continue }
      let binding = try model.editableBinding(of: first)
      if let action = binding.action(typed: name) {
        groups.append((nodes, binding, action))
      } else {
        missing.append(binding)
      }
    }
    if let first = missing.first, !skipsMissing {
      // A class with a similarly named action makes the most helpful message.
      let binding = missing.first { suggestion(among: $0) != nil } ?? first
      let refusal = EditRefusal.unknownAction(
        name, of: binding.definition.name, known: binding.definition.actions.map(\.name),
        suggestion: suggestion(among: binding), canBeSkipped: !groups.isEmpty)
      throw Diagnostic(refusal, part: .action)
    }
    return groups
  }

  private func suggestion(among binding: ClassBinding) -> String? {
    DidYouMean.suggestion(for: name, among: binding.definition.actions.flatMap { [$0.name, $0.label] })
  }

  // MARK: querying the components

  /// An object to query, and the values that extensions set on it.
  private typealias Subject = (node: NodeIndex, writes: [ExtensionWrite])

  private func ask(_ nodes: [NodeIndex], _ binding: ClassBinding, _ action: ActionDefinition) throws(Diagnostic) {
    let subjects = subjects(nodes, binding, action)
    guard action.sets.isEmpty else { return try set(subjects.map(\.node), binding, action) }
    let parents = parents(of: nodes, binding)
    let groups = Dictionary(grouping: subjects) { $0.writes.map(\.place) }
    for (places, subjects) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      var request = ComponentRequest(definition: binding.built, mode: .load, of: binding.plugin, in: model)
      request.action = action.name
      request.writes = places.map { binding.definition.properties[$0].name }
      binding.plugin.withWorker(under: model.job) { ask(subjects, binding, request, parents, $0) }
    }
  }

  private func ask(
    _ subjects: [Subject], _ binding: ClassBinding, _ request: ComponentRequest, _ parents: ParentStore,
    _ worker: Worker
  ) {
    let run = BuildRun<NodeIndex>(worker, request) { [self] node, answer in take(answer, node, binding) }
    let writer = RowWriter(model, binding)
    for (node, writes) in subjects where !run.isCancelled {
      if let failure = parents.failure(for: node, binding) {
        edits.fail(node, failure)
        continue
      }
      run.add { bytes in
        writer.write(node, to: &bytes)
        if !binding.built.readsParent.isEmpty { parents.appendCells(for: node, binding, to: &bytes) }
        for write in writes {
          bytes.append(UInt8(ascii: ","))
          StoredCell.value(write.value).append(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        return node
      }
    }
    run.finish()
  }

  /// Returns the objects whose action is enabled, and refuses the edit of the remaining objects. Components are built
  /// only if the action has a condition or an extension may set values of the class.
  private func subjects(_ nodes: [NodeIndex], _ binding: ClassBinding, _ action: ActionDefinition) -> [Subject] {
    guard action.enabledWhen != nil || !binding.setters.isEmpty else { return nodes.map { ($0, []) } }
    var subjects: [Subject] = []
    model.build(nodes, wantsComputed: true) { [self] built in
      if let failure = built.answer.failure { return edits.fail(built.node, failure) }
      let cells = model.stored(built.node, binding).cells
      let conditions = ConditionState(
        binding: binding, cells: cells, effective: model.effective(built), palette: model.palette)
      if conditions.isEnabled(action) {
        subjects.append((built.node, built.answer.writes.filter { $0.place < binding.built.properties.count }))
      } else {
        let refusal = EditRefusal.inactiveAction(
          action.name, of: model.document.id(built.node), condition: action.enabledWhen ?? "")
        edits.refuse(built.node, property: nil, refusal)
      }
    }
    return subjects
  }

  /// Returns the effective values of the objects' parents; empty if the components do not read their parents.
  private func parents(of nodes: [NodeIndex], _ binding: ClassBinding) -> ParentStore {
    var parents = ParentStore(model)
    guard !binding.built.readsParent.isEmpty else { return parents }
    let above = NodeSet(nodes.lazy.compactMap { [model] in model.document.parent($0) })
    model.build(Array(above)) { parents.keep($0) }
    return parents
  }

  // MARK: making edits from the replies

  private func take(_ answer: BuildReply, _ node: NodeIndex, _ binding: ClassBinding) {
    if var failure = answer.failure {
      if failure.wasAsked { failure.action = name }
      return edits.fail(node, failure)
    }
    guard answer.refused.isEmpty else {
      for message in answer.refused {
        let refusal = EditRefusal.actionRejected(
          name, className: binding.definition.name, FindingPlace(model.document.id(node), message.property),
          reason: message.text)
        edits.refuse(node, property: message.property, refusal)
      }
      return
    }
    if !answer.warnings.isEmpty { edits.earlierWarnings[node] = answer.warnings }
    guard !answer.assigned.isEmpty else { return }
    keep(node) { () throws(Diagnostic) in try .storing(answer.assigned, in: node, binding, model) }
  }

  /// Runs an action that its class declares as a list of assignments. Such an action needs no worker process. Throws an
  /// error if an assignment does not fit the class.
  private func set(_ nodes: [NodeIndex], _ binding: ClassBinding, _ action: ActionDefinition) throws(Diagnostic) {
    guard let first = nodes.first else { return }
    let assignments = action.sets.map { Assignment(inScript: $0.property, .json($0.json)) }
    let plans = try model.plans(for: assignments, of: nodes)
    guard let planned = plans[model.document.classID(first)] else { return }
    for node in nodes {
      keep(node) { () throws(Diagnostic) in
        try ObjectEdit(node, planned, binding: binding, model: model) { [model] in model.answer(of: node) }
      }
    }
  }

  private func keep(_ node: NodeIndex, _ make: () throws(Diagnostic) -> ObjectEdit) {
    do throws(Diagnostic) {
      found.append(try make())
    } catch {
      edits.refuse(node, property: nil, EditRefusal.actionGives(name, of: model.document.id(node), AnyRefusal(error)))
    }
  }

}

extension ObjectEdit {
  /// Returns the names of the properties that the edit sets.
  fileprivate func propertyNames(_ model: SceneModel) -> [String] {
    guard let binding = model.binding(of: node) else { return [] }
    return cells.map { binding.definition.properties[$0.place].name }
  }
}
