internal import SceneDocument

/// A path of a selector, resolved for one scene. It computes for each object whether a match of the path ends at that
/// object.
///
/// Each step processes all objects in one pass over the document, so the depth of the objects does not matter. Before
/// components are built, some results are ``Truth/maybe``; ``demand(_:into:)`` marks the objects that must be built to
/// decide them.
final class PathPlan {
  private let steps: [(combinator: Selector.Combinator, compound: CompoundPlan)]

  /// True if the path starts at the object that it tests, as in `:has(…)`; false if it ends there.
  private let isRelative: Bool
  private let document: SceneDocument

  /// True if a component may have to be built.
  let needsComponents: Bool

  /// One column for each step: the result for each object as the end of the path up to that step. In a relative path,
  /// it is the result for each object as the beginning of the path from that step on.
  private var columns: [TruthColumn] = []

  init(_ path: Selector.Path, _ context: SelectionContext, isRelative: Bool) throws(Diagnostic) {
    var steps: [(Selector.Combinator, CompoundPlan)] = []
    for step in path.steps { steps.append((step.combinator, try CompoundPlan(step.compound, context))) }
    self.steps = steps
    self.isRelative = isRelative
    document = context.model.document
    needsComponents = steps.contains { $0.1.needsComponents }
  }

  /// The compound of a single-step path; nil for longer paths.
  var single: CompoundPlan? { steps.count == 1 ? steps[0].compound : nil }

  /// The current result for each object: as the path's end or, for a relative path, as the object that `:has(…)` tests.
  private(set) var result: TruthColumn = []

  /// Computes ``result``, and recomputes it after components were built.
  func evaluate() {
    guard result.isEmpty || needsComponents else { return }
    for step in steps { step.compound.evaluate() }
    columns = steps.map(\.compound.result)
    if isRelative {
      for place in columns.indices.dropLast().reversed() {
        columns[place].and(document.leading(to: columns[place + 1], by: steps[place + 1].combinator))
      }
      result = document.leading(to: columns[0], by: steps[0].combinator)
    } else {
      for place in columns.indices.dropFirst() {
        columns[place].and(document.reached(from: columns[place - 1], by: steps[place].combinator))
      }
      result = columns[columns.count - 1]
    }
    if !needsComponents { columns = [] }
  }

  /// Marks the objects whose components must be built to decide the objects in `wanted`, whose result is still
  /// ``Truth/maybe``.
  func demand(_ wanted: TruthColumn, into builds: inout TruthColumn) {
    guard needsComponents else { return }
    if isRelative { demandForwards(wanted, into: &builds) } else { demandBackwards(wanted, into: &builds) }
  }

  /// Works backwards from the end: the steps before an object matter only if the object itself matches.
  private func demandBackwards(_ wanted: TruthColumn, into builds: inout TruthColumn) {
    var wanted = wanted
    for place in steps.indices.reversed() {
      let compound = steps[place].compound
      compound.demand(wanted.narrowed(to: .maybe, in: compound.result), into: &builds)
      guard place > 0 else { return }
      wanted = document.leading(to: wanted.narrowed(to: .yes, in: compound.result), by: steps[place].combinator)
        .narrowed(to: .maybe, in: columns[place - 1])
      guard wanted.contains(.yes) else { return }
    }
  }

  private func demandForwards(_ wanted: TruthColumn, into builds: inout TruthColumn) {
    var wanted = wanted
    for (place, step) in steps.enumerated() {
      wanted = document.reached(from: wanted, by: step.combinator).narrowed(to: .maybe, in: columns[place])
      guard wanted.contains(.yes) else { return }
      step.compound.demand(wanted.narrowed(to: .maybe, in: step.compound.result), into: &builds)
      wanted = wanted.narrowed(to: .yes, in: step.compound.result)
    }
  }

  /// Calls `body` with each compound of the path, at any depth.
  func forEachCompound(_ body: (CompoundPlan) -> Void) {
    for step in steps { step.compound.forEachCompound(body) }
  }
}
