/// What selectors inside a compound's `:not(…)`, `:is(…)` and `:has(…)` add to it.
extension CompoundPlan {
  /// Works out ``result`` from its own conditions and those inside.
  func evaluate() {
    prepare()
    guard !nested.isEmpty else { return }
    for inner in nested { for path in inner.paths { path.evaluate() } }
    var result = own
    for inner in nested { result.and(inner.result) }
    combined = result
  }

  /// What is known of each object.
  var result: TruthColumn { nested.isEmpty ? own : combined }

  /// Marks the objects that must be built to know more of the wanted ones: the conditions inside matter only where its
  /// own hold.
  func demand(_ wanted: TruthColumn, into builds: inout TruthColumn) {
    var wanted = wanted
    for node in wanted.indices where wanted[node] == .yes && own[node] == .maybe {
      builds[node] = .yes
      wanted[node] = .no
    }
    for inner in nested {
      guard wanted.contains(.yes) else { return }
      inner.demand(wanted.narrowed(to: .maybe, in: inner.result), into: &builds)
      wanted = wanted.narrowed(to: .yes, in: inner.result)
    }
  }
}

extension CompoundPlan.Nested {
  /// What is known of each object; its paths have been evaluated.
  var result: TruthColumn {
    var result = paths[0].result
    for path in paths.dropFirst() { result.or(path.result) }
    return kind == .not ? result.map(\.inverted) : result
  }

  /// One path after the other: an object that one of them turns out to match need not be built for the rest.
  func demand(_ wanted: TruthColumn, into builds: inout TruthColumn) {
    var wanted = wanted
    for path in paths {
      guard wanted.contains(.yes) else { return }
      path.demand(wanted.narrowed(to: .maybe, in: path.result), into: &builds)
      wanted = wanted.narrowed(to: .no, in: path.result)
    }
  }
}
