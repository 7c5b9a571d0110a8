internal import InspectorKit
internal import Workbench

/// Tells of edits as text: the difference of a dry run, and a line a scene.
final class EditText: EditReport {
  private let run: CommandRun
  private let isDryRun: Bool

  /// Whether the scene itself goes to the standard output, so that words must not.
  private let isStdout: Bool
  private let style: Style
  private let values: ValueText

  init(_ run: CommandRun, isDryRun: Bool, isStdout: Bool) {
    self.run = run
    self.isDryRun = isDryRun
    self.isStdout = isStdout
    style = run.style
    values = ValueText(style: style)
  }

  func finish() {}

  func add(_ outcome: EditOutcome) {
    if let failure = outcome.failure {
      run.say(failure)
      if failure.isRefusal { run.say("\(TerminalText.escaped(outcome.scene)): nothing was changed") }
    }
    guard let result = outcome.result else { return }
    for warning in result.warnings { run.say(DiagnosticText.text(warning)) }
    for skipped in result.skipped { run.say(DiagnosticText.text(skipped)) }
    let scene = TerminalText.escaped(outcome.scene)
    let difference = difference(result.colors) + difference(result.changes)
    if isDryRun, !difference.isEmpty { ([style.bold(scene)] + difference).forEach(run.print) }
    let summary = "\(scene): \(summary(result))"
    if isStdout { run.say(summary) } else { run.print(summary) }
  }

  private func summary(_ result: EditResult) -> String {
    if !result.colors.isEmpty { return summary(result.colors) }
    let skipped = result.skipped.isEmpty ? "" : ", \(Counted(result.skipped.count, "edit")) refused"
    if result.matched == 0 { return "the selector matches nothing" + skipped }
    if result.changed == 0 { return "nothing to change in \(Counted(result.matched, "object"))" + skipped }
    let verb = isDryRun ? "would change" : "changed"
    return "\(result.changed) of \(Counted(result.matched, "object")) \(verb)" + skipped
  }

  private func summary(_ colors: [ColorChange]) -> String {
    let changes = colors.filter(\.isChanged)
    guard !changes.isEmpty else { return "nothing to change in the palette" }
    return changes.map { color in
      let verb =
        color.newName != nil ? "renamed" : color.new == nil ? "removed" : color.old == nil ? "added" : "changed"
      let uses = color.new == nil ? "" : ", used \(Counted(color.uses, "time"))"
      let name = color.newName.map { "\(color.name)' to '\($0)" } ?? color.name
      return "\(isDryRun ? "would have " : "")\(verb) '\(TerminalText.escaped(name))'\(uses)"
    }.joined(separator: "; ")
  }

  // MARK: the difference

  private func difference(_ colors: [ColorChange]) -> [String] {
    let lines = colors.filter(\.isChanged).map { color in
      let (old, new) = (color.old.map(ValueText.raw) ?? "(none)", color.new.map(ValueText.raw) ?? "(none)")
      let change = old == new ? old : "\(style.old(old)) → \(style.new(new))"
      let name = [color.name, color.newName].compactMap { $0.map(TerminalText.escaped) }.joined(separator: " → ")
      return "    \(name): \(change)"
    }
    return lines.isEmpty ? [] : ["  \(style.bold("palette"))"] + lines
  }

  private func difference(_ changes: [ObjectChange]) -> [String] {
    var lines: [String] = []
    var object: String?
    for change in changes where !change.isIdle || change.rejected != nil {
      if change.object != object {
        lines.append("  \(style.bold(TerminalText.escaped(change.object)))  \(TerminalText.escaped(change.className))")
        object = change.object
      }
      lines += self.lines(change)
    }
    return lines
  }

  private func lines(_ change: ObjectChange) -> [String] {
    if let rejected = change.rejected {
      let name = change.property.isEmpty ? "" : "\(TerminalText.escaped(change.property)): "
      return ["    \(name)\(style.error("refused")): \(TerminalText.escaped(rejected))"]
    }
    var old = change.old.map(ValueText.raw) ?? "(default)"
    var new = change.new.map(ValueText.raw) ?? "(default)"
    // The name that is stored stays, and stands for another colour.
    let name = old == new ? " (\(old))" : ""
    if old == new { (old, new) = (values.text(change.effectiveBefore), values.text(change.effective)) }
    var lines = ["    \(TerminalText.escaped(change.property)): \(style.old(old)) → \(style.new(new))\(name)"]
    for note in change.notes { lines.append("      note: \(TerminalText.escaped(note))") }
    for effect in change.effects {
      let owner = effect.object == change.object ? "" : "\(TerminalText.escaped(effect.object))."
      let (old, new) = (values.text(effect.old), values.text(effect.new))
      lines.append(
        "      hook: \(owner)\(TerminalText.escaped(effect.property)): \(style.old(old)) → \(style.new(new))")
    }
    return lines
  }
}

extension ObjectChange {
  /// Whether nothing is different afterwards.
  fileprivate var isIdle: Bool { old == new && effectiveBefore == effective && effects.isEmpty }
}
