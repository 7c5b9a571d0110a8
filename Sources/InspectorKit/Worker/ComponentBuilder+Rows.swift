extension ComponentBuilder {
  /// What a build request asks of one object.
  struct Row {
    /// A cell for every property of the class.
    var stored: [StoredCell]

    /// New values in the order in which they are set.
    var edits: [(place: Int, cell: StoredCell)] = []
  }

  /// What is to be said of one object; see the worker protocol.
  struct Answer {
    var effective: [(place: Int, value: PropertyValue?)] = []
    var before: [(place: Int, value: PropertyValue?)] = []
    var warnings: [HookMessage] = []
    var skipped: [HookMessage] = []
    var refused: [HookMessage] = []
    var invalid: [HookMessage] = []
    var steps: [LifecycleLog.Step] = []
  }

  /// Builds, and reads what differs from the stored values.
  func load(_ row: borrowing Row, cause: ChangeCause, validates: Bool = false) -> Answer {
    var (answer, outcome) = (Answer(), Outcome())
    log?.phase = cause == .recreate ? .recreate : .load
    let component = build(row.stored, cause: cause, outcome: &outcome)
    answer.steps = log?.takeSteps() ?? []
    answer.effective = differences(of: component, from: row.stored, outcome: &outcome)
    answer.warnings = hooks.warnings
    answer.skipped = outcome.skipped
    if validates { answer.invalid = invalid(row.stored) }
    return answer
  }

  /// Stored values that break a rule of their property.
  private func invalid(_ stored: [StoredCell]) -> [HookMessage] {
    guard type.hasRules else { return [] }
    return zip(type.slots, stored).compactMap { slot, cell in
      guard case .value(let value) = cell, let reason = slot.refusal(of: value) else { return nil }
      return HookMessage(property: slot.definition.name, text: reason)
    }
  }

  /// Builds from the stored attributes, sets the new values, throws the component away and builds it anew.
  func edit(_ row: borrowing Row) -> Answer {
    var (answer, loaded) = (Answer(), Outcome())
    log?.phase = .load
    let component = build(row.stored, cause: .load, outcome: &loaded)
    answer.before = differences(of: component, from: row.stored, outcome: &loaded)
    hooks.warnings.removeAll(keepingCapacity: true)
    hooks.cause = .edit
    log?.phase = .edit
    var stored = row.stored
    for (place, cell) in row.edits {
      let value = value(of: cell, at: place)
      if let reason = type.slots[place].refusal(of: value) ?? set(place, of: component, to: value) {
        answer.refused.append(HookMessage(property: type.slots[place].definition.name, text: reason))
      }
      stored[place] = cell
    }
    let editWarnings = hooks.warnings
    var rebuilt = Outcome()
    log?.phase = .recreate
    let final = build(stored, cause: .recreate, outcome: &rebuilt)
    answer.steps = log?.takeSteps() ?? []
    answer.warnings = editWarnings
    for warning in hooks.warnings where !editWarnings.contains(warning) { answer.warnings.append(warning) }
    answer.effective = differences(of: final, from: stored, outcome: &rebuilt)
    // What was left out before the edit, and is not part of it, stays left out and is no reason to refuse.
    for message in rebuilt.skipped where !loaded.skipped.contains(message) || isEdited(message, in: row) {
      if !answer.refused.contains(message) { answer.refused.append(message) }
    }
    answer.skipped = rebuilt.skipped
    return answer
  }

  private func isEdited(_ message: HookMessage, in row: borrowing Row) -> Bool {
    guard let place = message.property.flatMap(type.place(of:)) else { return false }
    return row.edits.contains { $0.place == place }
  }

  /// A removed key means the default.
  private func value(of cell: StoredCell, at place: Int) -> PropertyValue? {
    switch cell {
    case .absent: type.defaults[place]
    case .value(let value): value
    }
  }

  /// The effective values that are not what was stored. Of one that is not finite, which no document can hold, the
  /// outcome tells that it was left out.
  private func differences(
    of component: Component, from stored: [StoredCell], outcome: inout Outcome
  ) -> [(place: Int, value: PropertyValue?)] {
    var found: [(place: Int, value: PropertyValue?)] = []
    for place in type.slots.indices {
      let value = type.value(at: place, of: component)
      let isSkipped = !outcome.skippedPlaces.isEmpty && outcome.skippedPlaces.contains(place)
      if case .value(let stored) = stored[place], !isSkipped {
        if value == stored { continue }
      } else if value == type.defaults[place] {
        continue
      }
      // Stored values and defaults are finite, so what is not differs from them.
      if let words = value?.notFinite {
        let text = "as the component computes it, \(words), which is not a finite number"
        outcome.skipped.append(HookMessage(property: type.slots[place].definition.name, text: text))
      } else {
        found.append((place, value))
      }
    }
    return found
  }
}
