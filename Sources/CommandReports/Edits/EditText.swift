package import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import SceneDocument
package import SceneSessions

/// A report of edits as text: a line for each scene and, for a dry run or in a shell, the differences.
package final class EditText: EditReport {
  private let run: CommandRun
  private var isDryRun: Bool

  /// True if the scene is written to the standard output. All messages then go to the standard error.
  private let isStdout: Bool
  private let kind: Kind
  /// True if a dry run prints the numbers of removed and inserted bytes of each file.
  private let countsBytes: Bool
  let style: Style
  let values: ValueText
  private lazy var declared = DeclaredProperties(run)
  private var total = EditCounts()
  private var summary = EditSummary()

  /// The scenes without anything to edit.
  private var unmatched = ScenesWithoutEdit()

  /// The refused scenes; equal refusals are printed once.
  private var refusals = RefusedScenes()

  /// The steps of a script as phrases, with the number of objects that they match in all scenes so far; nil for a step
  /// that selects no objects.
  private var steps: [(summary: String, matched: Int?)]

  /// The changes of a scene that is open in a shell.
  private let openChanges = OpenSceneChanges()

  /// The kind of counts in a scene's summary line.
  package enum Kind {
    /// The number of changed objects among those that one selector matches.
    case selection
    /// The number of changed objects among those that store the value to be replaced.
    case values
    /// The number of differences of each kind.
    case script
    /// The number of differences of each kind, without the differences themselves, and a sum over all scenes.
    case counts
    /// The differences between the stored values of two scenes, whose effective values are unknown.
    case difference
  }

  package init(
    _ run: CommandRun, isDryRun: Bool, isStdout: Bool, kind: Kind = .selection, countsBytes: Bool = false,
    steps: [EditStep] = []
  ) {
    self.countsBytes = countsBytes
    self.steps = steps.map { ($0.summary, nil) }
    self.run = run
    self.isDryRun = isDryRun
    self.isStdout = isStdout
    self.kind = kind
    style = run.style
    values = ValueText(style: style, lineWidth: run.tableWidth)
  }

  package func finish(left: Int, _ failure: Diagnostic?, _ status: ExitStatus) {
    refusals.repeated.forEach(run.say)
    if let failure { run.say(failure) }
    if failure == nil, let words = unmatched.words(of: summary.count) { run.note("inspector: \(words)") }
    if steps.count > 1, steps.contains(where: { $0.matched != nil }), kind == .counts || summary.count + left > 1 {
      stepTable.lines(width: run.tableWidth).forEach(kind == .counts ? result : report)
    }
    if kind == .counts { result("\(pluralised(summary.count, "scene")): \(total.words(isDryRun: isDryRun))") }
    guard summary.count + left > 1 else { return }
    summary.lines(isDryRun: isDryRun, left: left, style: style, width: run.tableWidth).forEach(report)
  }

  /// A table of the steps with the numbers of objects that they match.
  private var stepTable: TextTable {
    var table = TextTable()
    table.add(headings: ["STEP", "MATCHED", "EDIT"], style)
    for (number, step) in steps.enumerated() {
      table.add([
        TextTable.Cell("\(number + 1)", as: .fixed), TextTable.Cell(step.matched.map { "\($0)" } ?? "", as: .fixed),
        TextTable.Cell(TerminalText.escaped(step.summary), as: .words),
      ])
    }
    return table
  }

  /// Writes a summary line about an edit, unless `--quiet` is given.
  private func report(_ line: String) { if !run.context.isQuiet { result(line) } }

  private func result(_ line: String) {
    if isStdout { run.say(line) } else { run.printWords(line) }
  }

  package func withhold() { isDryRun = true }

  package func add(_ outcome: EditOutcome) {
    summary.add(outcome)
    // A name that no scene has is reported once, at the end, and so are the scenes in which there is nothing to edit.
    if outcome.isUnmatched {
      unmatched.add(outcome.scene)
      if let result = outcome.result { total.add(result) }
      return
    }
    if let failure = outcome.failure {
      if !failure.isRefusalOfEdit {
        run.say(failure)
      } else if refusals.add(failure, of: outcome.scene) {
        run.say(failure)
        run.note("\(TerminalText.escaped(outcome.scene)): nothing was changed")
      }
    }
    guard let result = outcome.result else { return }
    for (step, matched) in zip(steps.indices, result.matchedBySteps) {
      if let matched { steps[step].matched = (steps[step].matched ?? 0) + matched }
    }
    var shown = outcome.listing?.shownWarnings ?? ShownWarnings()
    for change in result.changes { shown.add(notesOf: change) }
    for warning in result.warnings where !(showsDifference && shown.holds(warning)) { run.say(warning.shown()) }
    for skipped in result.skipped { run.say(skipped.shown()) }
    let scene = TerminalText.escaped(outcome.scene)
    total.add(result)
    let difference = showsDifference ? difference(result) : []
    if isOfOpenScene {
      reportOpenScene(result, difference)
    } else {
      let listing = outcome.listing.flatMap { $0.isEmpty ? nil : $0 }
      if isDryRun, !difference.isEmpty || listing != nil { ([style.bold(scene)] + difference).forEach(run.printWords) }
      listing?.write(to: run)
      let users = outcome.users.map { "; \($0.words)" } ?? ""
      let bytes = result.hasNewText && countsBytes ? result.bytes.map { " (\(Self.words($0)))" } ?? "" : ""
      let line = "\(written(outcome) ?? scene): \(words(result))\(EditCounts.words(result.remarks))\(bytes)\(users)"
      switch kind {
      case .counts: self.result(line)
      case .selection where result.matched == 0 && result.colors.isEmpty, .values where result.matched == 0:
        run.note(line)
      case .selection, .values, .script, .difference: ([line] + remarkLines(result.remarks)).forEach(report)
      }
    }
  }

  /// Returns a line for each of the first remarks about stored values, and the number of further remarks if there are
  /// any.
  private func remarkLines(_ remarks: EditRemarks) -> [String] {
    let left = remarks.count - remarks.first.count
    return remarks.first.map { "  \(TerminalText.escaped($0.text))" }
      + (left > 0 ? [style.dim("  … \(left) more")] : [])
  }

  /// Returns the output's name as shown in messages: the output file's name or, for the standard output, the scene's
  /// name. Returns nil if the scene's own file is the only output.
  private func written(_ outcome: EditOutcome) -> String? {
    outcome.output.map { $0 == "-" ? TerminalText.escaped(outcome.scene) : TerminalText.escaped($0) }
  }

  /// True if the edited scene is open in a shell, and the edit is not a dry run. The shell prints the difference as the
  /// result.
  private var isOfOpenScene: Bool { run.workspace.keepsScenes && !isDryRun }

  /// True if the changes are printed, with the messages of hooks below them.
  private var showsDifference: Bool { kind != .counts && (isDryRun || isOfOpenScene) }

  /// Reports an edit of a scene that is open in a shell: the difference, without the scene's name.
  private func reportOpenScene(_ result: EditResult, _ difference: [String]) {
    let lines = (difference.prefix(OpenSceneChanges.mostLines) + openChanges.lines).prefix(OpenSceneChanges.mostLines)
    let count = difference.count + openChanges.count
    for line in lines { run.printWords(String(line.dropFirst(2))) }
    if count > lines.count { run.print(style.dim("… \(count - lines.count) more lines")) }
    if count == 0 || result.matched > 1 { report(words(result)) }
  }

  private func words(_ result: EditResult) -> String {
    if kind != .selection, kind != .values {
      // A dry run and a shell list the inserted objects.
      let namesInserted = kind == .script && !isDryRun && !isOfOpenScene
      return EditCounts(result).words(isDryRun: isDryRun, namesInserted: namesInserted)
    }
    if result.colors.contains(where: \.isChanged) || !result.colors.isEmpty && result.changed == 0 {
      return words(result.colors)
    }
    let skipped = result.skipped.isEmpty ? "" : ", \(pluralised(result.skipped.count, "edit")) refused"
    if result.matched == 0 {
      return (kind == .values ? "no property has the value" : "the selector matches nothing") + skipped
    }
    if result.changed == 0 { return "nothing to change in \(pluralised(result.matched, "object"))" + skipped }
    let verb = isDryRun ? "would be changed" : "changed"
    return "\(result.changed) of \(pluralised(result.matched, "object")) \(verb)" + skipped
  }

  private func words(_ colors: [ColorChange]) -> String {
    let changes = colors.filter(\.isChanged)
    guard !changes.isEmpty else { return "nothing to change in the palette" }
    return changes.map { color in
      let verb =
        color.newName != nil ? "renamed" : color.new == nil ? "removed" : color.old == nil ? "added" : "changed"
      let name = TerminalText.escaped(color.name)
      let target = color.newName.map { " to '\(TerminalText.escaped($0))'" } ?? ""
      let uses = color.new == nil ? "" : color.uses.map { " (\(Self.uses($0)))" } ?? ""
      return isDryRun ? "'\(name)' would be \(verb)\(target)\(uses)" : "\(verb) '\(name)'\(target)\(uses)"
    }.joined(separator: "; ")
  }

  private static func words(_ bytes: ChangedBytes) -> String {
    "\(pluralised(bytes.removed, "byte")) removed, \(bytes.inserted) inserted"
  }

  /// Returns the number of attributes that use a colour, as text.
  private static func uses(_ count: Int) -> String {
    switch count {
    case 0: "not used"
    default: "used by \(pluralised(count, "attribute"))"
    }
  }

  // MARK: the difference

  package func listing() -> ChangeListing? {
    guard showsDifference else { return nil }
    var object: String?
    return ChangeListing { [self] change in
      guard isOfOpenScene else {
        return lines(change, after: &object).map { "\(Style.wrappedMessage($0, to: run.tableWidth))\n" }.joined()
      }
      let former = object
      openChanges.add(lineCount(change, after: &object)) {
        var object = former
        return lines(change, after: &object)
      }
      return ""
    }
  }

  /// Returns the lines of a difference: first colours, then the objects whose structure changed, then the other changed
  /// objects.
  package func difference(_ result: EditResult) -> [String] {
    var changes: [ExactText: [ObjectChange]] = [:]
    for change in result.changes { changes[ExactText(change.object), default: []].append(change) }
    let structure = Dictionary(grouping: result.structure) { ExactText($0.object) }
    var lines = difference(result.colors)
    var listed = Set<ExactText>()
    for difference in result.structure {
      let id = ExactText(difference.object)
      switch difference.kind {
      case .removed(let site): lines.append("  \(style.old("-")) \(words(difference, "from", site))")
      case .inserted(let site):
        lines.append("  \(style.new("+")) \(words(difference, "in", site))")
        if listed.insert(id).inserted { lines += changes[id, default: []].filter { !$0.isIdle }.flatMap(self.lines) }
      default:
        guard listed.insert(id).inserted else { continue }
        lines.append(head(difference.object, difference.className))
        lines += structure[id, default: []].flatMap(self.lines)
        lines += changes[id, default: []].filter { !$0.isIdle }.flatMap(self.lines)
      }
    }
    var object: String?
    return lines
      + result.changes.filter { !listed.contains(ExactText($0.object)) }.flatMap { self.lines($0, after: &object) }
  }

  private func head(_ id: String, _ className: String) -> String {
    // The class of an object inside a placeholder is known from the template only.
    "  \(style.bold(TerminalText.escaped(id)))\(className.isEmpty ? "" : "  " + TerminalText.escaped(className))"
  }

  /// Formats an inserted or removed object with its place and, if it has descendants, the number of objects.
  private func words(
    _ difference: StructureDifference, _ preposition: String, _ site: StructureDifference.Site
  ) -> String {
    let object = "\(style.bold(TerminalText.escaped(difference.object)))  \(TerminalText.escaped(difference.className))"
    let count = difference.count > 1 ? ", \(pluralised(difference.count, "object"))" : ""
    return "\(object)  \(preposition) \(Self.words(site))\(count)"
  }

  private static func words(_ site: StructureDifference.Site) -> String {
    "\(site.parent.map { "'\(TerminalText.escaped($0))'" } ?? "the scene") at \(site.index)"
  }

  private func lines(_ difference: StructureDifference) -> [String] {
    let (word, old, new): (String, String, String)
    switch difference.kind {
    case .moved(let from, let to): (word, old, new) = ("moved", Self.words(from), Self.words(to))
    case .id(let former): (word, old, new) = ("id", former, difference.object)
    case .className(let former): (word, old, new) = ("class", former, difference.className)
    case .name(let former, let name): (word, old, new) = ("name", former ?? "(none)", name ?? "(none)")
    case .constraints(let former, let list):
      (word, old, new) = ("constraints", former.map(Self.inOneLine) ?? "(none)", list.map(Self.inOneLine) ?? "(none)")
    case .bindings(let former, let list): return lines(difference, bindings: former, list)
    case .inserted, .removed: return []
    }
    return ["    \(word): \(style.old(TerminalText.escaped(old))) → \(style.new(TerminalText.escaped(new)))"]
      + difference.effects.map { line($0, of: difference.object, difference.className) }
  }

  static func inOneLine(_ text: String) -> String { ColumnReader.inOneLine(Array(text.utf8)) }

  private func difference(_ colors: [ColorChange]) -> [String] {
    let lines = colors.filter(\.isChanged).map { color in
      let name = [color.name, color.newName].compactMap { $0.map(TerminalText.escaped) }.joined(separator: " → ")
      if let old = color.old, color.new.map(ExactText.init) == ExactText(old) {
        return "    \(name): \(ValueText.raw(old))"
      }
      return "    \(values.change(of: name, from: color.old, to: color.new, isColor: true, none: "(none)"))"
    }
    return lines.isEmpty ? [] : ["  \(style.bold("palette"))"] + lines
  }

  /// Returns the lines of a change, with a heading if its object differs from the previous one; empty for a change
  /// without a difference or a refusal.
  ///
  /// - Parameter object: the id of the previous change's object; replaced by the id of this change's object if there
  ///   are lines.
  package func lines(_ change: ObjectChange, after object: inout String?) -> [String] {
    guard !change.isIdle || change.rejected != nil else { return [] }
    defer { object = change.object }
    return (object?.isExactly(change.object) == true ? [] : [head(change.object, change.className)]) + lines(change)
  }

  /// Returns the number of lines that ``lines(_:after:)`` would return, without formatting them.
  private func lineCount(_ change: ObjectChange, after object: inout String?) -> Int {
    guard !change.isIdle || change.rejected != nil else { return 0 }
    defer { object = change.object }
    let head = object?.isExactly(change.object) == true ? 0 : 1
    if change.isOfObject { return head + change.effects.count }
    return head + (change.rejected == nil ? 1 + change.notes.count + change.effects.count : 1)
  }

  private func lines(_ change: ObjectChange) -> [String] {
    if let rejected = change.rejected {
      let name = change.property.isEmpty ? "" : "\(TerminalText.escaped(change.property)): "
      return ["    \(name)\(style.error("refused")): \(TerminalText.escaped(rejected))"]
    }
    if change.isOfObject { return change.effects.map { line($0, of: change.object, change.className, indent: 4) } }
    let property = TerminalText.escaped(change.property)
    let former = change.renamedFrom.map(TerminalText.escaped)
    let label = former.map { "\($0) → \(property)" } ?? property
    let shown = former.map { "\(style.old($0)) → \(style.new(property))" } ?? property
    let definition = declaration(of: change.property, in: change.className)
    let effective = values.pair(change.effectiveBefore, change.effective, of: definition)
    let isSame = change.old.map(ExactText.init) == change.new.map(ExactText.init)
    // Undeclared and optional values have no default that could apply.
    let absent =
      change.isOverride
      ? "(template)" : change.isBound ? "(setting)" : change.isInherited ? "(inherited)" : "(default)"
    let none = kind == .difference || !change.hasEffectiveBefore || change.effectiveBefore != nil ? absent : "(none)"
    let noneLeft = kind == .difference || change.effective != nil ? absent : "(none)"
    func stored() -> String { change.old.map { values.stored($0, of: definition) } ?? none }
    let isColor = [change.effectiveBefore, change.effective].contains { $0?.type == .color }
    let text =
      if !isSame {
        values.change(
          of: label, shown: shown, from: change.old, to: change.new, by: definition, isColor: isColor, none: none,
          noneLeft: noneLeft)
      } else if change.renamedFrom != nil {
        "\(shown): \(stored())"
      } else if let old = change.effectiveBefore?.type, let new = change.effective?.type, old != new {
        // A runtime attribute keeps its value and gets a new type.
        "\(shown): \(stored()) (\(style.old(old.rawValue)) → \(style.new(new.rawValue)))"
      } else {
        // The stored name stays, but now refers to a different colour.
        "\(shown): \(style.old(effective.old)) → \(style.new(effective.new)) (\(stored()))"
      }
    return ["    \(text)"] + change.notes.map { "      note: \(TerminalText.escaped($0.text))" }
      + change.effects.map { line($0, of: change.object, change.className) }
  }

  /// Returns the declaration of a property. Returns nil if no plugin declares the property, or for a comparison of two
  /// scenes outside a shell, which uses no plugins.
  func declaration(of property: String, in className: String) -> PropertyDefinition? {
    kind == .difference && !run.workspace.keepsScenes ? nil : declared.property(property, ofClass: className)
  }

  func line(
    _ effect: ObjectChange.Effect, of object: String, _ className: String, indent: Int = 6
  ) -> String {
    let isOwn = effect.object.isExactly(object)
    let owner = isOwn ? "" : "\(TerminalText.escaped(effect.object))."
    let definition = isOwn ? declaration(of: effect.property, in: className) : nil
    let (old, new) = values.pair(effect.old, effect.new, of: definition)
    return
      "\(String(repeating: " ", count: indent))\(effect.isOfLayout ? "layout" : "hook"): \(owner)\(TerminalText.escaped(effect.property)): \(style.old(old)) → \(style.new(new))"
  }
}
