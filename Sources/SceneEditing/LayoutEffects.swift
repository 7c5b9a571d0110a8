internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Compares where layout puts objects before and after a step: the edited objects, and those that they hold whose constraints
/// depend on their size.
///
/// Before the step only the edited objects are built that have constraints, or hold an object that has; after it, of what
/// they hold, only what lies in an object of another size.
struct LayoutEffects {
  private let model: SceneModel

  /// The objects that the step edits.
  private var edited: NodeSet

  /// Where the objects lay whose frames the step may change, and whether they had constraints.
  private var before: [NodeIndex: (frame: Rect, isConstrained: Bool)]

  /// Nil where no object's layout depends on the edited ones.
  ///
  /// - Parameters:
  ///   - nodes: the objects that the step edits.
  ///   - constrained: those that it gives constraints, or takes them from.
  init?(_ model: SceneModel, of nodes: [NodeIndex], constraining constrained: [NodeIndex] = []) {
    let document = model.document
    var concerned = constrained
    if model.hasConstraints {
      let readers = model.hasParentReaders ? DependentBuilds.readers(below: NodeSet(nodes), in: model) : []
      concerned += nodes.filter(document.takesPartInLayout) + readers.filter(document.takesPartInLayout)
    }
    guard !concerned.isEmpty else { return nil }
    self.model = model
    edited = NodeSet(nodes + constrained)
    before = model.untraced { model.layoutFrames(of: Array(NodeSet(concerned))) }.reduce(into: [:]) { before, entry in
      before[entry.key] = (entry.value, document.hasConstraints(entry.key))
    }
  }

  /// Renumbers the objects after a structural step, and leaves out those that are no more.
  func moved(by map: NodeMap) -> LayoutEffects {
    var moved = self
    moved.edited = edited.moved(by: map)
    moved.before = before.reduce(into: [:]) { before, entry in
      if let node = map.new(entry.key) { before[node] = entry.value }
    }
    return moved
  }

  /// The objects that lie elsewhere after the step, each with the edited object that it is or that holds it.
  func effects() -> [(cause: NodeIndex, effects: [ObjectChange.Effect])] { model.untraced(compare) }

  private func compare() -> [(cause: NodeIndex, effects: [ObjectChange.Effect])] {
    let document = model.document
    let concerned = before.keys.sorted()
    let now = model.layoutFrames(of: concerned)
    var effects: [(node: NodeIndex, old: Rect, new: Rect)] = []
    var resized: [NodeIndex] = []
    for node in concerned {
      guard let (old, wasConstrained) = before[node], let new = now[node], old != new else { continue }
      if wasConstrained || document.hasConstraints(node) { effects.append((node, old, new)) }
      if old.size != new.size { resized.append(node) }
    }
    let held = document.laidOut(with: Set(resized)).subtracting(concerned).sorted()
    effects += changedFrames(of: held)
    let sorted = effects.sorted { $0.node < $1.node }.compactMap { node, old, new in
      effect(node, from: old, to: new).flatMap { effect in cause(of: node).map { ($0, [effect]) } }
    }
    return sorted.map { (cause: $0.0, effects: $0.1) }
  }

  /// The objects among some, which are not edited, that lie elsewhere since what they lie in has another size.
  private func changedFrames(of held: [NodeIndex]) -> [(node: NodeIndex, old: Rect, new: Rect)] {
    guard !held.isEmpty else { return [] }
    var layout = model.layout(of: held)
    var former = layout
    for (node, state) in before.sorted(by: { $0.key < $1.key }) { former.pin(node, to: state.frame) }
    return held.compactMap { node in
      guard let new = layout.outcome(of: node), new.isKnown, let old = former.outcome(of: node)?.layout.frame,
        old != new.layout.frame
      else { return nil }
      return (node, old, new.layout.frame)
    }
  }

  private func effect(_ node: NodeIndex, from old: Rect, to new: Rect) -> ObjectChange.Effect? {
    // A property of that name is reported as one.
    guard model.binding(of: node)?.place(of: SceneModel.layoutFrame) == nil else { return nil }
    return ObjectChange.Effect(
      object: model.document.id(node), property: SceneModel.layoutFrame, old: .rect(old), new: .rect(new))
  }

  /// The nearest edited object above an object, or the object itself.
  private func cause(of node: NodeIndex) -> NodeIndex? {
    var next: NodeIndex? = node
    while let member = next, !edited.contains(member) { next = model.document.parent(member) }
    return next
  }
}

extension SceneModel {
  /// Builds components that are no part of the edit that is traced.
  fileprivate func untraced<Result>(_ body: () -> Result) -> Result {
    let tracer = tracer
    self.tracer = nil
    defer { self.tracer = tracer }
    return body()
  }
}

extension SceneDocument {
  /// True if an object has constraints, or holds one that has.
  fileprivate func takesPartInLayout(_ node: NodeIndex) -> Bool {
    if hasConstraints(node) { return true }
    var child = firstChild(node)
    while let current = child {
      if hasConstraints(current) { return true }
      child = nextSibling(current)
    }
    return false
  }
}
