internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import Workbench

/// What became of plugins and of the objects that they make, in lines for a person.
enum PluginNews {
  /// How much of each kind a line lists.
  private static let mostListed = 6

  /// How many columns a value takes.
  private static let mostColumns = 40

  // MARK: plugins

  /// What became of a plugin: `plugin 'Hello' was rebuilt: Greeting.maximum added`.
  static func line(_ reload: PluginReload) -> String {
    let plugin = "plugin '\(TerminalText.escaped(reload.name))'"
    let path = TerminalText.escaped(reload.path)
    return switch reload.outcome {
    case .rebuilt(let changes) where changes.isEmpty: "\(plugin) was rebuilt; it describes itself as before"
    case .rebuilt(let changes): "\(plugin) was rebuilt: \(list(changes.map(\.description), changes.count))"
    case .mended: "\(plugin) works now"
    case .found: "\(plugin) was found: '\(path)'"
    case .removed: "\(plugin) is used no more, since '\(path)' is not there"
    case .failed(let failure, isFormerUsed: true):
      "\(plugin) was rebuilt and does not work, so the former build is used on: \(TerminalText.escapedLines(failure.message))"
    case .failed(let failure, isFormerUsed: false):
      "\(plugin) does not work: \(TerminalText.escapedLines(failure.message))"
    }
  }

  /// A plugin whose file is away.
  static func absent(_ update: PluginUpdate) -> String {
    "plugin '\(TerminalText.escaped(update.name))' is used on, though '\(TerminalText.escaped(update.path))' is not there; 'reload-plugins' takes it out"
  }

  // MARK: objects

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

  /// The first of a list, and how many more there are.
  private static func list(_ items: [String], _ count: Int, areEscaped: Bool = false) -> String {
    let shown = items.prefix(mostListed).map { areEscaped ? $0 : TerminalText.escaped($0) }
    let more = count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
  }
}
