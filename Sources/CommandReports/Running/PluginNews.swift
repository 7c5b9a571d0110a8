package import SceneSessions

/// The messages about reloaded and missing plugins.
package enum PluginNews {
  /// The maximum number of listed items in a message; further items are only counted.
  private static let mostListed = 6

  /// Describes a plugin's reload, such as `plugin 'Hello' was rebuilt: Greeting.maximum added`.
  package static func line(_ reload: PluginReload) -> String {
    let plugin = "plugin '\(TerminalText.escaped(reload.name))'"
    let path = TerminalText.escaped(reload.path)
    return switch reload.outcome {
    case .rebuilt(let changes) where changes.isEmpty: "\(plugin) was rebuilt; it describes itself as before"
    case .rebuilt(let changes): "\(plugin) was rebuilt: \(list(changes.map(\.description), changes.count))"
    case .mended: "\(plugin) works now"
    case .found: "\(plugin) was found: '\(path)'"
    case .removed: "\(plugin) is no longer used, since '\(path)' is not there"
    case .failed(let failure, isFormerUsed: true):
      "\(plugin) was rebuilt and does not work, so the former build stays in use: \(TerminalText.escapedLines(failure.message))"
    case .failed(let failure, isFormerUsed: false):
      "\(plugin) does not work: \(TerminalText.escapedLines(failure.message))"
    }
  }

  /// Describes a plugin that stays in use although its file is missing.
  package static func absent(_ update: PluginUpdate) -> String {
    "plugin '\(TerminalText.escaped(update.name))' stays in use, though '\(TerminalText.escaped(update.path))' is not there; 'reload-plugins' removes it"
  }

  /// Returns a list of the first items, followed by the number of the remaining ones.
  ///
  /// - Parameters:
  ///   - count: the number of all items, listed or not.
  ///   - areEscaped: true if the items are already safe for a terminal.
  package static func list(_ items: [String], _ count: Int, areEscaped: Bool = false) -> String {
    let shown = items.prefix(mostListed).map { areEscaped ? $0 : TerminalText.escaped($0) }
    let more = count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
  }
}

extension PluginReload {
  /// True if the new build does not work, which is reported as an error.
  package var hasFailed: Bool { if case .failed = outcome { true } else { false } }
}
