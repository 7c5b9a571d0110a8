/// Consecutive palette steps that are performed as one edit, since each palette edit reads the whole palette and the
/// whole scene.
struct PaletteSteps {
  private let steps: [[PaletteEdit]]

  /// The changes of all steps, in order.
  let edits: [PaletteEdit]

  /// Collects the palette steps from `number` on, up to a step of a different kind or a step that conflicts with an
  /// earlier edit. A step before the conflict may be refused, and is then reported first.
  init(_ edit: EditRequest, from number: Int, _ conflicts: ConflictCheck?) {
    var steps: [[PaletteEdit]] = []
    for step in edit.steps[number...] {
      guard let changes = (step.kind as? PaletteStep)?.changes else { break }
      if !steps.isEmpty, let conflicts {
        guard (try? conflicts.log.checkConflicts(since: conflicts.base, colors: changes.names)) != nil else { break }
      }
      steps.append(changes)
    }
    self.steps = steps
    edits = Array(steps.joined())
  }

  var count: Int { steps.count }

  /// Returns an error that concerns one of `edits`, with the number of its step added. Steps are counted from 0 at the
  /// first of these steps. Any other error is returned unchanged.
  func located(_ error: Diagnostic) -> Diagnostic {
    guard case .color(var place)? = error.part else { return error }
    var error = error
    for (number, changes) in steps.enumerated() {
      if place < changes.count {
        (error.step, error.part) = (number, .color(place))
        return error
      }
      place -= changes.count
    }
    return error
  }

  /// Returns the colour names of all steps that changed at least one colour.
  ///
  /// - Parameter colors: the changes that `edits` made, one for each edit in the same order.
  func changedNames(_ colors: [ColorChange]) -> Set<String> {
    var rest = colors[...]
    return steps.reduce(into: []) { names, changes in
      if rest.prefix(changes.count).contains(where: \.isChanged) { names.formUnion(changes.names) }
      rest = rest.dropFirst(changes.count)
    }
  }
}
