/// Consecutive steps on the palette, which are made as one palette edit, since each such edit reads the whole palette
/// and the whole scene.
struct PaletteSteps {
  private let steps: [[PaletteEdit]]

  /// The changes of all steps.
  let edits: [PaletteEdit]

  /// Takes the steps from `number` on, up to a step of a different kind or a step that conflicts with an earlier edit.
  /// A step before a conflict may be refused, and is then reported first.
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

  /// Returns an error about one of `edits` as an error about its step, whose number is counted from the first of these
  /// steps.
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

  /// Returns the names in the steps that changed a colour.
  ///
  /// - Parameter colors: the change that each of `edits` made.
  func changedNames(_ colors: [ColorChange]) -> Set<String> {
    var rest = colors[...]
    return steps.reduce(into: []) { names, changes in
      if rest.prefix(changes.count).contains(where: \.isChanged) { names.formUnion(changes.names) }
      rest = rest.dropFirst(changes.count)
    }
  }
}
