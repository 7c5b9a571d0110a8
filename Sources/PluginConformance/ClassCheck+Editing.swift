internal import InspectorKit

// The edits of components.
extension ClassCheck {
  /// Sets each boundary value on a component without attributes and on one with everyday values, and checks the
  /// results. Then checks components that are built from the results, and the states before the edits. If the class is
  /// no extension, also sets each allowed result again, and checks components that are built from all effective values,
  /// as from a bundle.
  mutating func tryEdits() throws(SubjectFailure) {
    var settled: [BuildCase] = []
    for property in editable {
      guard !messenger.isGivenUp else { return }
      let cells = BoundaryValues.cells(of: property)
      let rows = [[:], everyday].flatMap { stored in
        cells.map { BuildCase(stored: stored, edit: (property.name, $0)) }
      }
      let edited = try ask(rows, mode: .edit)
      var again: [(row: BuildCase, state: [String: StoredCell])] = []
      for (row, answer) in zip(rows, edited) {
        guard let answer else { continue }
        checkLimits(answer, row)
        checkInertness(answer, row)
        guard answer.refused.isEmpty else { continue }
        let state = answer.state(of: definition, stored: row.after)
        settled.append(BuildCase(stored: row.after))
        guard let read = state[property.name], !isExtension, allows(read, property) else { continue }
        again.append((BuildCase(stored: row.after, edit: (property.name, read)), state))
      }
      try checkSettling(property, again)
    }
    try checkRebuilt(settled)
    try tryBefore()
    guard !isExtension else { return }
    try tryBundles()
  }

  /// Checks that an edit reports the correct state before the edit: the state of a component built from the same
  /// attributes, even if a stored value is rejected. An edit such as `level*=0.5` starts from that state.
  private mutating func tryBefore() throws(SubjectFailure) {
    for property in editable {
      var rows: [(row: BuildCase, state: [String: StoredCell])] = []
      for (row, answer) in zip(built, answers) where row.onlyStored?.0 == property.name {
        guard let answer, let cell = everyday[property.name] else { continue }
        let state = answer.state(of: definition, stored: row.stored)
        rows.append((BuildCase(stored: row.stored, edit: (property.name, cell)), state))
      }
      for ((row, state), answer) in zip(rows, try ask(rows.map(\.row), mode: .edit)) {
        guard let answer else { continue }
        let before = answer.stateBefore(of: definition, stored: row.stored)
        guard let name = Self.firstDifference(state, before) else { continue }
        add(
          .recreation, .error, name, row.stored[property.name],
          "an edit reports that it was \(Self.words(before, name)) before, but it is built as \(Self.words(state, name))"
        )
      }
    }
  }

  /// Returns true if the declaration allows a value for the property, by its range or, for nil, because the property is
  /// optional.
  private func allows(_ cell: StoredCell, _ property: PropertyDefinition) -> Bool {
    guard let value = cell.value else { return property.isOptional }
    return property.range?.contains(value) ?? true
  }

  /// Sets properties to values read from components, and checks that the components do not change.
  ///
  /// - Parameter rows: the edits that set the values, and the states before them.
  private mutating func checkSettling(
    _ property: PropertyDefinition, _ rows: [(row: BuildCase, state: [String: StoredCell])]
  ) throws(SubjectFailure) {
    for ((row, state), answer) in zip(rows, try ask(rows.map(\.row), mode: .edit)) {
      guard let answer, let read = row.edit?.cell else { continue }
      if let refused = answer.refused.first {
        let set = row.stored[property.name]?.text ?? "nothing"
        add(
          .settling, .error, property.name, read,
          "this value is read after setting \(set), but setting it is refused: \(refused.text)")
        continue
      }
      let next = answer.state(of: definition, stored: row.after)
      guard let name = Self.firstDifference(state, next) else { continue }
      let place = name == property.name ? "" : "'\(name)' "
      add(
        .settling, .error, property.name, read,
        "this value is read, but setting it again changes \(place)\(Self.words(state, name)) to \(Self.words(next, name))"
      )
    }
  }

  /// Checks that an accepted edit is not refused later: builds components from the attributes that edits stored, as
  /// when the scene is opened.
  private mutating func checkRebuilt(_ rows: [BuildCase]) throws(SubjectFailure) {
    for (row, answer) in zip(rows, try ask(rows, mode: .load)) {
      guard let answer,
        let skipped = answer.skipped.first(where: { $0.property.map { row.stored[$0] != nil } ?? false })
      else { continue }
      add(
        .recreation, .error, skipped.property, skipped.property.flatMap { row.stored[$0] },
        "an edit is accepted, but refused when the scene is opened: \(skipped.text)")
    }
  }

  /// Checks that a component built from all effective values, as from a bundle, has the same effective values.
  private mutating func tryBundles() throws(SubjectFailure) {
    for stored in [[:], everyday] {
      guard let first = try ask([BuildCase(stored: stored)], mode: .load).first ?? nil else { continue }
      let exported = first.state(of: definition, stored: stored).filter { name, cell in
        guard let property = definition.property(named: name), !property.isComputed, !property.isReadOnly else {
          return false
        }
        return cell.value != nil || stored[name] != nil
      }
      guard let second = try ask([BuildCase(stored: exported)], mode: .load).first ?? nil else { continue }
      let next = second.state(of: definition, stored: exported).filter { exported[$0.key] != nil }
      guard let name = Self.firstDifference(exported, next) else { continue }
      add(
        .bundles, .error, name, nil,
        "it is \(Self.words(exported, name)), but \(Self.words(next, name)) once all effective values are stored, as in a bundle"
      )
    }
  }

  /// Sets texts of 10 MB, one at a time. A text that exceeds the time limit causes only a warning, since plugins need
  /// not be fast with such a text.
  mutating func tryLongTexts() throws(SubjectFailure) {
    let text = String(repeating: "0123456789abcdef", count: BoundaryValues.longText / 16)
    for property in editable where property.type == .string && property.options.isEmpty {
      guard !messenger.isGivenUp else { return }
      let row = BuildCase(edit: (property.name, .value(.string(text))))
      _ = try messenger.answers([row], mode: .edit) { _, failure in
        add(failure.law, failure.kind == .late ? .warning : .error, property.name, row.edit?.cell, failure.words)
      }
    }
  }
}
