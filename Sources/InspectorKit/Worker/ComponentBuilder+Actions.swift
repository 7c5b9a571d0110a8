// Running actions.
extension ComponentBuilder {
  /// Builds a component from what is stored, runs an action on it, and computes what has to be stored so that the
  /// component, built again, is as the action leaves it; nil where nothing has to be stored and no hook gave a remark.
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
    // What the builds for the comparison did is nobody's concern.
    _ = log?.takeSteps()
    return answer.isEmpty ? nil : answer
  }

  /// A property that an action changed, and its value now.
  private typealias Change = (place: Int, value: PropertyValue?)

  /// Runs an action; why a hook, or the action itself, refused it.
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

  /// The properties that can be set and have another value, in the order in which they are set.
  private func changed(_ before: [PropertyValue?], _ after: [PropertyValue?]) -> [Change] {
    type.applyOrder.compactMap { place in
      let isSettable = type.withSlot(place) { !$0.definition.isReadOnly }
      return isSettable && before[place] != after[place] ? (place, after[place]) : nil
    }
  }

  private func note(_ changed: [Change], in answer: Answer) {
    // Other properties may be computed from it, so that only the first is reported.
    guard let wrong = changed.first(where: { $0.value?.notFinite != nil }), let words = wrong.value?.notFinite else {
      answer.writes = needed(changed)
      return
    }
    let name = type.slots[wrong.place].definition.name
    answer.refused = [
      HookMessage(property: name, text: "as the action leaves it, \(words), which is not a finite number")
    ]
  }

  /// The changes without those that hooks make from the others: each in turn is left out, computed properties first, and
  /// stays out where the component built without it is the same.
  private func needed(_ changed: [Change]) -> [Change] {
    guard !type.definition.isInert, !changed.isEmpty else { return changed }
    let stored = changed.map { cells[$0.place] }
    defer { for (change, cell) in zip(changed, stored) { cells[change.place] = cell } }
    for (place, value) in changed { cells[place] = .value(value) }
    let (whole, outcome) = rebuilt()
    // The host is to find that, and to refuse the edit.
    if changed.contains(where: { outcome.skips($0.place) }) { return changed }
    let declared = changed.indices.sorted { changed[$0].place < changed[$1].place }
    let computed = declared.filter { isComputed(changed[$0].place) }
    var left = Set<Int>()
    for number in computed + declared.filter({ !computed.contains($0) }) {
      let place = changed[number].place
      let cell = cells[place]
      cells[place] = stored[number]
      if rebuilt().values == whole { left.insert(number) } else { cells[place] = cell }
    }
    return changed.indices.filter { !left.contains($0) }.map { changed[$0] }
  }

  private func isComputed(_ place: Int) -> Bool { type.withSlot(place) { $0.definition.isComputed } }

  /// What the component is that the cells make.
  private func rebuilt() -> (values: [PropertyValue?], outcome: Outcome) {
    var outcome = Outcome()
    let component = build(cause: .recreate, outcome: &outcome)
    defer { detach(from: component) }
    return (values(of: component), outcome)
  }
}

extension ComponentBuilder.Answer {
  /// Whether an action has left nothing to report.
  fileprivate var isEmpty: Bool { writes.isEmpty && warnings.isEmpty && refused.isEmpty && steps.isEmpty }
}
