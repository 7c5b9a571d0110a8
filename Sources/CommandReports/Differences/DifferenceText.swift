package import CommandLineKit
internal import JSONText
package import SceneSessions

/// A writer of the difference between two scenes for a user of the shell, a line at a time.
package struct DifferenceText {
  private let run: CommandRun
  /// The text before each line.
  private let margin: String

  package init(run: CommandRun, margin: String = "") {
    self.run = run
    self.margin = margin
  }

  /// Writes the difference in the order of the new scene: first everything but properties, then colours, inserted and
  /// removed objects, and values.
  ///
  /// - Returns: true if there is any difference.
  package func write(_ comparison: SceneComparison) throws(Diagnostic) -> Bool {
    var isDifferent = false
    func print(_ line: some StringProtocol) {
      isDifferent = true
      run.print("\(margin)\(line)")
    }
    comparison.forEachMember { print(line($0)) }
    let report = EditText(run, isDryRun: false, isStdout: false, kind: .script)
    let structure = EditResult(structureOf: comparison)
    for line in report.difference(structure) { print(line.dropFirst(2)) }
    let reported = Set(structure.structure.map { ExactText($0.object) })
    var object: String?
    comparison.forEachAttribute { attribute in
      guard reported.isEmpty || !reported.contains(ExactText(attribute.object)) else { return }
      for line in report.lines(ObjectChange(attribute), after: &object) { print(line.dropFirst(2)) }
    }
    try run.checkCancelled()
    return isDifferent
  }

  private func line(_ member: SceneDifference.Member) -> String {
    let owner = member.object.map { "\(TerminalText.escaped($0))." } ?? ""
    let values = ValueText(style: run.style, lineWidth: run.tableWidth)
    let label = "\(owner)\(TerminalText.escaped(member.key))"
    return values.change(of: label, from: member.old, to: member.new, none: "(none)")
  }

  /// Writes the number of differences without listing them.
  ///
  /// - Returns: true if there is any difference.
  package func writeCounts(_ comparison: SceneComparison) throws(Diagnostic) -> Bool {
    var counts = EditResult(structureOf: comparison)
    var object: String?
    comparison.forEachAttribute { attribute in
      if object?.isExactly(attribute.object) != true { counts.changed += 1 }
      object = attribute.object
    }
    var members = 0
    comparison.forEachMember { _ in members += 1 }
    try run.checkCancelled()
    var words = counts.changed > 0 || counts.hasNewText ? [EditCounts(counts).words(isDryRun: false)] : []
    if members > 0 { words.append("\(pluralised(members, "other key")) changed") }
    if !words.isEmpty { run.print("\(margin)\(words.joined(separator: ", "))") }
    return !words.isEmpty
  }
}
