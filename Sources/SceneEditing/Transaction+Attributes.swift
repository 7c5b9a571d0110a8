internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Steps that change attributes and the palette.
extension Transaction {
  func set(_ nodes: [NodeIndex], _ assignments: [Assignment]) throws(Diagnostic) {
    if !judgesSteps, let changes = assignments.stored {
      try store(changes, in: nodes)
      let names = assignments.map(\.name)
      if model.refersToObjects(nodes, names) { references.set(names, of: nodes, in: model, step: number) }
      return
    }
    guard let run = try RuntimeAttributeRun(self, nodes, assignments) else {
      return try setAttributes(nodes, assignments)
    }
    try run.perform(assignments, in: self) { nodes, assignments throws(Diagnostic) in
      try setAttributes(nodes, assignments)
    }
  }

  private func setAttributes(_ nodes: [NodeIndex], _ assignments: [Assignment]) throws(Diagnostic) {
    let names = assignments.map(\.name)
    try check(model.touches(nodes, names))
    // Frames, references and constrained sides are compared after the edit, so a trial must not restore the objects
    // before.
    let layout = layoutEffects(of: nodes)
    let refers = model.refersToObjects(nodes, names)
    let isTrial = isTrial && layout == nil && !refers && !model.mayBeConstrained(nodes, names)
    let run = EditRun(self, isTrial: isTrial, skipsRefused: request.skipsRefused)
    try run.perform(assignments, on: nodes)
    report(layout)
    warn(run.warnings)
    warn(model.constrainedSides(nodes, names))
    if refers { references.set(names, of: nodes, in: model, step: number) }
  }

  /// Applies precomputed edits of objects.
  ///
  /// - Parameter refused: the objects and properties whose values cannot be stored. They make the edit fail, or are
  ///   left out if the request skips refused edits.
  func make(
    _ edits: [ObjectEdit], refused: [(node: NodeIndex, property: String, problem: Diagnostic)] = []
  ) throws(Diagnostic) {
    let layout = layoutEffects(of: edits.map(\.node))
    let referring = edits.filter { edit in
      let references = model.binding(of: edit.node)?.references ?? []
      return edit.cells.contains { references.contains($0.place) }
    }
    let isTrial = isTrial && layout == nil && referring.isEmpty
    let run = EditRun(self, isTrial: isTrial, skipsRefused: request.skipsRefused)
    for (node, property, problem) in refused { run.refuse(node, property: property, problem, naming: .none) }
    try run.perform(run.isRefused ? [] : edits)
    for edit in referring { references.set(edit, in: model, step: number) }
    report(layout)
    warn(run.warnings)
  }

  /// Renames a property in the objects that store it. Returns the number of steps performed, which may include
  /// following steps that rename properties of the same objects. Throws an error if the step is refused.
  func rename(_ old: String, to new: String, in selector: Selector) throws(Diagnostic) -> Int {
    let nodes = try select(selector, isOfStored: true)
    // In a composed scene, each step renames only the keys that the scene's own file stores at that time.
    if !model.document.isComposed, conflicts == nil, renamesAtOnce,
      let renames = PropertyRenames(request, from: number, of: nodes, in: model)
    {
      let run = EditRun(self)
      if (try? attempt { () throws(Diagnostic) in try run.perform(renames.edits) }) != nil {
        warn(run.warnings)
        for next in number + 1..<number + renames.count { result.matchedBySteps[next] = nodes.count }
        return renames.count
      }
      // The failing step is found by making the steps one by one.
      renamesAtOnce = false
    }
    try check(model.touches(nodes, [new]))
    let rename = PropertyRename(model: model, old: old, new: new, skipsMissing: request.skipsMissing)
    let edits = try rename.edits(of: nodes.filter { model.document.writes(old, of: $0) })
    guard !edits.isEmpty || request.allowsEmpty || request.skipsUnstoredNames || nodes.isEmpty else {
      throw Diagnostic(EditRefusal.noneStores(old, selector: selector.text), part: .oldName)
    }
    try make(edits)
    return 1
  }

  /// Performs consecutive steps on the palette, and returns their number. Throws an error if one of them is refused.
  func changePalette() throws(Diagnostic) -> Int {
    let steps = PaletteSteps(request, from: number, conflicts)
    guard judgesSteps else {
      try store(steps.edits)
      return steps.count
    }
    if let conflicts { try conflicts.log.checkConflicts(since: conflicts.base, colors: steps.edits.names) }
    let run = PaletteRun(self, steps.edits)
    do throws(Diagnostic) {
      try run.perform()
      result.colors = (result.colors + run.colors).merged
      warn(run.warnings)
      edit.colors.formUnion(steps.changedNames(run.colors))
      return steps.count
    } catch {
      throw steps.located(error)
    }
  }
}
