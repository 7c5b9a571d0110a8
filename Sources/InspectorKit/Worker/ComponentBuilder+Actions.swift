// The methods that run actions.
extension ComponentBuilder {
  /// Builds a component from the stored values and runs an action on it. The reply contains the values to store, or the
  /// reason why the action was refused. A component rebuilt from these values has the same state. Returns nil if there
  /// is nothing to store or to report.
  func run(_ action: DeclaredAction) -> Answer? {
    let answer = Answer()
    var outcome = Outcome()
    log?.phase = .load
    let component = build(cause: .load, outcome: &outcome)
    let before = values(of: component)
    hooks.begin(.edit)
    log?.phase = .edit
    let rejection = call(action, on: component)
    let after = values(of: component)
    detach(from: component)
    if let log { answer.steps = log.takeSteps() }
    answer.warnings = hooks.warnings
    answer.refused = rejection.map { [HookMessage(property: nil, text: $0)] } ?? []
    if rejection == nil { note(changed(before, after), in: answer) }
    // The lifecycle steps of the comparison builds in `needed` are not reported.
    _ = log?.takeSteps()
    return answer.isEmpty ? nil : answer
  }

  /// The index of a property that an action changed, with its new value.
  private typealias Change = (place: Int, value: PropertyValue?)

  /// Runs an action. Returns the reason if the action or a hook rejected the change; otherwise nil.
  private func call(_ action: DeclaredAction, on component: Component) -> String? {
    running = "\(action.name)()"
    defer { running = nil }
    if isFollowed { begin("\(action.name)()") }
    stack.reset()
    action.run(component)
    let rejection = hooks.takeRejection()
    log?.end(component, rejection: rejection)
    return rejection
  }

  private func values(of component: Component) -> [PropertyValue?] { type.slots.map { $0.get(component) } }

  /// Returns the properties whose values differ between `before` and `after`, each with its value in `after`, in the
  /// order in which properties are set. Read-only properties are left out.
  private func changed(_ before: [PropertyValue?], _ after: [PropertyValue?]) -> [Change] {
    type.applyOrder.compactMap { place in
      let isSettable = type.withSlot(place) { !$0.definition.isReadOnly }
      return isSettable && before[place] != after[place] ? (place, after[place]) : nil
    }
  }

  /// Adds the values to store to the reply, or a refusal if a value is not finite.
  private func note(_ changed: [Change], in answer: Answer) {
    // Only the first such value is reported, since the others may be computed from it.
    guard let wrong = changed.first(where: { $0.value?.notFinite != nil }), let words = wrong.value?.notFinite else {
      answer.writes = needed(changed)
      return
    }
    let name = type.slots[wrong.place].definition.name
    answer.refused = [
      HookMessage(property: name, text: "as the action leaves it, \(words), which is not a finite number")
    ]
  }

  /// Returns the changes without those that hooks derive from other changes. Tries to leave out one change at a time,
  /// computed properties first. A change is left out if a component built without it has the same property values.
  private func needed(_ changed: [Change]) -> [Change] {
    guard !type.definition.isInert, !changed.isEmpty else { return changed }
    let stored = changed.map { cells[$0.place] }
    defer { for (change, cell) in zip(changed, stored) { cells[change.place] = cell } }
    for (place, value) in changed { cells[place] = .value(value) }
    let (whole, outcome) = rebuilt()
    // If the build skips a changed value, the host will find the skipped value and refuse the edit.
    if changed.contains(where: { outcome.skips($0.place) }) { return changed }
    let declared = changed.indices.sorted { changed[$0].place < changed[$1].place }
    let computed = declared.filter { type.slots[changed[$0].place].definition.isComputed }
    var left = Set<Int>()
    for number in computed + declared.filter({ !computed.contains($0) }) {
      let place = changed[number].place
      let cell = cells[place]
      cells[place] = stored[number]
      if rebuilt().values == whole { left.insert(number) } else { cells[place] = cell }
    }
    return changed.indices.filter { !left.contains($0) }.map { changed[$0] }
  }

  /// Builds a component from the cells. Returns its property values, and the outcome with the skipped values.
  private func rebuilt() -> (values: [PropertyValue?], outcome: Outcome) {
    var outcome = Outcome()
    let component = build(cause: .recreate, outcome: &outcome)
    defer { detach(from: component) }
    return (values(of: component), outcome)
  }
}

extension ComponentBuilder.Answer {
  /// True if the reply to an action has nothing to report.
  fileprivate var isEmpty: Bool { writes.isEmpty && warnings.isEmpty && refused.isEmpty && steps.isEmpty }
}
