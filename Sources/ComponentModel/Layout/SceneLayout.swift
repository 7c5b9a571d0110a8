package import InspectorKit
import JSONText
package import SceneDocument

/// The frames of a scene's objects after layout, from their constraints and those of their ancestors.
///
/// An object without constraints is laid out at its `frame`.
package struct SceneLayout {
  /// The result of layout for an object.
  package struct Outcome {
    /// The object's frame before layout: the effective value of its `frame`.
    package var own: Rect
    package var layout: Layout

    /// True if no component that affects the object's layout failed; otherwise the frame after layout is a guess.
    package var isKnown = true

    /// The size of the parent after layout; nil without a parent.
    package var parentSize: Size?

    /// The size that the object's content needs; nil if unknown.
    package var intrinsicSize: Size?

    /// The object's constraints; nil if it has none.
    package var constraints: SceneConstraints?
  }

  private let document: SceneDocument

  /// The frame and the content size of each object before layout, from its effective values.
  private var geometries: [NodeIndex: (frame: Rect, intrinsicSize: Size?)] = [:]
  private var outcomes: [NodeIndex: Outcome] = [:]

  /// The objects with unknown frames, because their components failed.
  private var failed = NodeSet()
  private let findsFreedom: Bool

  /// Creates an empty layout. The methods `take` record the values of objects in it.
  ///
  /// - Parameter findsFreedom: true to find the sides and lengths that constraints do not determine.
  package init(_ document: SceneDocument, findsFreedom: Bool = false) {
    (self.document, self.findsFreedom) = (document, findsFreedom)
  }

  /// Records an object's effective values, in the order of the class's properties. The values are nil if the object's
  /// component failed; its frame is then unknown.
  package mutating func take(_ values: [PropertyValue?]?, of node: NodeIndex, _ binding: ClassBinding) {
    take(node, isKnown: values != nil) { name in binding.place(of: name).flatMap { values?[$0] } }
  }

  /// Records the effective values of a built object.
  mutating func take(_ values: EffectiveValues) {
    take(values.node, isKnown: values.areKnown) { values.binding.place(of: $0).flatMap { values[$0] } }
  }

  private mutating func take(_ node: NodeIndex, isKnown: Bool, _ value: (String) -> PropertyValue?) {
    outcomes[node] = nil
    if isKnown { failed.remove(node) } else { failed.insert(node) }
    guard isKnown, let frame = Rect(placedBy: value) else {
      geometries[node] = nil
      return
    }
    let size: Size? = if case .size(let size)? = value("intrinsicContentSize") { size } else { nil }
    geometries[node] = (frame, size)
  }

  /// Replaces an object's layout result with a frame, and discards the results of all its descendants.
  package mutating func pin(_ node: NodeIndex, to frame: Rect) {
    forgetLayout(below: node)
    outcomes[node] = Outcome(own: frame, layout: Layout(frame: frame))
  }

  /// Discards the layout results of an object and its descendants, since their inputs changed.
  package mutating func forgetLayout(below node: NodeIndex) {
    for member in node..<document.afterSubtree(node) { outcomes[member] = nil }
  }

  /// Returns the layout result of an object, and caches it with the results on which it depends. Returns nil if the
  /// object has no frame, or if its values were not recorded.
  package mutating func outcome(of node: NodeIndex) -> Outcome? {
    // Climb to an object that does not depend on its parent, then solve downwards.
    var chain: [NodeIndex] = []
    var next: NodeIndex? = node
    while let member = next, outcomes[member] == nil {
      chain.append(member)
      next = document.layoutParent(of: member)
    }
    for member in chain.reversed() { outcomes[member] = solve(member) }
    return outcomes[node]
  }

  private func solve(_ node: NodeIndex) -> Outcome? {
    guard let geometry = geometries[node] else { return nil }
    var outcome = Outcome(own: geometry.frame, layout: Layout(frame: geometry.frame))
    guard let constraints = document.constraints(of: node) else { return outcome }
    let readable = constraints.readable
    let owner = document.parent(node)
    let parent = owner.flatMap { outcomes[$0]?.layout.frame.size }
    outcome.isKnown = owner.map { outcomes[$0]?.isKnown ?? !failed.contains($0) } ?? true
    let solver = LayoutSolver(frame: geometry.frame, intrinsicSize: geometry.intrinsicSize, parentSize: parent)
    var layout = solver.layout(readable.map(\.constraint), findsFreedom: findsFreedom)
    // The solver's indices count only the valid constraints; those of the whole list also count invalid ones.
    layout.clashing = layout.clashing.map { readable[$0].place }
    layout.unsolved = layout.unsolved.map { (readable[$0.constraint].place, $0.reason) }
    (outcome.layout, outcome.constraints) = (layout, constraints)
    (outcome.parentSize, outcome.intrinsicSize) = (parent, geometry.intrinsicSize)
    return outcome
  }
}

extension SceneDocument {
  /// Returns the object whose size determines a node's position: its parent if the node has constraints; otherwise nil.
  func layoutParent(of node: NodeIndex) -> NodeIndex? { hasConstraints(node) ? parent(node) : nil }

  /// Returns the given objects and the descendants that may move with their frames: children with constraints and,
  /// recursively, their children with constraints.
  package func laidOut(with nodes: Set<NodeIndex>) -> Set<NodeIndex> {
    var (found, open) = (nodes, Array(nodes))
    while let node = open.popLast() {
      for child in children(node) where hasConstraints(child) && found.insert(child).inserted { open.append(child) }
    }
    return found
  }
}

extension SceneModel {
  /// Returns the layout of the given objects. Builds them and the ancestors that affect their layout.
  package func layout(of nodes: some Sequence<NodeIndex>, findsFreedom: Bool = false) -> SceneLayout {
    let frames = LayoutFrames(self, findsFreedom: findsFreedom)
    frames.build(Array(nodes)) { _ in }
    return frames.layout
  }

  /// Returns true if any of the names may refer to a frame, and any of the objects has constraints. Builds no
  /// component.
  package func mayBeConstrained(_ nodes: [NodeIndex], _ names: [String]) -> Bool {
    names.contains { $0.lowercased().hasPrefix("frame") } && nodes.contains { document.hasConstraints($0) }
  }

  /// Returns warnings about edited frames that differ from the frames after layout. Each warning names the constraints
  /// that determine the frame.
  ///
  /// - Parameters:
  ///   - nodes: the objects that were edited.
  ///   - names: the properties that received values, as the user named them.
  package func constrainedSides(_ nodes: [NodeIndex], _ names: [String]) -> [Diagnostic] {
    guard mayBeConstrained(nodes, names) else { return [] }
    let constrained = nodes.filter { document.hasConstraints($0) }
    var layout = layout(of: constrained)
    return constrained.compactMap { node in
      guard let binding = binding(of: node), let outcome = layout.outcome(of: node), let list = outcome.constraints,
        let frame = binding.place(of: "frame")
      else { return nil }
      let paths = names.compactMap { PropertyPath($0, of: binding) }.filter { $0.place == frame }
      let sides = Set(paths.flatMap { $0.component.map { [$0] } ?? ["x", "y", "width", "height"] })
      let (own, new) = (PropertyValue.rect(outcome.own), PropertyValue.rect(outcome.layout.frame))
      let overruled = sides.filter { PropertyPath.part($0, of: own) != PropertyPath.part($0, of: new) }
      guard !overruled.isEmpty else { return nil }
      let causes = list.readable.filter { _, constraint in
        overruled.contains { side in constraint.attribute.isHorizontal == (side == "x" || side == "width") }
      }
      let finding = LayoutFinding.constrained(
        ["x", "y", "width", "height"].filter(overruled.contains), of: document.id(node), layout: outcome.layout.frame,
        by: causes.map(\.constraint))
      return diagnostic(finding, .warning, node, naming: .inReason, at: document.objectOffset(node))
    }
  }
}
