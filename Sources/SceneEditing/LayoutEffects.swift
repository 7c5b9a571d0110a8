internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A comparison of objects' layout frames before and after a step. It covers the edited objects and any descendants
/// whose constraints depend on the size of an edited object.
///
/// Before the step, an object is built only if it has constraints or a child with constraints, or if the step sets its
/// constraints. After the step, descendants are built only in objects whose size changed.
struct LayoutEffects {
  private let model: SceneModel

  /// The objects whose place, class or constraints a structural step changes.
  private(set) var restructured = NodeSet()

  /// The layout, before the step, of the objects whose frames the step may change.
  private var before: [NodeIndex: SceneLayout.Outcome]

  /// The state of the edit before a step that changes attributes; nil for a structural step.
  fileprivate var start: InverseEdit.Mark?

  /// Records the layout before a step. Returns nil if no object's layout depends on the edited objects.
  ///
  /// - Parameters:
  ///   - nodes: the objects that the step edits.
  ///   - constrained: the objects whose constraints the step sets or removes.
  ///   - isStructural: true if the step edits no attributes.
  init?(
    _ model: SceneModel, of nodes: [NodeIndex], constraining constrained: [NodeIndex] = [], isStructural: Bool = false
  ) {
    let document = model.document
    var concerned = constrained
    if model.hasConstraints {
      let readers = model.hasParentReaders ? DependentBuilds.readers(below: NodeSet(nodes), in: model) : []
      concerned += nodes.filter(document.takesPartInLayout) + readers.filter(document.takesPartInLayout)
    }
    guard !concerned.isEmpty else { return nil }
    self.model = model
    if isStructural { restructured = NodeSet(nodes + constrained) }
    before = model.untraced { model.layoutOutcomes(of: Array(NodeSet(concerned))) }
  }

  /// Returns a copy with the objects renumbered after a structural step; removed objects are left out.
  func moved(by map: NodeMap) -> LayoutEffects {
    var moved = self
    moved.restructured = restructured.moved(by: map)
    moved.before = before.moved(by: map)
    return moved
  }

  /// Returns an effect for each frame that the step changed, in document order, each with the object that caused the
  /// change: the object itself, or its nearest ancestor in `changed`. Frames without a cause are left out.
  ///
  /// - Parameter changed: the objects that the step changed.
  func effects(changed: NodeSet) -> [(node: NodeIndex, effects: [ObjectChange.Effect])] {
    let document = model.document
    let concerned = before.keys.sorted()
    let now = model.untraced { model.layoutOutcomes(of: concerned) }
    var effects: [(node: NodeIndex, old: Rect, new: Rect)] = []
    var (resized, own): ([NodeIndex], NodeSet) = ([], NodeSet())
    for node in concerned {
      guard let old = before[node], let new = now[node], old.layout.frame != new.layout.frame else { continue }
      if old.own != new.own || old.intrinsicSize != new.intrinsicSize || restructured.contains(node) {
        own.insert(node)
      }
      if old.constraints != nil || new.constraints != nil {
        effects.append((node, old.layout.frame, new.layout.frame))
      }
      if old.layout.frame.size != new.layout.frame.size { resized.append(node) }
    }
    let held = document.laidOut(with: Set(resized)).subtracting(concerned).sorted()
    effects += model.untraced { changedFrames(of: held) }
    var found: [(node: NodeIndex, effects: [ObjectChange.Effect])] = []
    for (node, old, new) in effects.sorted(by: { $0.node < $1.node }) {
      // The frame of an unchanged object is new because of a change of an ancestor.
      var next = own.contains(node) ? node : document.parent(node)
      while let member = next, !changed.contains(member) { next = document.parent(member) }
      // If the class declares a property of this name, the change is reported for that property.
      guard let cause = next, model.binding(of: node)?.place(of: SceneModel.layoutFrame) == nil else { continue }
      let effect = ObjectChange.Effect(
        object: document.id(node), property: SceneModel.layoutFrame, old: .rect(old), new: .rect(new))
      found.append((cause, [effect]))
    }
    return found
  }

  /// Returns the objects of `held` whose frame changed because an ancestor has a new size, each with its old and its
  /// new frame.
  private func changedFrames(of held: [NodeIndex]) -> [(node: NodeIndex, old: Rect, new: Rect)] {
    guard !held.isEmpty else { return [] }
    var layout = model.layout(of: held)
    var former = layout
    for (node, state) in before.sorted(by: { $0.key < $1.key }) { former.pin(node, to: state.layout.frame) }
    return held.compactMap { node in
      guard let new = layout.outcome(of: node), new.isKnown, let old = former.outcome(of: node)?.layout.frame,
        old != new.layout.frame
      else { return nil }
      return (node, old, new.layout.frame)
    }
  }

}

extension Transaction {
  /// Records the layout before a step that edits attributes. Returns nil if changes are not reported, or if no layout
  /// depends on the edited objects.
  func layoutEffects(of nodes: [NodeIndex]) -> LayoutEffects? {
    guard judgesSteps, request.wantsChanges else { return nil }
    var layout = LayoutEffects(model, of: nodes)
    layout?.start = edit.mark
    return layout
  }

  /// Records the layout before structural changes. Returns nil if changes are not reported, or if no layout depends on
  /// the changed objects.
  func layoutEffects(of changes: [StructureChange]) -> LayoutEffects? {
    guard judgesSteps, request.wantsChanges else { return nil }
    var (nodes, constrained): ([NodeIndex], [NodeIndex]) = ([], [])
    for change in changes {
      switch change {
      case .move(let node, _), .setClass(_, let node): nodes.append(node)
      case .setConstraints(_, let node): constrained.append(node)
      case .setMember(SceneDocument.runtimeAttributesKey, _, _): break
      case .setMember(_, _, let node): if let node { nodes.append(node) }
      case .insert, .remove, .duplicate, .setID, .setName: break
      }
    }
    return LayoutEffects(model, of: nodes, constraining: constrained, isStructural: true)
  }

  /// Adds the changed frames, as effects, to the changes of the current run. Does nothing if `layout` is nil or belongs
  /// to a structural step.
  func report(_ layout: LayoutEffects?) {
    guard let layout, let start = layout.start else { return }
    for (cause, effects) in layout.effects(changed: NodeSet(edit.changed(since: start))) {
      changes.spool.add(effects: effects, of: cause, reading: ["frame", "intrinsicContentSize"])
    }
  }
}

extension SceneModel {
  /// Calls `body` without a tracer, for builds that are not part of the traced edit.
  func untraced<Result>(_ body: () -> Result) -> Result {
    let tracer = tracer
    self.tracer = nil
    defer { self.tracer = tracer }
    return body()
  }
}

extension SceneDocument {
  /// Returns true if an object or one of its children has constraints.
  fileprivate func takesPartInLayout(_ node: NodeIndex) -> Bool {
    hasConstraints(node) || children(node).contains(where: hasConstraints)
  }
}
