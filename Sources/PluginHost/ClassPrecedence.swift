internal import InspectorKit

/// The place of a plugin among those with a class, or an added property, of one name: the lowest is used.
///
/// In this order: plugins that `--plugin` names, those that the scene's `plugins` names, a class that is a base of
/// another plugin's class, then plugins of `$INSPECTOR_PLUGIN_PATH`, of the person's own folder, and those that are
/// shipped. Two plugins of one place are an error where the name is used.
struct ClassPrecedence: Comparable {
  private let steps: [Int]

  /// - Parameters:
  ///   - isNamed: True if the scene's `plugins` names the plugin.
  ///   - isBase: True if the class is a base of another plugin's class.
  init(_ plugin: InstalledPlugin, isNamed: Bool = false, isBase: Bool = false) {
    self.init(plugin.foundIn, isNamed: isNamed, isBase: isBase)
  }

  /// The place of a plugin that is found in such a place.
  init(_ place: PluginPlace.Origin, isNamed: Bool = false, isBase: Bool = false) {
    let group = place == .option ? 0 : isNamed ? 1 : isBase ? 2 : 3
    steps = [group, isNamed ? 0 : 1, isBase ? 0 : 1, place.precedence]
  }

  static func < (one: Self, other: Self) -> Bool { one.steps.lexicographicallyPrecedes(other.steps) }

  /// Returns those of the lowest place, which is one where nothing is ambiguous.
  static func first<Candidate>(
    of candidates: [Candidate], _ precedence: (Candidate) -> ClassPrecedence
  ) -> [Candidate] {
    guard candidates.count > 1, let lowest = candidates.map(precedence).min() else { return candidates }
    return candidates.filter { precedence($0) == lowest }
  }
}

extension PluginPlace.Origin {
  /// The place in the order of the search, the first lowest.
  package var precedence: Int {
    switch self {
    case .option: 0
    case .variable: 1
    case .user: 2
    case .program: 3
    }
  }
}

extension InstalledPlugin {
  /// The kind of place that it was found in; that of the search path for a plugin that was given as a value.
  package var foundIn: PluginPlace.Origin { origin?.source.candidate.origin ?? .variable }
}

/// A class that a scene gets by its plugin's name only, since another plugin's class of the name comes first.
package struct ShadowedClass: Sendable {
  package let name: String

  /// The plugin that has it.
  package let plugin: InstalledPlugin

  /// The plugin whose class is used in its place.
  package let winner: InstalledPlugin

  /// One sentence, with the remedy.
  package var message: String {
    let remedy =
      plugin.name.isExactly(winner.name)
      ? "give one of the plugins another name" : "'\(plugin.name).\(name)' is this one"
    return
      "the class '\(name)' of plugin \(plugin.place) is not used, since plugin \(winner.place) has a class of that name, which comes first; \(remedy)"
  }
}
