internal import SceneDocument

/// A selector's path resolved for one scene, and what is known of each object as its end.
///
/// Everything is computed for all objects at once, a pass over the document for each step, so that the depth of the
/// objects does not matter. Before components are built some of it is ``Truth/maybe``; ``demand(_:into:)`` says which
/// objects must be built to know more.
final class PathPlan {
  private let steps: [(combinator: Selector.Combinator, compound: CompoundPlan)]

  /// Whether it is looked at from the object that has it, as in `:has(…)`, and not from its end.
  private let isRelative: Bool
  private let relations: ObjectRelations

  /// Whether a component may have to be built.
  let needsComponents: Bool

  /// For each step, what is known of each object as the end of the path up to there; of a relative path, as the
  /// beginning of the path from there.
  private var columns: [TruthColumn] = []

  init(_ path: Selector.Path, _ context: SelectionContext, isRelative: Bool) throws(EditError) {
    var steps: [(Selector.Combinator, CompoundPlan)] = []
    for step in path.steps { steps.append((step.combinator, try CompoundPlan(step.compound, context))) }
    self.steps = steps
    self.isRelative = isRelative
    relations = ObjectRelations(document: context.model.document)
    needsComponents = steps.contains { $0.1.needsComponentsAtAnyDepth }
  }

  /// The compound of a path of one step.
  var single: CompoundPlan? { steps.count == 1 ? steps[0].compound : nil }

  /// What is known now: of a relative path for each object that may have it, of another for each that may be its end.
  private(set) var result: TruthColumn = []

  /// Computes ``result``, and computes it again where components were built since.
  func evaluate() {
    guard result.isEmpty || needsComponents else { return }
    for step in steps { step.compound.evaluate() }
    columns = steps.map(\.compound.result)
    if isRelative {
      for place in columns.indices.dropLast().reversed() {
        columns[place].and(relations.leading(to: columns[place + 1], by: steps[place + 1].combinator))
      }
      result = relations.leading(to: columns[0], by: steps[0].combinator)
    } else {
      for place in columns.indices.dropFirst() {
        columns[place].and(relations.reached(from: columns[place - 1], by: steps[place].combinator))
      }
      result = columns[columns.count - 1]
    }
    if !needsComponents { columns = [] }
  }

  /// Marks the objects that must be built to know more of the wanted ones, whose result is ``Truth/maybe``.
  func demand(_ wanted: TruthColumn, into builds: inout TruthColumn) {
    guard needsComponents else { return }
    if isRelative { demandForwards(wanted, into: &builds) } else { demandBackwards(wanted, into: &builds) }
  }

  /// From the end: what stands before an object matters only where the object itself matches.
  private func demandBackwards(_ wanted: TruthColumn, into builds: inout TruthColumn) {
    var wanted = wanted
    for place in steps.indices.reversed() {
      let compound = steps[place].compound
      compound.demand(wanted.narrowed(to: .maybe, in: compound.result), into: &builds)
      guard place > 0 else { return }
      wanted = relations.leading(to: wanted.narrowed(to: .yes, in: compound.result), by: steps[place].combinator)
        .narrowed(to: .maybe, in: columns[place - 1])
      guard wanted.contains(.yes) else { return }
    }
  }

  private func demandForwards(_ wanted: TruthColumn, into builds: inout TruthColumn) {
    var wanted = wanted
    for (place, step) in steps.enumerated() {
      wanted = relations.reached(from: wanted, by: step.combinator).narrowed(to: .maybe, in: columns[place])
      guard wanted.contains(.yes) else { return }
      step.compound.demand(wanted.narrowed(to: .maybe, in: step.compound.result), into: &builds)
      wanted = wanted.narrowed(to: .yes, in: step.compound.result)
    }
  }

  /// Hands the compounds, at any depth, to `body`.
  func forEachCompound(_ body: (CompoundPlan) -> Void) {
    for step in steps { step.compound.forEachCompound(body) }
  }
}

extension CompoundPlan {
  /// Whether the compound or a selector inside it may need components.
  var needsComponentsAtAnyDepth: Bool {
    needsComponents || nested.contains { $0.paths.contains(where: \.needsComponents) }
  }

  func forEachCompound(_ body: (CompoundPlan) -> Void) {
    body(self)
    for inner in nested { for path in inner.paths { path.forEachCompound(body) } }
  }
}
