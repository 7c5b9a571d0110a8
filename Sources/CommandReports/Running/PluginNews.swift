internal import CommandLineKit
internal import JSONText
package import SceneSessions

/// What became of plugins, in lines for a person.
package enum PluginNews {
  /// How much of each kind a line lists.
  private static let mostListed = 6

  /// What became of a plugin: `plugin 'Hello' was rebuilt: Greeting.maximum added`.
  package static func line(_ reload: PluginReload) -> String {
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
  package static func absent(_ update: PluginUpdate) -> String {
    "plugin '\(TerminalText.escaped(update.name))' is used on, though '\(TerminalText.escaped(update.path))' is not there; 'reload-plugins' takes it out"
  }

  /// The first of a list, and how many more there are.
  package static func list(_ items: [String], _ count: Int, areEscaped: Bool = false) -> String {
    let shown = items.prefix(mostListed).map { areEscaped ? $0 : TerminalText.escaped($0) }
    let more = count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
  }
}
