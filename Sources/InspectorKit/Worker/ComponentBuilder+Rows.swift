extension ComponentBuilder {
  /// A reply about one object; each field is a member of the worker protocol's reply.
  final class Answer {
    var effective: [(place: Int, value: PropertyValue?)] = []
    var before: [(place: Int, value: PropertyValue?)] = []
    var warnings: [HookMessage] = []
    var skipped: [HookMessage] = []
    var refused: [HookMessage] = []
    var invalid: [HookMessage] = []
    var steps: [LifecycleLog.Step] = []

    /// The property values that the document must store after an action.
    var writes: [(place: Int, value: PropertyValue?)] = []

    /// The component's drawing and its JSON; nil if the host did not request it, or the class has no drawing of its own.
    var drawing: (list: DisplayList, json: [UInt8])?
  }

  /// Builds a component and reads the values that differ from the stored ones; returns nil if there is nothing to
  /// report.
  func load(cause: ChangeCause, validates: Bool = false, draws: Bool = false) -> Answer? {
    var (answer, outcome) = (Answer?.none, Outcome())
    log?.phase = cause == .load ? .load : .recreate
    let component = build(cause: cause, outcome: &outcome)
    let effective = differences(of: component, outcome: &outcome)
    if !hooks.warnings.isEmpty { answer.said.warnings = hooks.warnings }
    if draws, let drawing = drawing(of: component) { answer.said.drawing = drawing }
    if let log { answer.said.steps = log.takeSteps() }
    detach(from: component)
    if !effective.isEmpty { answer.said.effective = effective }
    if !outcome.skipped.isEmpty { answer.said.skipped = outcome.skipped.map(\.message) }
    if validates, type.hasRules { checkRules(&answer) }
    return answer
  }

  /// Draws a component. Call this after all requested values were read, since drawing code may change them.
  private func drawing(of component: Component) -> (list: DisplayList, json: [UInt8])? {
    if isFollowed { begin("draw") }
    stack.reset()
    defer { _ = hooks.takeRejection() }
    let given = size ?? type.frame(of: component)?.size ?? (component as? View)?.frame.size ?? .zero
    let size = Size(width: max(given.width, 0), height: max(given.height, 0))
    var canvas = Canvas()
    component.draw(in: &canvas, size: size)
    for part in type.visibleParts { part.draw(of: component, in: &canvas, size: size) }
    log?.end(component)
    return canvas.isUntouched && canvas.displayList.entries.isEmpty ? nil : canvas.displayList.fittingMessage
  }

  /// Adds a message to the reply for each stored value that breaks a rule of its property.
  private func checkRules(_ answer: inout Answer?) {
    for (place, slot) in type.slots.enumerated() where !slot.rules.isEmpty {
      guard case .value(let value) = cells[place], let reason = slot.refusal(of: value) else { continue }
      answer.said.invalid.append(HookMessage(property: slot.definition.name, text: reason))
    }
  }

  /// Builds a component from the stored attributes, sets the new values, discards the component and builds a second one
  /// from the new attributes. Returns nil if there is nothing to report.
  ///
  /// - Parameter tellsBefore: true to report the effective values before the edit.
  func edit(tellsBefore: Bool) -> Answer? {
    let tellsBefore = tellsBefore || isFollowed
    var (answer, loaded) = (Answer?.none, Outcome())
    log?.phase = .load
    let component = build(cause: .load, outcome: &loaded)
    if tellsBefore {
      let before = differences(of: component, outcome: &loaded, listsSkipped: true)
      if !before.isEmpty { answer.said.before = before }
    }
    hooks.begin(.edit)
    log?.phase = .edit
    setEdits(of: component, &answer)
    detach(from: component)
    let warnings = hooks.warnings
    var rebuilt = Outcome()
    log?.phase = .recreate
    let final = build(cause: .recreate, outcome: &rebuilt)
    if let log { answer.said.steps = log.takeSteps() }
    if !warnings.isEmpty || !hooks.warnings.isEmpty {
      answer.said.warnings = warnings + hooks.warnings.filter { !warnings.contains($0) }
    }
    let effective = differences(of: final, outcome: &rebuilt)
    detach(from: final)
    if !effective.isEmpty { answer.said.effective = effective }
    // The cells get the values from before the edit again.
    for number in edits.indices.reversed() { swap(&cells[edits[number].place], &edits[number].cell) }
    guard !rebuilt.skipped.isEmpty else { return answer }
    // Only a comparison finds every value that was already skipped before the edit.
    guard tellsBefore else { return edit(tellsBefore: true) }
    report(rebuilt, after: loaded, &answer)
    return answer
  }

  /// Sets the new values, adds refusals to the reply, and swaps the new values into the cells, so that they count as
  /// stored.
  private func setEdits(of component: Component, _ answer: inout Answer?) {
    for number in edits.indices {
      let place = edits[number].place
      swap(&cells[place], &edits[number].cell)
      guard let reason = refusal(at: place) ?? set(place, of: component) else { continue }
      answer.said.refused.append(HookMessage(property: type.slots[place].definition.name, text: reason))
    }
  }

  /// Returns the reason why the value of a cell breaks a rule; nil if it breaks none.
  private func refusal(at place: Int) -> String? {
    type.withSlot(place) { slot in
      guard !slot.rules.isEmpty, case .value(let value) = cell(at: place).pointee else { return nil }
      return slot.refusal(of: value)
    }
  }

  /// Reports the values that the build after an edit skipped. A value that was already skipped before the edit, and is
  /// not part of it, is no reason to refuse the edit.
  private func report(_ rebuilt: Outcome, after loaded: Outcome, _ answer: inout Answer?) {
    let former = loaded.skipped.map(\.message)
    for (place, message) in rebuilt.skipped where !answer.said.refused.contains(message) {
      let isEdited = place.map { place in edits.contains { $0.place == place } } ?? false
      if isEdited || !former.contains(message) { answer.said.refused.append(message) }
    }
    answer.said.skipped = rebuilt.skipped.map(\.message)
  }

  /// Returns the effective values that differ from the stored ones. A value that is not finite, which no document can
  /// contain, is recorded as skipped in the outcome.
  ///
  /// - Parameter listsSkipped: true to include the values that apply in place of skipped stored ones.
  func differences(
    of component: Component, outcome: inout Outcome, listsSkipped: Bool = false
  ) -> [(place: Int, value: PropertyValue?)] {
    var found: [(place: Int, value: PropertyValue?)] = []
    for place in 0..<type.slots.count {
      let stored = cell(at: place, isSkipped: !listsSkipped && outcome.skips(place))
      if type.withSlot(place, { slot in reach(slot, of: component) { slot.access.holds($0, stored) } }) { continue }
      // Stored values and defaults are finite, so a value that is not finite always differs from them.
      let value = type.slots[place].get(component)
      if let words = value?.notFinite {
        outcome.skip(place, of: type, "as the component computes it, \(words), which is not a finite number")
        if listsSkipped { found.append((place, type.slots[place].definition.defaultValue)) }
      } else {
        found.append((place, value))
      }
    }
    return found
  }
}

extension ComponentBuilder.Answer? {
  /// The reply, which is created when this property is first read.
  fileprivate var said: ComponentBuilder.Answer {
    mutating get {
      if let self { return self }
      let answer = ComponentBuilder.Answer()
      self = answer
      return answer
    }
  }
}
