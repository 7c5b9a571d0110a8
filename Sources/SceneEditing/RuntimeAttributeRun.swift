internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The part of a `set` step that changes runtime attributes. Components are built without runtime attributes, so the
/// values are checked only against their types.
struct RuntimeAttributeRun {
  /// The new texts of the objects' runtime attributes.
  private var changes: [RuntimeAttributeChange] = []

  /// The remaining assignments of the step, as lists of assignment indices, each with its objects.
  private var others: [(numbers: [Int], nodes: [NodeIndex])] = []

  /// The index in `others` of the entry for each list of assignment indices.
  private var places: [[Int]: Int] = [:]

  /// Separates the assignments to runtime attributes from the other assignments of a step, and computes the new texts
  /// of the runtime attributes. If the step skips refused edits, an object whose attribute is refused is left out.
  /// Returns nil if no assignment changes a runtime attribute.
  ///
  /// - Throws: an error if an object cannot have a runtime attribute with a named key path, type or value.
  init?(_ transaction: Transaction, _ nodes: [NodeIndex], _ assignments: [Assignment]) throws(Diagnostic) {
    let model = transaction.model
    guard model.mayMeanRuntimeAttributes(assignments) else { return nil }
    try model.refuseReserved(nodes)
    let request = transaction.request
    var refused: [(node: NodeIndex, refusal: Diagnostic)] = []
    for (number, node) in nodes.enumerated() {
      if model.job.isCancelled(at: number) { throw .cancelled }
      if request.skipsMissing, case .unknown = model.meaning(of: node),
        model.attributeBinding(ofClass: model.document.classID(node)) == nil
      {
        continue
      }
      do throws(Diagnostic) {
        try add(assignments, to: node, in: model)
      } catch {
        guard error.object != nil else { throw error }
        refused.append((node, error))
      }
    }
    if !request.skipsRefused, let error = Diagnostic(refusals: refused.map(\.refusal)) { throw error }
    if changes.isEmpty, refused.isEmpty { return nil }
    for (node, refusal) in refused { transaction.skip(node, refusal) }
  }

  /// Adds the changes that assignments make to an object. Throws an error if one of them is refused.
  private mutating func add(
    _ assignments: [Assignment], to node: NodeIndex, in model: SceneModel
  ) throws(Diagnostic) {
    var edit = RuntimeAttributeEdit(model, node)
    let rest = try edit.make(assignments)
    if !edit.keyPaths.isEmpty {
      changes.append(RuntimeAttributeChange(node: node, keyPaths: edit.keyPaths, text: edit.text))
    }
    guard !rest.isEmpty else { return }
    if let place = places[rest] {
      others[place].nodes.append(node)
    } else {
      places[rest] = others.count
      others.append((rest, [node]))
    }
  }

  /// Performs the step: first the changes of attributes, which components check, then the changes of runtime
  /// attributes.
  ///
  /// - Parameter set: sets attributes of objects; throws an error if the edit is refused.
  func perform(
    _ assignments: [Assignment], in transaction: Transaction,
    set: ([NodeIndex], [Assignment]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let model = transaction.model
    let first = transaction.result.skipped.count
    for (numbers, nodes) in others {
      do throws(Diagnostic) {
        try set(nodes, numbers.map { assignments[$0] })
      } catch {
        throw error.concerning(numbers)
      }
    }
    let refused = Set(transaction.result.skipped[first...].compactMap(\.object).map { ExactText($0) })
    try transaction.setRuntimeAttributes(
      refused.isEmpty ? changes : changes.filter { !refused.contains(ExactText(model.document.id($0.node))) })
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
  /// Returns the changes that assign new values to runtime attributes without changing their types.
  ///
  /// - Parameter values: the attributes in document order, each with its new value as JSON text.
  func runtimeChanges(_ values: [(node: NodeIndex, keyPath: String, value: [UInt8])]) -> [RuntimeAttributeChange] {
    values.runs { $0.last?.node != $1.node }.map { run in
      let node = run[0].node
      var draft = RuntimeAttributeDraft(runtimeAttributeList(of: node))
      for (_, keyPath, value) in run {
        if let type = draft[keyPath]?.type { draft.set(keyPath, type, to: value) }
      }
      return RuntimeAttributeChange(
        node: node, keyPaths: run.map(\.keyPath), text: draft.text(hasBlanks: document.hasBlankColons(node)))
    }
  }

  /// Calls `body` with each valid runtime attribute of an object.
  func visitRuntimeValues(of node: NodeIndex, _ body: (_ keyPath: String, _ attribute: RuntimeAttribute) -> Void) {
    guard hasRuntimeAttributes(node) else { return }
    for attribute in runtimeAttributes(of: node).attributes where attribute.problem == nil {
      if let keyPath = attribute.keyPath { body(keyPath, attribute) }
    }
  }

  /// Returns true if assignments may change runtime attributes: a name includes a type, or any object has a runtime
  /// attribute of that name.
  func mayMeanRuntimeAttributes(_ assignments: [Assignment]) -> Bool {
    assignments.contains { $0.typedName != nil || hasRuntimeAttribute(named: $0.name) }
  }
}

extension Transaction {
  /// Records the refusal of an object that the edit leaves out, and reports it if changes are reported.
  fileprivate func skip(_ node: NodeIndex, _ refusal: Diagnostic) {
    result.skipped.append(refusal)
    guard request.wantsChanges else { return }
    let change = ObjectChange(
      object: model.document.id(node), className: model.document.className(node),
      property: refusal.property ?? "", rejected: refusal.message)
    changes.spool.add([change], of: node)
  }

  /// Changes the runtime attributes of objects, and records the changes by key path. Throws an error if a change
  /// conflicts with an earlier edit.
  ///
  /// - Parameter effective: the value that all changed attributes have before and after the edit; nil to read each
  ///   value.
  func setRuntimeAttributes(
    _ changes: [RuntimeAttributeChange], keeping effective: PropertyValue? = nil
  ) throws(Diagnostic) {
    if changes.isEmpty { return }
    try check(
      changes.flatMap { change in change.keyPaths.map { ConflictCheck.Touch(node: change.node, what: .property($0)) } })
    let remarks = !request.isDryRun && !model.palette.colors.isEmpty
    let reports = request.wantsChanges || remarks ? changes.map { RuntimeAttributeReport($0, in: model) } : []
    let former = changes.map { model.runtimeAttributeList(of: $0.node)?.text }
    let changed = zip(changes, former).filter { $0.text != $1 }
    edit.properties.formUnion(changed.flatMap(\.0.keyPaths))
    edit.rewritten += changed.map(\.0.node)
    for (change, former) in changed {
      model.expectRuntimeAttributes(change.text, of: change.node)
      self.changes.changeRuntimeAttributes(of: change.node, from: former)
    }
    self.changes.spool.begin()
    for (change, report) in zip(changes, reports) {
      let changes = report.changes(in: model, keeping: effective)
      if remarks { remark(changes, on: change.node) }
      if request.wantsChanges { self.changes.spool.add(changes, of: change.node) }
    }
  }

  /// Writes the runtime attributes that steps have changed so far into the document. On an error, throws and keeps the
  /// changes for a later attempt.
  func storeRuntimeAttributes() throws(Diagnostic) {
    guard !model.pendingRuntimeAttributes.isEmpty else { return }
    let pending = model.takePendingRuntimeAttributes()
    do throws(Diagnostic) {
      try restructure(pending.map { .setMember(SceneDocument.runtimeAttributesKey, $0.text, of: $0.node) })
    } catch {
      for (node, text) in pending { model.expectRuntimeAttributes(text, of: node) }
      throw error
    }
  }

  /// Records a remark for each change that replaced the name of a palette colour.
  private func remark(_ changes: [ObjectChange], on node: NodeIndex) {
    let remarks = changes.flatMap { change in
      change.notes.compactMap { note -> EditRemark? in
        guard case .paletteName(let name) = note else { return nil }
        return EditRemark(object: change.object, property: change.property, kind: .paletteName(name))
      }
    }
    self.changes.remarks.add(remarks, of: node, properties: changes.map(\.property))
  }
}

/// A report of the changes of an object's runtime attributes. A report is created before the document changes and
/// queried afterwards.
private struct RuntimeAttributeReport {
  private let node: NodeIndex

  /// The former state of each attribute that the edit changes; nil for a new attribute.
  private let before: [(keyPath: String, attribute: RuntimeAttribute?)]

  init(_ change: RuntimeAttributeChange, in model: SceneModel) {
    node = change.node
    let attributes = model.runtimeAttributes(of: node).attributes
    var seen: Set<ExactText> = []
    let named = attributes.byKeyPath
    before = change.keyPaths.filter { seen.insert(ExactText($0)).inserted }.map { ($0, named[ExactText($0)]) }
  }

  func changes(in model: SceneModel, keeping effective: PropertyValue?) -> [ObjectChange] {
    let named = model.runtimeAttributes(of: node).attributes.byKeyPath
    return before.map { keyPath, former in
      let attribute = named[ExactText(keyPath)]
      // If only the type of a null changes, or an element without a value, the values are equal, and the whole elements
      // show the change.
      let isOfValue =
        former?.raw != attribute?.raw || former?.value != attribute?.value || former?.element == attribute?.element
      return ObjectChange(
        object: model.document.id(node), className: model.document.className(node), property: keyPath,
        old: isOfValue ? former?.raw : former?.element, new: isOfValue ? attribute?.raw : attribute?.element,
        effectiveBefore: effective ?? former?.value,
        effective: effective ?? attribute?.value,
        notes: lostPaletteName(former, attribute, in: model).map { [.paletteName($0)] } ?? [])
    }
  }
}

/// Returns the name of the palette colour to which a runtime attribute no longer refers after an edit. Returns nil if
/// there is none, or if the type was not Color both before and after the edit.
private func lostPaletteName(_ former: RuntimeAttribute?, _ new: RuntimeAttribute?, in model: SceneModel) -> String? {
  former?.type == .color && new?.type == .color ? model.lostPaletteName(former?.raw, new?.raw) : nil
}

extension [RuntimeAttribute] {
  /// The attribute to which each key path refers; repeated attributes are left out.
  fileprivate var byKeyPath: [ExactText: RuntimeAttribute] {
    let named = compactMap { attribute in
      attribute.isRepeated ? nil : attribute.keyPath.map { (ExactText($0), attribute) }
    }
    return Dictionary(named, uniquingKeysWith: { first, _ in first })
  }
}
