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
  }

  /// Builds, and reads what differs from the stored values.
  func load(_ row: borrowing Row, cause: ChangeCause, validates: Bool = false) -> Answer {
    var (answer, outcome) = (Answer(), Outcome())
    let component = build(row.stored, cause: cause, outcome: &outcome)
    answer.effective = differences(of: component, from: row.stored, skipping: outcome.skippedPlaces)
    answer.warnings = hooks.warnings
    answer.skipped = outcome.skipped
    if validates { answer.invalid = invalid(row.stored) }
    return answer
  }

  /// Stored values that break a rule of their property.
  private func invalid(_ stored: [StoredCell]) -> [HookMessage] {
    zip(type.slots, stored).compactMap { slot, cell in
      guard case .value(let value) = cell, let reason = slot.refusal(of: value) else { return nil }
      return HookMessage(property: slot.definition.name, text: reason)
    }
  }

  /// Builds from the stored attributes, sets the new values, throws the component away and builds it anew.
  func edit(_ row: borrowing Row) -> Answer {
    var (answer, loaded) = (Answer(), Outcome())
    let component = build(row.stored, cause: .load, outcome: &loaded)
    answer.before = differences(of: component, from: row.stored, skipping: loaded.skippedPlaces)
    hooks.warnings.removeAll(keepingCapacity: true)
    hooks.cause = .edit
    var stored = row.stored
    for (place, cell) in row.edits {
      let name = type.slots[place].definition.name
      let value = value(of: cell, at: place)
      if let reason = type.slots[place].refusal(of: value) ?? set(place, of: component, to: value) {
        answer.refused.append(HookMessage(property: name, text: reason))
      }
      stored[place] = cell
    }
    let editWarnings = hooks.warnings
    var rebuilt = Outcome()
    let final = build(stored, cause: .recreate, outcome: &rebuilt)
    answer.warnings = editWarnings + hooks.warnings.filter { !editWarnings.contains($0) }
    // What was left out before the edit, and is not part of it, stays left out and is no reason to refuse.
    let edited = Set(row.edits.map(\.place))
    for message in rebuilt.skipped where !loaded.skipped.contains(message) || isEdited(message, edited) {
      if !answer.refused.contains(message) { answer.refused.append(message) }
    }
    answer.skipped = rebuilt.skipped
    answer.effective = differences(of: final, from: stored, skipping: rebuilt.skippedPlaces)
    return answer
  }

  private func isEdited(_ message: HookMessage, _ edited: Set<Int>) -> Bool {
    message.property.flatMap(type.place(of:)).map(edited.contains) ?? false
  }

  /// A removed key means the default.
  private func value(of cell: StoredCell, at place: Int) -> PropertyValue? {
    switch cell {
    case .absent: type.slots[place].definition.defaultValue
    case .value(let value): value
    }
  }

  private func differences(
    of component: Component, from stored: [StoredCell], skipping skipped: Set<Int>
  ) -> [(place: Int, value: PropertyValue?)] {
    var found: [(place: Int, value: PropertyValue?)] = []
    for (place, slot) in type.slots.enumerated() {
      let value = slot.get(component)
      let isSkipped = !skipped.isEmpty && skipped.contains(place)
      if value != (isSkipped ? slot.definition.defaultValue : self.value(of: stored[place], at: place)) {
        found.append((place, value))
      }
    }
    return found
  }
}
