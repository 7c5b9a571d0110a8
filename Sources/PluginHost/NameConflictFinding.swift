internal import InspectorKit
package import JSONText
internal import WorkbenchSupport

/// A name that a checked plugin shares with another plugin, and the plugin that takes precedence.
package enum NameConflict: Refusal {
  /// Both plugins have a class of this name, and scenes use the checked plugin's class.
  case classTaken(String, place: String, other: String)
  /// Both plugins have a class of this name, and scenes use the other plugin's class.
  case classHidden(String, place: String, plugin: String)
  /// Both plugins have a class of this name with equal precedence, so scenes must name one of the plugins.
  case classShared(String, place: String, plugin: String)
  /// The other plugin has the same name as the checked plugin.
  case pluginName(String, place: String)
  /// The other plugin has the same file name, and is not used if the checked plugin is installed.
  case fileName(path: String)

  package var code: DiagnosticCode { .pluginName }

  /// The name of the class that both plugins have; nil for a conflict between plugin names or file names.
  package var className: String? {
    switch self {
    case .classTaken(let name, _, _), .classHidden(let name, _, _), .classShared(let name, _, _): name
    case .pluginName, .fileName: nil
    }
  }

  package var message: String {
    switch self {
    case .classTaken(let name, let place, let other):
      "plugin \(place) also has a class '\(name)'; if this plugin is installed, scenes get its class, and '\(other).\(name)' names the other one"
    case .classHidden(let name, let place, let plugin):
      "plugin \(place) also has a class '\(name)', which comes first; write '\(plugin).\(name)' for the class of this plugin"
    case .classShared(let name, let place, let plugin):
      "plugin \(place) also has a class '\(name)', and neither comes first; name one plugin in a scene's 'plugins', or write '\(plugin).\(name)'"
    case .pluginName(let name, let place):
      "another plugin is also called '\(name)': \(place); give this one a name of its own, which scenes can require in 'plugins'"
    case .fileName(let path):
      "'\(path)' has the same file name, and will no longer be used once this plugin is installed; give this plugin another file name"
    }
  }
}

extension ComponentRegistry {
  /// Returns the conflicts between the names of one plugin and the names of the registered plugins.
  ///
  /// - Parameters:
  ///   - file: the plugin's name according to its file name. Plugins with this file name are replaced or hidden, so
  ///     their other names cause no conflicts.
  ///   - origin: the kind of place in which the plugin's file is, or will be after its installation.
  package func conflicts(
    of name: String, file: String, classes classNames: [String], in origin: PluginPlace.Origin
  ) -> [NameConflict] {
    var conflicts: [NameConflict] = []
    let isOther: (InstalledPlugin) -> Bool = { plugin in
      plugin.origin?.source.candidate.name.lowercased() != file.lowercased()
    }
    for plugin in plugins {
      if !isOther(plugin) {
        // A plugin in the same place is replaced.
        if plugin.foundIn.precedence > origin.precedence, let path = plugin.path {
          conflicts.append(.fileName(path: path))
        }
      } else if plugin.name.lowercased() == name.lowercased() {
        conflicts.append(.pluginName(plugin.name, place: plugin.path.map { "'\($0)'" } ?? plugin.place))
      }
    }
    for className in classNames {
      guard let first = classes[ExactText(className)]?.first(where: { isOther($0.plugin) }) else { continue }
      let (own, other) = (ClassPrecedence(origin), ClassPrecedence(first.plugin.foundIn, isBase: first.isBase))
      let place = first.plugin.place
      conflicts.append(
        own < other
          ? .classTaken(className, place: place, other: first.plugin.name)
          : other < own
            ? .classHidden(className, place: place, plugin: name)
            : .classShared(className, place: place, plugin: name))
    }
    return conflicts
  }
}
