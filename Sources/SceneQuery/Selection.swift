internal import InspectorKit
package import SceneDocument

/// A search for the objects that a selector matches.
///
/// Stored values are tested first, for all parts of the selector. Then the selection builds the components on which the
/// result still depends, in batches and each at most once, until every object is decided. For `View[alpha<1]
/// StarView[pointCount>5]`, first the stars inside views are built, and then the views around stars with more than five
/// points.
package final class Selection {
  private let context: SelectionContext
  private var model: SceneModel { context.model }

  /// A callback that receives the values of each built object, for callers that need them too; nil for none.
  private let onBuild: ((EffectiveValues) -> Void)?

  /// The frames after layout; nil if neither the selector nor the caller reads any.
  private var frames: LayoutFrames?
  private var failed: [Diagnostic] = []

  /// Diagnostics of objects whose component failed: objects built for the selector, and ancestors built for layout.
  package var failures: [Diagnostic] { failed + (frames?.failures ?? []) }

  /// True if a frame after layout is compared. An object's match then also depends on its ancestors.
  package private(set) var readsLayout = false

  /// True if a failed component leaves it undecided whether some object matches. Such objects are not among
  /// ``nodes()``.
  package private(set) var isUndecided = false

  /// The alternatives that test a single object, without nested selectors or positions.
  private var simple: [CompoundPlan] = []

  /// All other alternatives, as paths.
  private var paths: [PathPlan] = []

  /// The current result for each object.
  private var result: TruthColumn = []

  /// The errors of alternatives that were left out because of unknown names; see ``UnknownNames``.
  package var leftOut: [Diagnostic] { context.leftOut }

  /// Resolves a selector in a scene.
  ///
  /// - Parameters:
  ///   - frames: the frames after layout that the caller reads, to build no object twice; nil if the caller reads none.
  ///   - onBuild: receives the values of each object that is built.
  /// - Throws: an error if a name or a value in the selector is refused.
  package init(
    _ model: SceneModel, _ selector: Selector, unknownNames: UnknownNames = .refused, frames: LayoutFrames? = nil,
    onBuild: ((EffectiveValues) -> Void)? = nil
  ) throws(Diagnostic) {
    context = SelectionContext(model, selector, unknownNames: unknownNames, frames: frames)
    self.onBuild = onBuild
    for plan in try context.plans(selector.alternatives) {
      if let single = plan.single, single.nested.isEmpty, !single.isPlaced {
        simple.append(single)
      } else {
        paths.append(plan)
      }
    }
    readsLayout = hasCompound(where: \.readsLayout)
    self.frames = readsLayout ? context.frames : frames
  }

  /// Returns true if any compound, at any depth, satisfies the predicate.
  private func hasCompound(where holds: (CompoundPlan) -> Bool) -> Bool {
    var found = simple.contains(where: holds)
    for path in paths { path.forEachCompound { found = found || holds($0) } }
    return found
  }

  /// Returns the matching objects, or throws if any object is undecided. Edits use this method, since they must not
  /// omit objects whose match is undecided.
  ///
  /// - Throws: the failures, if any object is undecided.
  package func decidedNodes() throws(Diagnostic) -> [NodeIndex] {
    let nodes = nodes()
    guard isUndecided, let first = failures.first else { return nodes }
    throw Diagnostic(first, details: failures)
  }

  /// Returns the matching objects in document order, each once. Builds the components that decide a match, and records
  /// in ``isUndecided`` and ``failures`` what remains undecided.
  package func nodes() -> [NodeIndex] {
    if paths.isEmpty, simple.count == 1 { return nodes(of: simple[0]) }
    result = TruthColumn.none(model.document.objectCount)
    findSimple()
    findPaths()
    isUndecided = result.contains(.failed)
    return result.nodes.filter { result[$0] == .yes }
  }

  /// True if an object's match depends only on its own values and on layout, not on its relatives.
  package var isSimple: Bool { paths.isEmpty }

  /// Returns the matching objects among the candidates, in document order. Builds components like ``nodes()``, and
  /// records failures in the same way. Call it only if ``isSimple``.
  package func nodes(among candidates: [NodeIndex]) -> [NodeIndex] {
    var (found, open): ([NodeIndex], [NodeIndex]) = ([], [])
    for node in candidates {
      let truth = simple.reduce(Truth.no) { max($0, $1.early(node)) }
      if truth == .yes { found.append(node) }
      if truth == .maybe { open.append(node) }
    }
    if !open.isEmpty {
      build(open) { [self] node, values in
        let truth = simple.reduce(Truth.no) { $1.isCandidate(node) ? max($0, $1.late(node, values)) : $0 }
        if truth == .yes { found.append(node) } else if truth == .failed { isUndecided = true }
      }
    }
    return found.sorted()
  }

  /// Returns the objects that one compound matches, and records the failures. Stores nothing about objects that do not
  /// match, so a search for one object in a million needs little memory.
  private func nodes(of compound: CompoundPlan) -> [NodeIndex] {
    var (found, open): ([NodeIndex], [NodeIndex]) = ([], [])
    compound.forEachCandidate { node, truth in
      if truth == .yes { found.append(node) }
      if truth == .maybe { open.append(node) }
    }
    guard !open.isEmpty else { return found }
    build(open) { [self] node, values in
      let truth = compound.late(node, values)
      if truth == .yes { found.append(node) } else if truth == .failed { isUndecided = true }
    }
    return found.sorted()
  }

  private func findSimple() {
    // For each undecided object, the indexes of the alternatives that its component must decide.
    var open: [NodeIndex: [Int]] = [:]
    for (place, compound) in simple.enumerated() {
      compound.forEachCandidate { node, truth in
        if truth == .yes { result[node] = .yes }
        if truth == .maybe { open[node, default: []].append(place) }
      }
    }
    for path in paths { path.evaluate() }
    for path in paths { for node in result.nodes where path.result[node] == .yes { result[node] = .yes } }
    let nodes = open.keys.filter { result[$0] != .yes }.sorted()
    build(nodes) { [self] node, values in
      decide(node, values)
      for place in open[node] ?? [] { result[node] = max(result[node], simple[place].late(node, values)) }
    }
  }

  private func findPaths() {
    guard !paths.isEmpty else { return }
    while true {
      for path in paths { path.evaluate() }
      var current = result
      for path in paths { current.or(path.result) }
      let builds = demand(current)
      guard !builds.isEmpty else {
        result = current
        return
      }
      build(builds) { [self] node, values in decide(node, values) }
    }
  }

  /// Returns the objects to build next: for each undecided object, the objects that decide its first undecided path.
  private func demand(_ current: TruthColumn) -> [NodeIndex] {
    var builds = TruthColumn.none(current.count)
    var wanted: TruthColumn = current.map { Truth($0 == .maybe) }
    for path in paths {
      guard wanted.contains(.yes) else { break }
      path.demand(wanted.narrowed(to: .maybe, in: path.result), into: &builds)
      wanted = wanted.narrowed(to: .no, in: path.result)
    }
    return builds.nodes.filter { builds[$0] == .yes }
  }

  /// Records one component's result in every path that needs it.
  private func decide(_ node: NodeIndex, _ values: EffectiveValues) {
    for path in paths { path.forEachCompound { $0.decide(node, values) } }
  }

  private lazy var readsComputed = hasCompound(where: \.readsComputed)

  private func build(_ nodes: [NodeIndex], _ body: @escaping (NodeIndex, EffectiveValues) -> Void) {
    let take = { [self] (built: BuiltObject) in
      let values = EffectiveValues(model: model, built: built)
      if let failure = built.answer.failure { failed.append(model.diagnostic(failure, built.node)) }
      onBuild?(values)
      body(built.node, values)
    }
    guard let frames else { return model.build(nodes, wantsComputed: readsComputed, take) }
    frames.build(nodes, wantsComputed: readsComputed, take)
  }
}
