internal import InspectorKit

// Components built from stored attributes.
extension ClassCheck {
  /// Checks that a component without attributes has the declared defaults, unless its `awake` or `prepareForInspector`
  /// changes values.
  mutating func tryDefaults() throws(SubjectFailure) {
    guard let fresh = try ask([BuildCase()], mode: .load, asksLifecycle: true).first ?? nil, !isExtension else {
      return
    }
    for (name, cell) in fresh.effective.sorted(by: { $0.key < $1.key }) {
      guard fresh.lifecycleWrites?.isEmpty ?? true, let property = definition.property(named: name) else { continue }
      let declared = StoredCell.value(property.defaultValue).text
      add(
        .defaults, fresh.lifecycleWrites == nil && !definition.isInert ? .warning : .error, name, nil,
        "an instance without attributes has \(cell.text), but the declared default is \(declared)")
    }
    for skipped in fresh.skipped {
      add(.defaults, .error, skipped.property, nil, "an instance without attributes is refused: \(skipped.text)")
    }
  }

  /// Checks that no hook sets a property to a value that its declaration does not allow, or that no scene can store.
  mutating func checkLimits(_ answer: BuildAnswer, _ row: BuildCase) {
    let set = row.setValue
    func cause(_ name: String) -> String {
      guard let (property, cell) = set, property != name, let cell else { return "" }
      return ", when '\(property)' is \(cell.text)"
    }
    for (name, cell) in answer.effective.sorted(by: { $0.key < $1.key }) {
      guard let property = definition.property(named: name), let value = cell.value else { continue }
      let given = set?.0 == name ? set?.1 : nil
      if let range = property.range, !range.contains(value) {
        add(
          .limits, .error, name, given,
          "a hook makes it \(cell.text)\(cause(name)), but \(range.rule)")
      }
      if !property.options.isEmpty, !property.options.contains(where: { $0.value == value }) {
        add(.limits, .error, name, given, "a hook makes it \(cell.text)\(cause(name)), which is not one of its options")
      }
    }
    for skipped in answer.skipped {
      // A value that is computed from the largest numbers may overflow, which is only a warning.
      guard let name = skipped.property, row.after[name] == nil else { continue }
      let isComputed = definition.property(named: name)?.isComputed ?? false
      add(.limits, isComputed ? .warning : .error, name, nil, "it has no value\(cause(name)): \(skipped.text)")
    }
  }

  /// Checks that a class declared to be inert neither changes a value nor issues a warning, since the host never builds
  /// its components.
  mutating func checkInertness(_ answer: BuildAnswer, _ row: BuildCase) {
    guard definition.isInert else { return }
    let remarks = answer.warnings + answer.skipped + answer.refused
    guard let name = answer.effective.keys.sorted().first ?? remarks.first?.property else {
      guard let remark = remarks.first else { return }
      add(.inertness, .error, nil, nil, "the class is declared inert, but gives a remark: \(remark.text)")
      return
    }
    let what = answer.effective[name].map { "changes it to \($0.text)" } ?? "gives a remark on it"
    add(.inertness, .error, name, row.after[name], "the class is declared inert, but \(what)")
  }

  /// Checks that the same attributes result in the same values when a component is rebuilt, as after an edit.
  mutating func tryRecreation() throws(SubjectFailure) {
    let again = try ask(built, mode: .recreate)
    for (number, row) in built.enumerated() {
      guard let first = answers[number], let second = again[number],
        let (name, old, new) = difference(first, second, row)
      else { continue }
      add(
        .recreation, .error, name, row.stored[name],
        "a component rebuilt from the same attributes answers \(new), but answered \(old) at first")
    }
  }

  /// Checks that the order of attributes in a scene has no effect: the class defines the order in which they are
  /// applied.
  mutating func tryOrder() throws(SubjectFailure) {
    guard editable.count > 1 else { return }
    let row = BuildCase(stored: everyday)
    guard let first = try ask([row], mode: .load).first ?? nil,
      let second = try ask([row], mode: .load, isReversed: true).first ?? nil,
      let (name, old, new) = difference(first, second, row)
    else { return }
    add(
      .order, .error, name, nil,
      "it is \(new) with the attributes in another order, but \(old) otherwise; apply them in the order of their declaration"
    )
  }

  /// Returns the first property whose value differs between two replies, and both values as text; nil if none differs.
  func difference(_ first: BuildAnswer, _ second: BuildAnswer, _ row: BuildCase) -> (name: String, String, String)? {
    guard first.effective != second.effective else { return nil }
    let (old, new) = (first.state(of: definition, stored: row.stored), second.state(of: definition, stored: row.stored))
    return Self.firstDifference(old, new).map { ($0, Self.words(old, $0), Self.words(new, $0)) }
  }

  /// Returns the first name, in alphabetical order, whose values differ; nil if all are equal.
  static func firstDifference(_ first: [String: StoredCell], _ second: [String: StoredCell]) -> String? {
    Set(first.keys).union(second.keys).sorted().first { first[$0] != second[$0] }
  }

  /// Returns the value of a property as text; `nothing` if the property has no value.
  static func words(_ values: [String: StoredCell], _ name: String?) -> String {
    name.flatMap { values[$0] }?.text ?? "nothing"
  }
}
