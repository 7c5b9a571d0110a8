internal import Workbench

/// The plugins that share class names, or that add properties of the same name to a class.
struct PluginClashes {
  private let ambiguous: [(name: String, plugins: [InstalledPlugin])]
  private let shadowed: [ShadowedClass]

  /// The unused properties of one name. They are not used because several plugins add a property of this name to a
  /// class.
  private struct AddedProperty {
    let name: String
    let plugins: [InstalledPlugin]

    /// The plugin whose property is used; nil if none is used. It is not one of `plugins`.
    let winner: InstalledPlugin?

    /// The names of the affected classes.
    var classes: [String] = []

    /// The texts by which findings are sorted: unused properties first, then by name and class.
    var order: [String] { [winner == nil ? "" : "used", name] + classes.sorted() }
  }

  private var added: [AddedProperty] = []

  init(_ library: PluginLibrary) {
    let registry = library.registry
    (ambiguous, shadowed) = (registry.ambiguousClasses, registry.shadowedClasses)
    let nothing = ScenePlugins([], registry)
    for entry in registry.allEntries {
      let whole = registry.composed(entry, needs: nothing)
      for (name, plugins) in whole.clashes { add(AddedProperty(name: name, plugins: plugins, winner: nil), entry.name) }
      for (name, (plugins, winner)) in whole.shadowed {
        add(AddedProperty(name: name, plugins: plugins, winner: winner), entry.name)
      }
    }
  }

  /// Records a class to which the given conflict applies. Classes with the same conflict are listed together.
  private mutating func add(_ property: AddedProperty, _ className: String) {
    let place = added.firstIndex {
      $0.name == property.name && $0.winner === property.winner && $0.plugins.elementsEqual(property.plugins, by: ===)
    }
    if place == nil { added.append(property) }
    added[place ?? added.count - 1].classes.append(className)
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
    let own = added.filter { $0.plugins.contains { $0 === plugin } }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }
    for property in own {
      let (name, classes) = (property.name, property.classes.sorted())
      findings.append(
        property.winner.map { .shadowedProperty(name, classes, plugin, by: $0) }
          ?? .sharedProperty(name, classes, property.plugins.map(\.place)))
    }
    if own.isEmpty, plugin.described?.extensions.isEmpty == false { findings.append(.ownExtensions) }
    return findings
  }
}
