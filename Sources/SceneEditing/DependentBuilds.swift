internal import InspectorKit
package import SceneDocument

/// A comparison of the components that depend on an edit, before and after the edit. The components belong to
/// descendants that read an edited object as their parent, and to objects that the edit moves or assigns a new class.
package struct DependentBuilds {
  private let model: SceneModel

  /// The objects that the edit changes, moves or assigns a new class.
  private var edited: NodeSet

  /// The edited objects that are rebuilt and compared themselves, not only their descendants.
  private var own: NodeSet

  /// The objects that are rebuilt and compared.
  private var nodes: [NodeIndex]
  /// The state of each object in `nodes` before the edit. The effective values are nil if the component failed.
  private var before: [NodeIndex: (binding: ClassBinding, values: [PropertyValue?]?, skipped: [HookMessage])] = [:]

  /// The findings of the comparison.
  package struct Outcome {
    package var refusals: [Diagnostic] = []
    package var warnings: [Diagnostic] = []
    package var failure: PluginFailure?
    var failedNode: NodeIndex?

    /// The changed effective values of each dependent object. `ancestor` is the nearest edited object: the dependent
    /// object itself or one of its ancestors. `read` lists the properties of `ancestor` that its child on the path to
    /// the dependent object reads.
    package var effects: [(ancestor: NodeIndex, read: [String], effects: [ObjectChange.Effect])] = []

    /// The nearest edited ancestors found so far, keyed by object, each with its child on the path to that object.
    fileprivate var ancestors: [NodeIndex: (node: NodeIndex, child: NodeIndex?)] = [:]
  }

  /// Builds the components that depend on the edited `nodes`, in their state before the edit.
  ///
  /// - Parameter own: objects that are rebuilt and compared themselves.
  init(_ model: SceneModel, below nodes: [NodeIndex], and own: [NodeIndex] = []) {
    self.model = model
    self.own = NodeSet(own)
    // Most edits have no dependents, and should not pay for building sets of up to a million objects.
    guard model.hasParentReaders || !own.isEmpty else {
      (edited, self.nodes) = (NodeSet(), [])
      return
    }
    edited = NodeSet(nodes)
    let readers = model.hasParentReaders ? Self.readers(below: edited, in: model) : []
    edited.formUnion(own)
    self.nodes = own.isEmpty ? readers : Array(NodeSet(readers + own))
    guard !self.nodes.isEmpty else { return }
    var before = before
    model.build(self.nodes) { built in
      before[built.node] = (built.binding, model.effective(built), built.answer.skipped)
    }
    self.before = before
  }

  /// Returns the descendants that depend on `nodes` through an unbroken chain of objects that read their parent.
  package static func readers(below nodes: NodeSet, in model: SceneModel) -> [NodeIndex] {
    var found = NodeSet()
    var open = Array(nodes)
    while let node = open.popLast() {
      var child = model.document.firstChild(node)
      while let current = child {
        if let binding = model.binding(of: current), !binding.definition.readsParent.isEmpty,
          found.insert(current), !nodes.contains(current)
        {
          open.append(current)
        }
        child = model.document.nextSibling(current)
      }
    }
    return Array(found)
  }

  /// Returns a copy with the objects renumbered after a structural edit; removed objects are left out.
  package func moved(by map: NodeMap) -> DependentBuilds {
    var moved = self
    moved.edited = edited.moved(by: map)
    moved.own = own.moved(by: map)
    moved.nodes = nodes.compactMap(map.new).sorted()
    moved.before = before.moved(by: map)
    return moved
  }

  /// Builds the dependents again after the edit, and compares their values with the values before the edit.
  ///
  /// - Parameter findings: returns further findings about an object in `own`; if not nil, values are also validated
  ///   against the rules of their properties.
  func rebuild(findings: ((BuiltObject) -> [Diagnostic])? = nil) -> Outcome {
    var outcome = Outcome()
    guard !nodes.isEmpty else { return outcome }
    model.build(nodes, mode: .recreate, validates: findings != nil) { built in
      if let failure = built.answer.failure {
        take(failure, of: built.node, &outcome)
        return
      }
      if own.contains(built.node) {
        for finding in findings?(built) ?? [] {
          if finding.severity == .error { outcome.refusals.append(finding) } else { outcome.warnings.append(finding) }
        }
      }
      judge(built, &outcome)
    }
    return outcome
  }

  /// Records a failed build as a warning or a refusal. The failure is only a warning if the object is not in `own` and
  /// its component also failed before the edit. Otherwise, the first failure is stored in the outcome and refuses the
  /// edit.
  private func take(_ failure: PluginFailure, of node: NodeIndex, _ outcome: inout Outcome) {
    if !own.contains(node), let before = before[node], before.values == nil {
      var warning = model.diagnostic(failure, node)
      warning.severity = .warning
      outcome.warnings.append(warning)
    } else if outcome.failure == nil {
      (outcome.failure, outcome.failedNode) = (failure, node)
    }
  }

  private func judge(_ built: BuiltObject, _ outcome: inout Outcome) {
    let id = model.document.id(built.node)
    let before = before[built.node]
    for message in built.answer.skipped where before?.skipped.contains(message) != true {
      let place = FindingPlace(id, message.property)
      let refusal: EditRefusal =
        own.contains(built.node)
        ? .rejected(by: built.binding.definition.name, place, reason: message.text)
        : .rejectedByReader(place, reason: message.text)
      outcome.refusals.append(
        model.diagnostic(refusal, .error, built.node, property: message.property, naming: .inReason))
    }
    // The warnings of an edited object were reported with its own edit.
    guard own.contains(built.node) || !edited.contains(built.node) else { return }
    for message in built.answer.warnings {
      outcome.warnings.append(model.diagnostic(HookFinding.warning, message, .warning, built.node, naming: .object))
    }
    guard let before, let old = before.values, let new = model.effective(built),
      let ancestor = editedAncestor(of: built.node, &outcome.ancestors)
    else { return }
    // Values are compared by the name of the property, since the class may have changed.
    let isSame = built.binding === before.binding
    let effects = built.binding.definition.properties.enumerated().compactMap { place, property in
      (isSame ? place : before.binding.place(of: property.name)).flatMap { former in
        old[former] == new[place]
          ? nil : ObjectChange.Effect(object: id, property: property.name, old: old[former], new: new[place])
      }
    }
    let read = ancestor.child.flatMap { model.binding(of: $0) }?.definition.readsParent ?? []
    if !effects.isEmpty { outcome.effects.append((ancestor.node, read, effects)) }
  }

  /// Returns the nearest edited ancestor and the ancestor's child on the path to the object; nil if there is no edited
  /// ancestor. For an object in `own`, returns the object itself without a child.
  ///
  /// - Parameter known: a cache of the results, including those of objects on the path, so that a long path is climbed
  ///   only once.
  private func editedAncestor(
    of node: NodeIndex, _ known: inout [NodeIndex: (node: NodeIndex, child: NodeIndex?)]
  ) -> (node: NodeIndex, child: NodeIndex?)? {
    if own.contains(node) { return (node, nil) }
    var row = [node]
    while let next = model.document.parent(row[row.count - 1]) {
      guard let found = edited.contains(next) ? (next, row.last) : known[next] else {
        row.append(next)
        continue
      }
      for member in row { known[member] = found }
      return found
    }
    return nil
  }
}

extension SceneModel {
  /// Returns true if the class of at least one child of the object reads properties of its parent.
  func hasReader(of node: NodeIndex) -> Bool {
    document.children(node).contains { binding(of: $0)?.definition.readsParent.isEmpty == false }
  }

  /// Groups objects into levels that are edited one after another, so that an object that reads its parent is edited
  /// after that parent.
  func dependencyLevels(of nodes: [NodeIndex]) -> [[NodeIndex]] {
    guard hasParentReaders else { return [nodes] }
    let edited = NodeSet(nodes)
    // The number of edited ancestors on which an object depends through an unbroken chain of objects that read their
    // parent. Objects without such ancestors have no entry.
    var depths: [NodeIndex: Int] = [:]
    var levels: [[NodeIndex]] = []
    for node in nodes {
      var (row, depth) = ([node], 0)
      while let next = row.last, let binding = binding(of: next), !binding.definition.readsParent.isEmpty,
        let parent = document.parent(next), edited.contains(parent)
      {
        if let known = depths[parent] {
          depth = known + 1
          break
        }
        row.append(parent)
      }
      depth += row.count - 1
      for (above, member) in row.enumerated() where depth > above { depths[member] = depth - above }
      while levels.count <= depth { levels.append([]) }
      levels[depth].append(node)
    }
    return levels
  }
}
