internal import InspectorKit

/// The rank of a plugin among several plugins that define a class, or add a property, of the same name. The lowest rank
/// wins.
///
/// The order, lowest rank first: plugins that the option `--plugin` names, plugins that the scene's `plugins` member
/// names, plugins whose class is a base of another plugin's class, then the plugins found in `$INSPECTOR_PLUGIN_PATH`,
/// in the user's own folder, in the program's own folder, and in the workspace. If two plugins share the lowest rank, the name is
/// ambiguous, and the use of an ambiguous name is an error.
struct ClassPrecedence: Comparable {
  private let steps: [Int]

  /// Ranks a plugin by the kind of place in which its file is found, or will be found once it is installed.
  ///
  /// - Parameters:
  ///   - isNamed: true if the scene's `plugins` member names the plugin.
  ///   - isBase: true if a class of another plugin inherits from the class.
  init(_ place: PluginPlace.Origin, isNamed: Bool = false, isBase: Bool = false) {
    let group = place == .option ? 0 : isNamed ? 1 : isBase ? 2 : 3
    steps = [group, isNamed ? 0 : 1, isBase ? 0 : 1, place.precedence]
  }

  static func < (one: Self, other: Self) -> Bool { one.steps.lexicographicallyPrecedes(other.steps) }

  /// Returns the candidates of the lowest rank. A single result means that the name is unambiguous.
  static func first<Candidate>(
    of candidates: [Candidate], _ precedence: (Candidate) -> ClassPrecedence
  ) -> [Candidate] {
    guard candidates.count > 1, let lowest = candidates.map(precedence).min() else { return candidates }
    return candidates.filter { precedence($0) == lowest }
  }
}

extension PluginPlace.Origin {
  /// The position of the place in the search order, from 0 for `--plugin` to 5 for the workspace.
  package var precedence: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension InstalledPlugin {
  /// The kind of place in which the plugin was found; `variable` for a plugin that no search
  /// found.
  package var foundIn: PluginPlace.Origin { origin?.source.candidate.origin ?? .variable }
}

/// A class that scenes reach only as `Plugin.Class`, since another plugin's class of the same name takes precedence.
package struct ShadowedClass: Sendable {
  package let name: String

  /// The plugin that registers the shadowed class.
  package let plugin: InstalledPlugin

  /// The plugin whose class takes precedence. Scenes that use the plain name get the class of this plugin.
  package let winner: InstalledPlugin

  /// The message for users about the shadowed class, which ends with a remedy.
  package var message: String {
    let remedy =
      plugin.name.isExactly(winner.name)
      ? "give one of the plugins another name" : "write '\(plugin.name).\(name)' to use this class"
    return
      "the class '\(name)' of plugin \(plugin.place) is not used, since plugin \(winner.place) has a class of that name, which comes first; \(remedy)"
  }
}
