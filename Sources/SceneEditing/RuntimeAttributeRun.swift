internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The part of a `set` step that changes runtime attributes. Components are built without runtime attributes, so the
/// values are checked only against their types.
struct RuntimeAttributeRun {
  /// An assignment to a runtime attribute, with the attribute's key path and, if the assignment names a type, that
  /// type.
  private typealias Target = (assignment: Assignment, keyPath: String, type: PropertyType?)

  /// The objects with their assignments to runtime attributes.
  private var edits: [(node: NodeIndex, assignments: [Target])] = []

  /// The other assignments, as lists of their indices, each with the objects to which it applies.
  private var others: [(numbers: [Int], nodes: [NodeIndex])] = []

  /// Separates the assignments to runtime attributes from the other assignments of a step; nil if no assignment changes
  /// a runtime attribute.
  ///
  /// - Throws: an error if an object cannot have a runtime attribute with a named key path and type.
  init?(_ model: SceneModel, _ nodes: [NodeIndex], _ assignments: [Assignment]) throws(Diagnostic) {
    guard model.mayMeanRuntimeAttributes(assignments) else { return nil }
    try model.refuseReserved(nodes)
    var places: [[Int]: Int] = [:]
    for (number, node) in nodes.enumerated() {
      if model.job.isCancelled(at: number) { throw .cancelled }
      var own: [Target] = []
      var rest: [Int] = []
      for (place, assignment) in assignments.enumerated() {
        do throws(Diagnostic) {
          if let (keyPath, type) = try model.runtimeTarget(of: assignment, in: node) {
            own.append((assignment, keyPath, type))
          } else {
            rest.append(place)
          }
        } catch {
          throw Diagnostic(error, part: .assignment(place))
        }
      }
      if !own.isEmpty { edits.append((node, own)) }
      guard !rest.isEmpty else { continue }
      if let place = places[rest] {
        others[place].nodes.append(node)
      } else {
        places[rest] = others.count
        others.append((rest, [node]))
      }
    }
    if edits.isEmpty { return nil }
  }

  /// Makes the step: first the changes of attributes, which components check, then the changes of runtime attributes.
  ///
  /// - Parameter set: sets attributes of objects.
  func perform(
    _ assignments: [Assignment], in transaction: Transaction,
    set: ([NodeIndex], [Assignment]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let model = transaction.model
    let first = transaction.result.skipped.count
    let changes = try changes(in: transaction)
    var refused = Set(transaction.result.skipped[first...].compactMap(\.object).map { ExactText($0) })
    for (numbers, nodes) in others {
      let left = refused.isEmpty ? nodes : nodes.filter { !refused.contains(ExactText(model.document.id($0))) }
      if !left.isEmpty { try set(left, numbers.map { assignments[$0] }) }
    }
    refused = Set(transaction.result.skipped[first...].compactMap(\.object).map { ExactText($0) })
    try transaction.setRuntimeAttributes(
      refused.isEmpty ? changes : changes.filter { !refused.contains(ExactText(model.document.id($0.node))) })
  }

  /// Returns the new texts of the objects' runtime attributes. An object whose value is refused is left out if the step
  /// skips refused edits.
  private func changes(in transaction: Transaction) throws(Diagnostic) -> [RuntimeAttributeChange] {
    let model = transaction.model
    var changes: [RuntimeAttributeChange] = []
    var refusals: [Diagnostic] = []
    for (node, assignments) in edits {
      do throws(Diagnostic) {
        changes.append(
          RuntimeAttributeChange(
            node: node, keyPaths: assignments.map(\.keyPath), text: try model.runtimeText(assignments, of: node)))
      } catch {
        let refusal = model.diagnostic(
          error.reason, .error, node, property: error.property ?? assignments.first?.keyPath,
          at: model.document.runtimeAttributes(of: node)?.offset)
        guard transaction.request.skipsRefused else {
          refusals.append(refusal)
          continue
        }
        transaction.result.skipped.append(refusal)
        guard transaction.request.wantsChanges else { continue }
        let change = ObjectChange(
          object: model.document.id(node), className: model.document.className(node),
          property: refusal.property ?? "", rejected: refusal.message)
        transaction.changes.spool.add([change], of: node)
      }
    }
    if let error = Diagnostic(refusals: refusals) { throw error }
    return changes
  }
}

/// A new text for the runtime attributes of an object.
struct RuntimeAttributeChange {
  let node: NodeIndex

  /// The key paths of the changed attributes, which may repeat.
  let keyPaths: [String]

  /// The text of the list; nil to remove it.
  let text: [UInt8]?
}

extension SceneModel {
  /// True if assignments may change runtime attributes: a name has a type, or any object has a runtime attribute of
  /// that name.
  func mayMeanRuntimeAttributes(_ assignments: [Assignment]) -> Bool {
    assignments.contains { assignment in
      assignment.typedName != nil || hasRuntimeAttributes && document.hasRuntimeAttribute(named: assignment.name)
    }
  }
}

extension Transaction {
  /// Changes the runtime attributes of objects, and records the changes by key path.
  fileprivate func setRuntimeAttributes(_ changes: [RuntimeAttributeChange]) throws(Diagnostic) {
    try check(
      changes.flatMap { change in change.keyPaths.map { ConflictCheck.Touch(node: change.node, what: .property($0)) } })
    let reports = request.wantsChanges ? changes.map { RuntimeAttributeReport($0, in: model) } : []
    let former = changes.map { model.document.runtimeAttributes(of: $0.node)?.text }
    let changed = zip(changes, former).filter { $0.text != $1 }
    if !changed.isEmpty {
      let steps = changed.map { change, _ in
        StructureChange.setMember(SceneDocument.runtimeAttributesKey, change.text, of: change.node)
      }
      try restructure(steps)
      // No object gets a new number.
      edit.properties.formUnion(changed.flatMap(\.0.keyPaths))
      edit.rewritten += changed.map(\.0.node)
      for (change, former) in changed { self.changes.changeRuntimeAttributes(of: change.node, from: former) }
    }
    self.changes.spool.begin()
    for (change, report) in zip(changes, reports) { self.changes.spool.add(report.changes(in: model), of: change.node) }
  }
}

/// A reporter of the changes of an object's runtime attributes. It is created before the document changes, and queried
/// afterwards.
private struct RuntimeAttributeReport {
  private let node: NodeIndex

  /// The state of each changed attribute before the edit; nil for a new attribute.
  private let before: [(keyPath: String, attribute: RuntimeAttribute?)]

  init(_ change: RuntimeAttributeChange, in model: SceneModel) {
    node = change.node
    let attributes = model.runtimeAttributes(of: node).attributes
    var seen: Set<ExactText> = []
    before = change.keyPaths.filter { seen.insert(ExactText($0)).inserted }.map { ($0, attributes.named($0)) }
  }

  func changes(in model: SceneModel) -> [ObjectChange] {
    let attributes = model.runtimeAttributes(of: node).attributes
    return before.map { keyPath, former in
      let attribute = attributes.named(keyPath)
      return ObjectChange(
        object: model.document.id(node), className: model.document.className(node), property: keyPath,
        old: former?.raw, new: attribute?.raw, effectiveBefore: former?.value, effective: attribute?.value)
    }
  }
}

extension [RuntimeAttribute] {
  fileprivate func named(_ keyPath: String) -> RuntimeAttribute? {
    first { $0.keyPath?.isExactly(keyPath) == true }
  }
}
