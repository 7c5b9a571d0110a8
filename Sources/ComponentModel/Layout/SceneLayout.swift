package import InspectorKit
import JSONText
package import SceneDocument

/// Where the objects of a scene lie after layout, from their constraints and those of the objects that hold them.
///
/// An object without constraints lies where its `frame` says.
package struct SceneLayout {
  /// What an object says of itself.
  private struct Geometry {
    var frame: Rect
    var intrinsicSize: Size?
  }

  /// What layout made of an object.
  package struct Outcome {
    /// What its attribute says.
    package var own: Rect
    package var layout: Layout

    /// Whether the components of all that it is laid out in answered; if not, its frame is a guess.
    package var isKnown = true

    /// The size of the parent after layout; nil where there is none.
    package var parentSize: Size?

    /// The size that its content needs; nil where none is known.
    package var intrinsicSize: Size?

    /// Nil for an object without any.
    package var constraints: SceneConstraints?
  }

  private let document: SceneDocument
  private var geometries: [NodeIndex: Geometry] = [:]
  private var outcomes: [NodeIndex: Outcome] = [:]

  /// Objects whose component failed, so that nothing is known of their frames.
  private var failed = NodeSet()
  private let findsFreedom: Bool

  /// - Parameter findsFreedom: whether it is found out what constraints leave open.
  package init(_ document: SceneDocument, findsFreedom: Bool = false) {
    (self.document, self.findsFreedom) = (document, findsFreedom)
  }

  /// Takes an object's effective values; an object without any lies nowhere.
  package mutating func take(_ values: [PropertyValue?]?, of node: NodeIndex, _ binding: ClassBinding) {
    take(node, isKnown: values != nil) { name in binding.place(of: name).flatMap { values?[$0] } }
  }

  /// Takes what a built object's component answers.
  mutating func take(_ values: EffectiveValues) {
    take(values.node, isKnown: values.areKnown) { values.binding.place(of: $0).flatMap { values[$0] } }
  }

  private mutating func take(_ node: NodeIndex, isKnown: Bool, _ value: (String) -> PropertyValue?) {
    outcomes[node] = nil
    if isKnown { failed.remove(node) } else { failed.insert(node) }
    guard isKnown, case .rect(let frame)? = value("frame") else {
      geometries[node] = nil
      return
    }
    var geometry = Geometry(frame: frame)
    if case .size(let size)? = value("intrinsicContentSize") { geometry.intrinsicSize = size }
    geometries[node] = geometry
  }

  /// Takes a frame for what layout made of an object, and forgets what was made of all that it holds.
  package mutating func pin(_ node: NodeIndex, to frame: Rect) {
    forgetLayout(below: node)
    outcomes[node] = Outcome(own: frame, layout: Layout(frame: frame))
  }

  /// Forgets what was made of an object with all that it holds, since what they depend on changed.
  package mutating func forgetLayout(below node: NodeIndex) {
    for member in node..<document.afterSubtree(node) { outcomes[member] = nil }
  }

  /// The frame that layout computes for an object; nil for one without a frame, or whose values were not taken.
  package mutating func outcome(of node: NodeIndex) -> Outcome? {
    // Up to an object that does not depend on its parent, and down again.
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
    // Places among all that are written.
    layout.clashing = layout.clashing.map { readable[$0].place }
    layout.unsolved = layout.unsolved.map { (readable[$0.constraint].place, $0.reason) }
    (outcome.layout, outcome.constraints) = (layout, constraints)
    (outcome.parentSize, outcome.intrinsicSize) = (parent, geometry.intrinsicSize)
    return outcome
  }
}

extension SceneModel {
  /// The layout of objects, for which they and those that they lie in are built.
  package func layout(of nodes: some Sequence<NodeIndex>, findsFreedom: Bool = false) -> SceneLayout {
    let frames = LayoutFrames(self, findsFreedom: findsFreedom)
    frames.build(Array(nodes)) { _ in }
    return frames.layout
  }
}

extension SceneDocument {
  /// The object whose size decides where another one lies: its parent, where it has constraints.
  func layoutParent(of node: NodeIndex) -> NodeIndex? { hasConstraints(node) ? parent(node) : nil }

  /// Objects with all that may lie elsewhere after layout when these change: children with constraints, and theirs.
  package func laidOut(with nodes: Set<NodeIndex>) -> Set<NodeIndex> {
    var (found, open) = (nodes, Array(nodes))
    while let node = open.popLast() {
      for child in children(node) where hasConstraints(child) && found.insert(child).inserted { open.append(child) }
    }
    return found
  }
}

extension SceneModel {
  /// True if the names may be of frames, and any of the objects has constraints. Nothing is built to find out.
  package func mayBeConstrained(_ nodes: [NodeIndex], _ names: [String]) -> Bool {
    names.contains { $0.lowercased().hasPrefix("frame") } && nodes.contains { document.hasConstraints($0) }
  }

  /// Warnings that an edit of frames has no effect where constraints decide, naming these.
  ///
  /// - Parameters:
  ///   - nodes: the objects that were edited.
  ///   - names: the properties that were given values, as a person named them.
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
