internal import InspectorKit
internal import SceneDocument

/// The descendants of edited objects that read their parents: what they answered before an edit, and what they answer
/// after it.
struct DependentBuilds {
  private let model: SceneModel
  private let edited: Set<NodeIndex>
  private let nodes: [NodeIndex]
  private var before: [NodeIndex: [PropertyValue?]] = [:]
  private var skippedBefore: [NodeIndex: [HookMessage]] = [:]

  struct Outcome {
    var refusals: [Diagnostic] = []
    var warnings: [Diagnostic] = []
    var failure: PluginFailure?

    /// By the edited object above.
    var effects: [(ancestor: NodeIndex, effects: [ObjectChange.Effect])] = []
  }

  /// Builds the dependents below nodes as they are before the edit.
  init(_ model: SceneModel, below nodes: [NodeIndex]) {
    self.model = model
    edited = Set(model.hasParentReaders ? nodes : [])
    self.nodes = Self.readers(below: edited, in: model)
    guard !self.nodes.isEmpty else { return }
    var (before, skipped) = (self.before, self.skippedBefore)
    model.build(self.nodes) { live in
      before[live.node] = model.effective(live)
      skipped[live.node] = live.answer.skipped
    }
    (self.before, skippedBefore) = (before, skipped)
  }

  /// Children that read their parent, and theirs in turn; the edited ones themselves are judged by their own edit.
  private static func readers(below nodes: Set<NodeIndex>, in model: SceneModel) -> [NodeIndex] {
    var found = Set<NodeIndex>()
    var open = Array(nodes)
    while let node = open.popLast() {
      var child = model.document.firstChild(node)
      while let current = child {
        if let plan = model.classPlan(of: current), !plan.definition.readsParent.isEmpty, !nodes.contains(current),
          found.insert(current).inserted
        {
          open.append(current)
        }
        child = model.document.nextSibling(current)
      }
    }
    return found.sorted()
  }

  /// Builds them anew and compares.
  func rebuild() -> Outcome {
    var outcome = Outcome()
    guard !nodes.isEmpty else { return outcome }
    model.build(nodes, mode: .recreate) { live in
      if let failure = live.answer.failure {
        outcome.failure = outcome.failure ?? failure
        return
      }
      judge(live, &outcome)
    }
    return outcome
  }

  private func judge(_ live: LiveObject, _ outcome: inout Outcome) {
    let id = model.document.id(live.node)
    for message in live.answer.skipped where skippedBefore[live.node]?.contains(message) != true {
      let name = message.property.map { ".\($0)" } ?? ""
      outcome.refusals.append(
        model.diagnostic(
          "hook.rejected", .error, live.node, property: message.property,
          message: "'\(id)\(name)', which reads its parent, refuses the edit: \(message.text)"))
    }
    for message in live.answer.warnings {
      outcome.warnings.append(
        model.diagnostic(
          "hook.warning", .warning, live.node, property: message.property, message: "'\(id)': \(message.text)"))
    }
    guard let before = before[live.node], let ancestor = editedAncestor(of: live.node) else { return }
    let after = model.effective(live)
    let effects = live.plan.definition.properties.indices.filter { before[$0] != after[$0] }.map { place in
      ObjectChange.Effect(
        object: id, property: live.plan.definition.properties[place].name, old: before[place], new: after[place])
    }
    if !effects.isEmpty { outcome.effects.append((ancestor, effects)) }
  }

  private func editedAncestor(of node: NodeIndex) -> NodeIndex? {
    var next = model.document.parent(node)
    while let current = next {
      if edited.contains(current) { return current }
      next = model.document.parent(current)
    }
    return nil
  }
}

extension SceneModel {
  /// Nodes in the order in which they are edited: one that reads its parent after an edited parent.
  func editWaves(of nodes: [NodeIndex]) -> [[NodeIndex]] {
    guard hasParentReaders else { return [nodes] }
    let edited = Set(nodes)
    var depths: [NodeIndex: Int] = [:]
    var waves: [[NodeIndex]] = []
    // Document order puts parents first.
    for node in nodes {
      var depth = 0
      if let plan = classPlan(of: node), !plan.definition.readsParent.isEmpty, let parent = document.parent(node),
        edited.contains(parent)
      {
        depth = (depths[parent] ?? 0) + 1
      }
      depths[node] = depth
      while waves.count <= depth { waves.append([]) }
      waves[depth].append(node)
    }
    return waves
  }
}
