extension ComponentBuilder {
  /// The data of the reply about one object; each field becomes a member of the reply's JSON.
  final class Answer {
    var effective: [(place: Int, value: PropertyValue?)] = []
    var before: [(place: Int, value: PropertyValue?)] = []
    var warnings: [HookMessage] = []
    var skipped: [HookMessage] = []
    var refused: [HookMessage] = []
    var invalid: [HookMessage] = []
    var steps: [LifecycleLog.Step] = []

    /// The property values that the document must store after an action, by index.
    var writes: [(place: Int, value: PropertyValue?)] = []

    /// The component's drawing and its JSON; nil if the host did not request the drawing, or the class has no drawing
    /// of its own.
    var drawing: (list: DisplayList, json: [UInt8])?

    /// The component's messages about a touch that it lets pass; nil if the component receives the touch, or no hit
    /// test was requested.
    var passed: [String]?
  }

  /// Builds a component and returns a reply with the effective values that differ from the stored ones. Returns nil if
  /// there is nothing to report.
  ///
  /// - Parameters:
  ///   - cause: the reason for the build.
  ///   - validates: true to check the stored values against the rules of their properties.
  ///   - draws: true to add the component's drawing to the reply.
  ///   - hitTests: true to add to the reply whether a touch passes.
  func load(cause: ChangeCause, validates: Bool = false, draws: Bool = false, hitTests: Bool = false) -> Answer? {
    var (answer, outcome) = (Answer?.none, Outcome())
    log?.phase = cause == .load ? .load : .recreate
    let component = build(cause: cause, outcome: &outcome)
    let effective = differences(of: component, outcome: &outcome)
    if !hooks.warnings.isEmpty { answer.said.warnings = hooks.warnings }
    if draws, let drawing = drawing(of: component) { answer.said.drawing = drawing }
    if hitTests, let passed = passes(component) { answer.said.passed = passed }
    if let log { answer.said.steps = log.takeSteps() }
    detach(from: component)
    if !effective.isEmpty { answer.said.effective = effective }
    if !outcome.skipped.isEmpty { answer.said.skipped = outcome.skipped.map(\.message) }
    if validates, type.hasRules { checkRules(&answer) }
    return answer
  }

  /// Returns the drawing of a component and its JSON; nil if the class has no drawing of its own. Call this after all
  /// requested values were read, since drawing code may change them.
  private func drawing(of component: Component) -> (list: DisplayList, json: [UInt8])? {
    if isFollowed { begin("draw") }
    stack.reset()
    defer { _ = hooks.takeRejection() }
    let size = extent(of: component)
    var canvas = Canvas()
    component.draw(in: &canvas, size: size)
    for part in type.visibleParts { part.draw(of: component, in: &canvas, size: size) }
    log?.end(component)
    return canvas.isUntouched && canvas.displayList.entries.isEmpty ? nil : canvas.displayList.fittingMessage
  }

  /// Returns the component's messages if the touch passes through the component; nil if the component receives the
  /// touch, or no touch is given. Call this after all requested values were read, since the component's code may change
  /// them.
  private func passes(_ component: Component) -> [String]? {
    guard let touch else { return nil }
    if isFollowed { begin("hitTest") }
    stack.reset()
    defer { _ = hooks.takeRejection() }
    hooks.warnings = []
    let isTaken = component.hitTest(touch, in: extent(of: component)) != nil
    log?.end(component)
    return isTaken ? nil : hooks.warnings.map(\.text)
  }

  private func extent(of component: Component) -> Size {
    let given = size ?? type.frame(of: component)?.size ?? (component as? View)?.frame.size ?? .zero
    return Size(width: max(given.width, 0), height: max(given.height, 0))
  }

  /// Adds a message to the reply for each stored value that breaks a rule of its property.
  private func checkRules(_ answer: inout Answer?) {
    for (place, slot) in type.slots.enumerated() where !slot.rules.isEmpty {
      guard case .value(let value) = cells[place], let reason = slot.refusal(of: value) else { continue }
      answer.said.invalid.append(HookMessage(property: slot.definition.name, text: reason))
    }
  }

  /// Builds a component from the stored attributes, sets the new values on it, discards it, and builds a second
  /// component from the new attributes. The effective values in the reply are those of the second component. Returns
  /// nil if there is nothing to report.
  ///
  /// - Parameter tellsBefore: true to report the effective values before the edit, too.
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
    // The cells are restored to the values before the edit.
    for number in edits.indices.reversed() { swap(&cells[edits[number].place], &edits[number].cell) }
    guard !rebuilt.skipped.isEmpty else { return answer }
    // The values that were already skipped before the edit are complete only after a comparison, so the edit is
    // repeated with one.
    guard tellsBefore else { return edit(tellsBefore: true) }
    report(rebuilt, after: loaded, &answer)
    return answer
  }

  /// Sets the new values on a component and adds refusals to the reply. Swaps the new values into the cells, so that
  /// the next build uses them as stored values.
  private func setEdits(of component: Component, _ answer: inout Answer?) {
    for number in edits.indices {
      let place = edits[number].place
      swap(&cells[place], &edits[number].cell)
      guard let reason = refusal(at: place) ?? set(place, of: component) else { continue }
      answer.said.refused.append(HookMessage(property: type.slots[place].definition.name, text: reason))
    }
  }

  /// Returns the reason why the value of a cell breaks a rule of its property; nil if it breaks none.
  private func refusal(at place: Int) -> String? {
    type.withSlot(place) { slot in
      guard !slot.rules.isEmpty, case .value(let value) = cell(at: place).pointee else { return nil }
      return slot.refusal(of: value)
    }
  }

  /// Adds to the reply the values that the rebuild after an edit skipped. A skipped value is a reason to refuse the
  /// edit, unless the value was already skipped before the edit and is not set by it.
  private func report(_ rebuilt: Outcome, after loaded: Outcome, _ answer: inout Answer?) {
    let former = loaded.skipped.map(\.message)
    for (place, message) in rebuilt.skipped where !answer.said.refused.contains(message) {
      let isEdited = place.map { place in edits.contains { $0.place == place } } ?? false
      if isEdited || !former.contains(message) { answer.said.refused.append(message) }
    }
    answer.said.skipped = rebuilt.skipped.map(\.message)
  }

  /// Returns the effective values that differ from the stored values or, where nothing is stored, from the defaults. A
  /// value that is not finite, which no document can contain, is recorded in the outcome as skipped.
  ///
  /// - Parameter listsSkipped: true to include the effective values of properties whose stored values were skipped;
  ///   false to compare these with the defaults.
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
  /// The reply; reading this property creates it if it is nil.
  fileprivate var said: ComponentBuilder.Answer {
    mutating get {
      if let self { return self }
      let answer = ComponentBuilder.Answer()
      self = answer
      return answer
    }
  }
}
