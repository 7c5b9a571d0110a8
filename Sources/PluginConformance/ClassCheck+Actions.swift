internal import InspectorKit

// The effects of actions on components.
extension ClassCheck {
  /// The components on which actions are run: one without attributes, and one with everyday values.
  private var actedOn: [BuildCase] { Array(built.prefix(2)) }

  /// Checks that each action writes only allowed values, and that a component can be built from the results. Actions
  /// declared as assignments are skipped.
  mutating func tryActions() throws(SubjectFailure) {
    for action in definition.actions where action.sets.isEmpty {
      guard !messenger.isGivenUp else { return }
      let answers = try run(action.name)
      runs[action.name] = answers
      for (row, answer) in zip(actedOn, answers) {
        guard let answer, answer.refused.isEmpty else { continue }
        checkWrites(answer, of: action.name)
        let after = BuildCase(stored: row.stored.merging(answer.writes) { _, new in new })
        guard let built = try ask([after], mode: .load).first ?? nil,
          let skipped = built.skipped.first(where: { $0.property.map { answer.writes[$0] != nil } ?? false })
        else { continue }
        add(
          .recreation, .error, skipped.property, skipped.property.flatMap { answer.writes[$0] },
          "the action '\(action.name)' gives it a value that is refused when the scene is opened: \(skipped.text)")
      }
    }
  }

  /// Checks that a second worker runs the actions with the same results.
  mutating func tryActionsAgain() throws(SubjectFailure) {
    for (name, former) in runs.sorted(by: { $0.key < $1.key }) {
      for (first, second) in zip(former, try run(name)) where first != nil && second != nil && first != second {
        add(.determinism, .error, nil, nil, "the action '\(name)' has different results in two workers")
      }
    }
  }

  private mutating func run(_ action: String) throws(SubjectFailure) -> [BuildAnswer?] {
    try messenger.answers(actedOn, mode: .load, action: action) { _, failure in
      add(failure.law, .error, nil, nil, "the action '\(action)': \(failure.words)")
    }
  }

  private mutating func checkWrites(_ answer: BuildAnswer, of action: String) {
    for (name, cell) in answer.writes.sorted(by: { $0.key < $1.key }) {
      guard let property = definition.property(named: name) else { continue }
      let isAllowed = cell.value.map { value in
        (property.range?.contains(value) ?? true)
          && (property.options.isEmpty || property.options.contains { $0.value == value })
      }
      guard property.isReadOnly || isAllowed == false else { continue }
      let reason = property.isReadOnly ? "which is read-only" : "which its declaration does not allow"
      add(.limits, .error, name, nil, "the action '\(action)' makes it \(cell.text), \(reason)")
    }
  }
}
