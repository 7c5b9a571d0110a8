internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

// What became of the objects that plugins make.
extension PluginNews {
  /// How many columns a value takes.
  private static let mostColumns = 40

  /// What became of a scene's objects: `card.json: 2 objects recreated: g1.level 5 → 7`; empty for none.
  static func lines(_ objects: RecreatedObjects, of scene: String, _ values: ValueText) -> [String] {
    guard objects.count > 0 else { return [] }
    let compared =
      objects.compared < objects.count
      ? "the first \(objects.compared) of \(pluralised(objects.count, "object")) compared"
      : "\(pluralised(objects.count, "object")) recreated"
    let changes = objects.changes.map { change in
      let values = [change.old, change.new].map { TerminalText.cutInMiddle(values.short($0), to: mostColumns) }
      return "\(TerminalText.escaped("\(change.object).\(change.property)")) \(values[0]) → \(values[1])"
    }
    var parts = changes.isEmpty ? [] : [list(changes, objects.changeCount, areEscaped: true)]
    if objects.refusedCount > 0 {
      let keys = objects.refused.map { "\($0.object).\($0.key)" }
      parts.append("stored and not used any more: \(list(keys, objects.refusedCount))")
    }
    if objects.lostCount > 0 {
      let names = objects.lost.map { "\($0.object) (\($0.className))" }
      parts.append("no plugin has the classes any more of \(list(names, objects.lostCount))")
    }
    if objects.failureCount > 0 {
      parts.append("\(pluralised(objects.failureCount, "object")) cannot be built any more")
    }
    if parts.isEmpty { parts.append("all values as before") }
    let head = "\(TerminalText.escaped(scene)): \(compared): \(parts.joined(separator: "; "))"
    return [head] + objects.failures.prefix(3).map { DiagnosticText.text($0) }
  }
}
