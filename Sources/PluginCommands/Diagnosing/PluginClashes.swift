internal import Workbench

/// The plugins that share class names, or that add properties of the same name to a class.
struct PluginClashes {
  private let ambiguous: [(name: String, plugins: [InstalledPlugin])]
  private let shadowed: [ShadowedClass]

  /// The names of properties that several plugins add and that are therefore not used, each with the plugins and the
  /// affected classes.
  private var properties: [String: (plugins: [InstalledPlugin], classes: [String])] = [:]

  /// The names of properties that several plugins add, each with the plugins whose property is not used, the plugin
  /// whose property is used, and the affected classes.
  private var hidden: [String: (plugins: [InstalledPlugin], winner: InstalledPlugin, classes: [String])] = [:]

  init(_ library: PluginLibrary) {
    let registry = library.registry
    (ambiguous, shadowed) = (registry.ambiguousClasses, registry.shadowedClasses)
    let nothing = ScenePlugins([], registry)
    for entry in registry.allEntries {
      let whole = registry.composed(entry, needs: nothing)
      for (name, plugins) in whole.clashes { properties[name, default: (plugins, [])].classes.append(entry.name) }
      for (name, (plugins, winner)) in whole.shadowed {
        hidden[name, default: (plugins, winner, [])].classes.append(entry.name)
      }
    }
  }

  /// Returns the findings about a plugin's classes and extensions.
  func findings(of plugin: InstalledPlugin, _ library: PluginLibrary) -> [DoctorFinding] {
    var findings = plugin.leftOut.map { DoctorFinding.leftOut($0.failure, of: plugin) }
    for (name, plugins) in ambiguous where plugins.contains(where: { $0 === plugin }) {
      findings.append(.sharedClass(name, plugins.map(\.place)))
    }
    for found in shadowed {
      if found.plugin === plugin { findings.append(.shadowedClass(found)) }
      if found.winner === plugin { findings.append(.shadowingClass(found)) }
    }
    for problem in library.registry.problems where problem.code == .pluginBase && problem.file == plugin.path {
      findings.append(DoctorFinding(.classes, .warning, problem.message, .advice("rebuild both")))
    }
    if findings.isEmpty { findings.append(.ownClasses) }
    let added = properties.filter { $0.value.plugins.contains { $0 === plugin } }
    for (name, (plugins, classes)) in added.sorted(by: { $0.key < $1.key }) {
      findings.append(.sharedProperty(name, classes.sorted(), plugins.map(\.place)))
    }
    let wished = hidden.filter { $0.value.plugins.contains { $0 === plugin } }
    for (name, (_, winner, classes)) in wished.sorted(by: { $0.key < $1.key }) {
      findings.append(.shadowedProperty(name, classes.sorted(), plugin, by: winner))
    }
    if added.isEmpty, wished.isEmpty, plugin.described?.extensions.isEmpty == false { findings.append(.ownExtensions) }
    return findings
  }
}
