internal import CommandLineKit
internal import JSONText

/// The contradictions in the arguments of a plugin command.
enum PluginUsage: UsageRefusal {
  case safeModeNamesPlugin(String)

  var message: String {
    switch self {
    case .safeModeNamesPlugin(let path): "'--safe-mode' runs no plugin, but '\(path)' names one; give one of them"
    }
  }
}
