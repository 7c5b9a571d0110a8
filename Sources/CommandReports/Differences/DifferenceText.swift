package import CommandLineKit
internal import JSONText
package import SceneSessions

extension CommandRun {
  /// Prints the difference between two scenes, as text or as `inspector-diff/1`.
  ///
  /// - Parameters:
  ///   - scene: the name of the new scene, as the user wrote it.
  ///   - against: the kind of the other scene: `old` for the old file of `inspector diff`, `saved` for the last saved
  ///     state, `scene` for the scene under a scratch, or `file` for a file changed by another program.
  ///   - old: the name of the old scene, as the user wrote it; nil if the command line does not name it.
  ///   - countsOnly: true to print how much differs, without values.
  /// - Returns: true if there is any difference.
  @discardableResult
  package func report(
    _ comparison: SceneComparison, of scene: String, against: String, old: String? = nil, countsOnly: Bool
  ) throws(Diagnostic) -> Bool {
    guard !isJSON else {
      try printDifferences(comparison, of: scene, against: against, old: old, countsOnly: countsOnly)
      return !comparison.isEmpty
    }
    let isDifferent = try countsOnly ? printDifferenceCounts(comparison) : printDifferences(comparison)
    if !isDifferent { note("no difference") }
    return isDifferent
  }

  /// Prints the difference between two scenes: first the keys that are not properties, then colours, inserted and
  /// removed objects, and values, each in the order of the new scene.
  ///
  /// - Parameter margin: the text before each line.
  /// - Returns: true if there is any difference.
  package func printDifferences(_ comparison: SceneComparison, margin: String = "") throws(Diagnostic) -> Bool {
    var isDifferent = false
    func add(_ line: some StringProtocol) {
      isDifferent = true
      printWords("\(margin)\(line)")
    }
    comparison.forEachMember { member in
      for line in lines(member) { add(line) }
    }
    let report = EditText(self, isDryRun: false, isStdout: false, kind: .difference)
    let structure = EditResult(structureOf: comparison)
    for line in report.difference(structure) { add(line.dropFirst(2)) }
    let reported = Set(structure.structure.map { ExactText($0.object) })
    var object: String?
    comparison.forEachAttribute { attribute in
      guard reported.isEmpty || !reported.contains(ExactText(attribute.object)) else { return }
      for line in report.lines(ObjectChange(attribute), after: &object) { add(line.dropFirst(2)) }
    }
    try checkCancelled()
    return isDifferent
  }

  /// Returns the lines that describe a changed member: one line or, for runtime attributes, one for each changed
  /// attribute.
  private func lines(_ member: SceneDifference.Member) -> [String] {
    let owner = member.object.map { "\(TerminalText.escaped($0))." } ?? ""
    let values = ValueText(style: style, lineWidth: tableWidth)
    return member.changes.map { name, old, new in
      values.change(of: "\(owner)\(TerminalText.escaped(name))", from: old, to: new, none: "(none)")
    }
  }

  /// Prints the number of differences without listing them.
  ///
  /// - Returns: true if there is any difference.
  private func printDifferenceCounts(_ comparison: SceneComparison) throws(Diagnostic) -> Bool {
    var counts = EditResult(structureOf: comparison)
    var object: String?
    comparison.forEachAttribute { attribute in
      if object?.isExactly(attribute.object) != true { counts.changed += 1 }
      object = attribute.object
    }
    var members = 0
    comparison.forEachMember { _ in members += 1 }
    try checkCancelled()
    var words = counts.changed > 0 || counts.hasNewText ? [EditCounts(counts).words(isDryRun: false)] : []
    if members > 0 { words.append("\(pluralised(members, "other key")) changed") }
    if !words.isEmpty { printWords(words.joined(separator: ", ")) }
    return !words.isEmpty
  }
}
