internal import CommandLineKit
internal import JSONText

/// Why the words of a command on plugins do not go together.
enum PluginUsage: UsageRefusal {
  case safeModeNamesPlugin(String)

  var message: String {
    switch self {
    case .safeModeNamesPlugin(let path): "'--safe-mode' runs no plugin, and '\(path)' names one; give one of them"
    }
  }
}
