package import InspectorKit

/// A check of a plugin against all laws.
package struct ConformanceCheck {
  private let description: PluginDescription
  private let subject: any ConformanceSubject

  /// Prepares a check of a plugin. No check runs yet.
  ///
  /// - Parameters:
  ///   - description: the plugin's description of itself.
  ///   - subject: a worker of the plugin.
  package init(_ description: PluginDescription, _ subject: any ConformanceSubject) {
    (self.description, self.subject) = (description, subject)
  }

  /// Returns the findings about a description alone, such as that of a plugin without code.
  package static func report(of description: PluginDescription) -> ConformanceReport {
    var report = ConformanceReport()
    for finding in DescriptionCheck(description).findings { report.add(finding) }
    return report
  }

  /// Runs all checks and returns the report. Builds hundreds of components of each class, and starts a fresh worker
  /// after each crash.
  ///
  /// - Throws: the failure to start another worker, or the cancellation of the check by the user.
  package func run() throws(SubjectFailure) -> ConformanceReport {
    var report = Self.report(of: description)
    try subject.restart()
    var messages = MessageCheck(subject: subject, description: description)
    try messages.run()
    for finding in messages.findings { report.add(finding) }
    try subject.restart()
    var transformers = TransformerCheck(subject: subject, description: description)
    try transformers.run()
    for finding in transformers.findings { report.add(finding) }
    if !description.transformers.isEmpty { try subject.restart() }
    var checks: [ClassCheck] = []
    for definition in description.components + description.extensions {
      var check = ClassCheck(definition, subject, parent: parentValues(of: definition))
      try check.run()
      checks.append(check)
    }
    try subject.restart()
    for var check in checks {
      try check.tryDeterminism()
      try check.tryActionsAgain()
      try check.tryDrawingAgain()
      for finding in check.findings { report.add(finding) }
      report.classes.append(
        .init(name: check.definition.name, cases: check.messenger.cases, slowest: check.messenger.slowest))
    }
    return report
  }

  /// Returns plausible values of a parent: for each name that the class reads, the everyday value of a property of that
  /// name in the class itself or in another class of the plugin.
  private func parentValues(of definition: ComponentDefinition) -> [(name: String, value: PropertyValue)] {
    let all = ([definition] + description.components + description.bases).flatMap(\.properties)
    return definition.readsParent.compactMap { name in
      guard let property = all.first(where: { $0.name == name }),
        let value = BoundaryValues.everyday(of: property)?.value
      else { return nil }
      return (name, value)
    }
  }
}

extension ClassCheck {
  /// Checks that a second worker sends the same replies. The state of a component must not depend on earlier builds, on
  /// the clock, or on chance.
  mutating func tryDeterminism() throws(SubjectFailure) {
    let again = try ask(built, mode: .load)
    for (number, row) in built.enumerated() {
      guard let first = answers[number], let second = again[number], first != second else { continue }
      guard let (name, old, new) = difference(first, second, row) else {
        add(.determinism, .error, row.onlyStored?.0, nil, "two workers give different remarks on the same attributes")
        continue
      }
      add(
        .determinism, .error, name, row.stored[name],
        "one worker answers \(old), another \(new), for the same attributes")
    }
  }
}
