internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// One structural edit, which components judge. A run builds the inserted objects, the objects that are moved or get a
/// new class, and all objects that read one of these as their parent.
struct StructureRun {
  private let transaction: Transaction
  private let changes: [StructureChange]

  /// The values to set on the objects that get a new class.
  private let values: [Assignment]

  /// True if components judge the edit.
  private let judges: Bool

  struct Outcome {
    var restore: StructureRestore
    var warnings: [Diagnostic] = []

    /// The changed effective values, by the edited object that caused them. Objects have their numbers after the edit.
    var effects: [(node: NodeIndex, effects: [ObjectChange.Effect])] = []

    /// The attribute changes of the objects whose values the edit sets together with their class.
    var given: [(restore: SpliceRestore, changes: [ObjectChange])] = []
  }

  private var model: SceneModel { transaction.model }

  init(
    _ transaction: Transaction, _ changes: [StructureChange], _ values: [Assignment] = [], judges: Bool = true
  ) {
    (self.transaction, self.changes, self.values) = (transaction, changes, values)
    self.judges = judges && transaction.judgesSteps
  }

  func perform() throws(Diagnostic) -> Outcome {
    guard judges else { return Outcome(restore: try restructure()) }
    let (moved, reclassified, rebound) = try concerned()
    // A component that does not read its parent behaves the same under a different parent, and so do its own readers.
    let readers = moved.filter { model.binding(of: $0).map { !$0.definition.readsParent.isEmpty } ?? false }
    let dependents = DependentBuilds(
      model, below: readers + reclassified + rebound, and: moved + reclassified + rebound)
    let faults = reclassified.flatMap(model.runtimeProblems)
    var outcome = Outcome(restore: try restructure())
    let map = outcome.restore.map
    let changedClass = Set(reclassified.compactMap(map.new))
    let declared = changedClass.sorted().flatMap(model.runtimeProblems).exceeding(faults)
    try give(to: changedClass.sorted(), &outcome)
    var effectives: [NodeIndex: [PropertyValue?]] = [:]
    let rebuilt = dependents.moved(by: map).rebuild(
      findings: changedClass.isEmpty
        ? nil
        : { built in
          guard changedClass.contains(built.node) else { return [] }
          if !values.isEmpty { effectives[built.node] = model.effective(built) }
          return model.checkAttributes(built, strict: false)
        })
    var (refusals, failure) = (rebuilt.refusals + declared, rebuilt.failure)
    outcome.warnings += rebuilt.warnings
    // Values that the edit itself sets are not effects of hooks.
    outcome.effects = rebuilt.effects.map { node, _, effects in
      let given = outcome.given.first { $0.restore.node == node }?.changes ?? []
      let keys = Set(given.map { PropertyKey($0.object, $0.property) })
      return (node, effects.filter { !keys.contains($0.key) })
    }
    if failure == nil { judgeArrivals(&outcome, &refusals, &failure) }
    // The source locations of these findings would refer to a text that no file contains.
    outcome.warnings = outcome.warnings.map(\.withoutPlace)
    refusals = refusals.map(\.withoutPlace)
    if let failure { throw Diagnostic(failure, details: refusals) }
    if let error = Diagnostic(refusals: refusals) { throw error }
    tell(effectives, to: &outcome)
    return outcome
  }

  /// Adds the effective values to the changes of the objects whose values the edit sets together with their class.
  private func tell(_ effectives: [NodeIndex: [PropertyValue?]], to outcome: inout Outcome) {
    for place in outcome.given.indices {
      let node = outcome.given[place].restore.node
      guard let binding = model.binding(of: node), let effective = effectives[node] else { continue }
      for (number, change) in outcome.given[place].changes.enumerated() {
        guard let property = binding.place(of: change.property), effective.indices.contains(property) else { continue }
        outcome.given[place].changes[number].effective = effective[property]
      }
    }
  }

  /// Stores the values that objects get with their new class, before their components are queried. Throws an error if a
  /// value cannot be stored.
  private func give(to nodes: [NodeIndex], _ outcome: inout Outcome) throws(Diagnostic) {
    guard !values.isEmpty else { return }
    let plans = try model.plans(for: values, of: nodes)
    for node in nodes {
      guard let binding = model.binding(of: node), let planned = plans[model.document.classID(node)] else { continue }
      let edit: ObjectEdit
      do throws(Diagnostic) {
        edit = try ObjectEdit(node, planned, binding: binding, model: model) { model.answer(of: node) }
      } catch {
        throw Diagnostic(error, part: .assignment(0))
      }
      let recorder = ChangeRecorder(model, edit, binding, BuildReply())
      do throws(SceneError) {
        let restore = try model.write(edit.changes, to: node)
        transaction.edit.add(restore)
        outcome.given.append((restore, recorder.changes(isChanged: restore.isChange)))
      } catch {
        throw Diagnostic(error, part: .assignment(0))
      }
    }
  }

  /// Returns the objects that are moved, get a new class, or get new bindings. Throws if a new class is unknown or its
  /// name is ambiguous.
  private func concerned() throws(Diagnostic) -> (
    moved: [NodeIndex], reclassified: [NodeIndex], rebound: [NodeIndex]
  ) {
    var (moved, reclassified, rebound): ([NodeIndex], [NodeIndex], [NodeIndex]) = ([], [], [])
    for change in changes {
      switch change {
      case .move(let node, _): moved.append(node)
      case .setClass(let name, let node):
        guard !name.isExactly(model.document.className(node)) else { continue }
        try refuseUnknown(name)
        reclassified.append(node)
      case .setMember(SceneDocument.bindingsKey, _, let node?): rebound.append(node)
      case .insert, .remove, .duplicate, .setID, .setName, .setConstraints, .setMember: break
      }
    }
    return (moved, reclassified, rebound)
  }

  /// Throws an error if no plugin declares a class of this name, or if the name is ambiguous. A document may contain an
  /// unknown class, but a user who sets one has mistyped the name.
  private func refuseUnknown(_ name: String) throws(Diagnostic) {
    switch model.registry.resolve(name, needs: model.plugins) {
    case .known: return
    case .refused(let failure): throw Diagnostic(failure)
    case .ambiguous(let plugins): throw Diagnostic(NameRefusal.ambiguousClass(name, plugins), part: .name)
    case .unknown:
      let suggestion = DidYouMean.suggestion(for: name, among: model.registry.classNames)
      throw Diagnostic(NameRefusal.unknownClass(name, suggestion: suggestion), part: .name)
    }
  }

  private func restructure() throws(Diagnostic) -> StructureRestore {
    return try Diagnostic.wrapping { () throws(SceneError) in
      let restore = try model.write(changes)
      if restore.isChange { transaction.edit.add(.structure(restore)) }
      model.follow()
      return restore
    }
  }

  // MARK: inserted objects

  private func judgeArrivals(_ outcome: inout Outcome, _ refusals: inout [Diagnostic], _ failure: inout PluginFailure?)
  {
    var inserted: [NodeIndex] = []
    var copies: [(copy: NodeIndex, source: NodeIndex)] = []
    for (place, change) in changes.enumerated() {
      guard let node = outcome.restore.nodes[place] else { continue }
      switch change {
      case .insert: inserted += node..<model.document.afterSubtree(node)
      case .duplicate(let source, _, _):
        for copy in node..<model.document.afterSubtree(node) { copies.append((copy, source + (copy - node))) }
      default: break
      }
    }
    for node in inserted where model.binding(of: node) == nil || model.document.hasRuntimeAttributes(node) {
      do throws(Diagnostic) {
        if model.binding(of: node) == nil { try refuseUnknown(model.document.className(node)) }
        if model.document.hasRuntimeAttributes(node) { try model.refuseClosed(node) }
      } catch {
        refusals.append(model.diagnostic(error.reason, .error, node))
      }
    }
    var found = inserted.flatMap(model.runtimeProblems)
    var ended: PluginFailure?
    model.build(inserted, validates: true) { built in
      if let failure = built.answer.failure {
        ended = ended ?? failure
      } else {
        // `check` warns users who open the scene elsewhere that the value of a setting is personal.
        found += model.checkBuilt(built, strict: true).filter { $0.code != .bindingPersonal }
      }
    }
    let (refused, warnings) = judgeCopies(copies, outcome.restore.map, &ended)
    refusals += found.filter { $0.severity == .error } + refused
    outcome.warnings += found.filter { $0.severity == .warning } + warnings
    failure = ended
  }

  /// Judges copied objects. A copy may have all values of its original, even values that the component rejects.
  private func judgeCopies(
    _ copies: [(copy: NodeIndex, source: NodeIndex)], _ map: NodeMap, _ failure: inout PluginFailure?
  ) -> (refused: [Diagnostic], warnings: [Diagnostic]) {
    var (refused, warnings): ([Diagnostic], [Diagnostic]) = ([], [])
    var skipped: [NodeIndex: [HookMessage]] = [:]
    var ended: PluginFailure?
    model.build(copies.map(\.copy)) { built in
      ended = ended ?? built.answer.failure
      if !built.answer.skipped.isEmpty { skipped[built.node] = built.answer.skipped }
      warnings += model.checkBuilt(built, strict: false).filter { $0.code == .hookWarning }
    }
    failure = failure ?? ended
    let sources = copies.compactMap { pair in skipped[pair.copy] == nil ? nil : map.new(pair.source) }
    var known: [NodeIndex: [HookMessage]] = [:]
    model.build(sources) { built in known[built.node] = built.answer.skipped }
    for (copy, source) in copies {
      let before = map.new(source).flatMap { known[$0] } ?? []
      for message in skipped[copy] ?? [] where !before.contains(message) {
        refused.append(model.diagnostic(HookFinding.rejection, message, .error, copy))
      }
    }
    return (refused, warnings)
  }
}
