internal import InspectorKit
internal import Workbench

/// Which plugins have classes of one name, and which add properties of one name to a class.
struct PluginClashes {
  private var classes: [String: [InstalledPlugin]] = [:]

  /// A property's name, with the plugins that add it and the classes to which they do.
  private var properties: [String: (plugins: [InstalledPlugin], classes: [String])] = [:]

  init(_ library: PluginLibrary) {
    for plugin in library.plugins {
      for component in plugin.described?.components ?? [] { classes[component.name, default: []].append(plugin) }
    }
    let registry = library.registry
    let nothing = ScenePlugins([], registry)
    for entry in registry.allEntries {
      for (name, plugins) in registry.composed(entry, needs: nothing).clashes {
        properties[name, default: (plugins, [])].classes.append(entry.name)
      }
    }
  }

  /// What is to be said of a plugin's classes and extensions.
  func findings(of plugin: InstalledPlugin, _ library: PluginLibrary) -> [DoctorFinding] {
    var findings = plugin.leftOut.map { DoctorFinding.leftOut($0.failure, of: plugin) }
    let shared = classes.filter { $0.value.count > 1 && $0.value.contains { $0 === plugin } }
    for (name, plugins) in shared.sorted(by: { $0.key < $1.key }) {
      findings.append(.sharedClass(name, plugins.map(\.place)))
    }
    for problem in library.registry.problems where problem.code == .pluginBase && problem.file == plugin.path {
      findings.append(.otherBase(problem.message))
    }
    if findings.isEmpty { findings.append(.ownClasses(plugin)) }
    let added = properties.filter { $0.value.plugins.contains { $0 === plugin } }
    for (name, (plugins, classes)) in added.sorted(by: { $0.key < $1.key }) {
      findings.append(.sharedProperty(name, classes.sorted(), plugins.map(\.place)))
    }
    if added.isEmpty, plugin.described?.extensions.isEmpty == false { findings.append(.ownExtensions) }
    return findings
  }
}
