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
    if isDryRun, result.changes.contains(where: { !$0.isIdle || $0.rejected != nil }) {
      run.print(style.bold(scene))
      difference(result.changes).forEach(run.print)
    }
    let summary = "\(scene): \(summary(result))"
    if isStdout { run.say(summary) } else { run.print(summary) }
  }

  private func summary(_ result: EditResult) -> String {
    let skipped = result.skipped.isEmpty ? "" : ", \(Counted(result.skipped.count, "edit")) refused"
    if result.matched == 0 { return "the selector matches nothing" + skipped }
    if result.changed == 0 { return "nothing to change in \(Counted(result.matched, "object"))" + skipped }
    let verb = isDryRun ? "would change" : "changed"
    return "\(result.changed) of \(Counted(result.matched, "object")) \(verb)" + skipped
  }

  // MARK: the difference

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
    let old = change.old.map(ValueText.raw) ?? "(default)"
    let new = change.new.map(ValueText.raw) ?? "(default)"
    var lines = ["    \(TerminalText.escaped(change.property)): \(style.old(old)) → \(style.new(new))"]
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
  fileprivate var isIdle: Bool { old == new && effects.isEmpty }
}
