package import InspectorKit
internal import JSONText
internal import Synchronization
package import WorkbenchSupport

/// A library's plugins at a moment, which of them registers which class, and what others add to it.
package final class ComponentRegistry: Sendable {
  /// A class and the plugin that registers it.
  package struct Entry: Sendable {
    package let plugin: InstalledPlugin
    package let described: DescribedClass
    let registry: ComponentRegistry

    package var name: String { described.name }

    /// All of it: what it inherits, its own, and what extensions add.
    package var definition: ComponentDefinition { registry.composed(self).definition }

    /// Whether its hooks read their parent's values.
    package var readsParent: Bool { registry.readsParent(self) }
  }

  /// What a class name in a scene means.
  package enum Resolution {
    case known(Entry)
    case unknown
    /// Several plugins register the class, none of them comes first, and the scene does not say which.
    case ambiguous([InstalledPlugin])
    /// The plugin that has the class is not accepted by the scene.
    case refused(PluginFailure)
  }

  /// The plugins, sorted by name.
  package let plugins: [InstalledPlugin]

  /// Which state of the library this is; it rises whenever a plugin is replaced.
  package let version: Int

  /// Whether no plugins were looked for.
  let isSafeMode: Bool

  private let classes: [ExactText: [Registration]]
  package let problems: [Diagnostic]

  /// Extensions, sorted by name.
  let extensions: [Extension]

  /// Classes put together already, where the scene does not matter.
  let composed = Mutex<[ObjectIdentifier: ComposedClass]>([:])

  private struct Registration {
    let plugin: InstalledPlugin
    let described: DescribedClass

    /// True if it is a base of another plugin's class.
    var isBase = false
  }

  /// An extension and the plugin that has it.
  struct Extension: Sendable {
    let plugin: InstalledPlugin
    let described: DescribedClass
    let target: String
  }

  package init(_ plugins: [InstalledPlugin], version: Int = 0, isSafeMode: Bool = false) {
    (self.plugins, self.version, self.isSafeMode) = (plugins, version, isSafeMode)
    var classes: [ExactText: [Registration]] = [:]
    for plugin in plugins {
      for described in plugin.described?.components ?? [] {
        classes[ExactText(described.name), default: []].append(Registration(plugin: plugin, described: described))
      }
    }
    for (name, registrations) in classes where registrations.count > 1 {
      classes[name] = Self.inOrder(registrations, among: plugins)
    }
    self.classes = classes
    classNames = classes.keys.map(\.text).sorted()
    problems = plugins.flatMap { plugin in
      (plugin.described?.bases ?? []).compactMap { Self.problem(ofBase: $0, plugin, classes) }
    }
    extensions = plugins.flatMap { plugin in
      (plugin.described?.extensions ?? []).compactMap { described in
        described.extends.map { Extension(plugin: plugin, described: described, target: $0) }
      }
    }.sorted { $0.described.name < $1.described.name }
  }

  /// A base class that two plugins were built with must be the same class.
  private static func problem(
    ofBase base: DescribedClass, _ plugin: InstalledPlugin, _ classes: [ExactText: [Registration]]
  ) -> Diagnostic? {
    guard let others = classes[ExactText(base.name)], !others.contains(where: { $0.described.describesSame(as: base) }),
      let other = others.first
    else {
      return nil
    }
    let finding = PluginFinding.otherBase(plugin.name, other: other.plugin.name, className: base.name)
    return Diagnostic(finding, severity: .warning, file: plugin.path)
  }

  /// Puts the classes of one name in the order in which scenes get them.
  private static func inOrder(_ registrations: [Registration], among plugins: [InstalledPlugin]) -> [Registration] {
    var registrations = registrations.sorted { ClassPrecedence($0.plugin) < ClassPrecedence($1.plugin) }
    for plugin in plugins where !registrations.contains(where: { $0.plugin === plugin }) {
      let place = registrations.first.flatMap { base(of: plugin, $0.described.name, among: registrations) }
      if let place { registrations[place].isBase = true }
    }
    return registrations.sorted {
      ClassPrecedence($0.plugin, isBase: $0.isBase) < ClassPrecedence($1.plugin, isBase: $1.isBase)
    }
  }

  /// The place of the class that a plugin's classes have as a base by this name; nil where they have none.
  private static func base(of plugin: InstalledPlugin, _ name: String, among registrations: [Registration]) -> Int? {
    guard let described = plugin.described else { return nil }
    let listed = described.bases.first { $0.name.isExactly(name) }
    guard listed != nil || described.components.contains(where: { $0.definition.base?.isExactly(name) == true }) else {
      return nil
    }
    return place(ofBase: listed, for: plugin, among: registrations.map { ($0.plugin, $0.described) })
  }

  /// The class that a plugin means by a base, of several: the one that it was built with, else the first that is found no
  /// earlier than the plugin itself, since what is shipped knows nothing of a person's plugins.
  private static func place(
    ofBase listed: DescribedClass?, for plugin: InstalledPlugin, among classes: [(InstalledPlugin, DescribedClass)]
  ) -> Int? {
    guard classes.count > 1 else { return classes.isEmpty ? nil : 0 }
    if let listed, let same = classes.firstIndex(where: { $0.1.describesSame(as: listed) }) { return same }
    return classes.firstIndex { $0.0.foundIn.precedence >= plugin.foundIn.precedence } ?? 0
  }

  /// The class that a plugin means by the name of a base; nil where no plugin registers one.
  func registeredBase(of plugin: InstalledPlugin, _ name: String) -> Entry? {
    let entries = candidates(for: name).map { entry(of: $0) }
    let listed = plugin.described?.bases.first { $0.name.isExactly(name) }
    return Self.place(ofBase: listed, for: plugin, among: entries.map { ($0.plugin, $0.described) }).map { entries[$0] }
  }

  /// A base class as a plugin was built with it, where no plugin registers it: the plugin's own copy, or another's.
  func listedBase(of plugin: InstalledPlugin, _ name: String) -> (plugin: InstalledPlugin, described: DescribedClass)? {
    for plugin in [plugin] + plugins {
      if let listed = plugin.described?.bases.first(where: { $0.name.isExactly(name) }) { return (plugin, listed) }
    }
    return nil
  }

  /// The classes that scenes do not get by their names alone, since another plugin's class comes first.
  package var shadowedClasses: [ShadowedClass] {
    classNames.flatMap { name -> [ShadowedClass] in
      let found = candidates(for: name)
      let first = Self.first(of: found)
      guard found.count > 1, first.count == 1, let winner = first.first else { return [] }
      return found.filter { $0.plugin !== winner.plugin }.map {
        ShadowedClass(name: name, plugin: $0.plugin, winner: winner.plugin)
      }
    }
  }

  /// The plugins of which each has a class of a name, none of them before the others, so that a scene has to say which.
  package var ambiguousClasses: [(name: String, plugins: [InstalledPlugin])] {
    classNames.compactMap { name in
      let first = Self.first(of: candidates(for: name))
      return first.count > 1 ? (name, first.map(\.plugin)) : nil
    }
  }

  /// The plugins that have a class of a name, in the order in which scenes get them, and whether it is another's base.
  package func registrants(of name: String) -> [(plugin: InstalledPlugin, isBase: Bool)] {
    (classes[ExactText(name)] ?? []).map { ($0.plugin, $0.isBase) }
  }

  private static func first(of registrations: [Registration], needs: ScenePlugins? = nil) -> [Registration] {
    ClassPrecedence.first(of: registrations) {
      ClassPrecedence($0.plugin, isNamed: needs?.names.contains($0.plugin.name) == true, isBase: $0.isBase)
    }
  }

  /// All class names, sorted.
  package let classNames: [String]

  private func entry(of registration: Registration) -> Entry {
    Entry(plugin: registration.plugin, described: registration.described, registry: self)
  }

  private func entries(of name: String) -> [Entry] { (classes[ExactText(name)] ?? []).map { entry(of: $0) } }

  /// The classes that a name may mean, which may have the plugin's before it.
  private func candidates(for name: String) -> [Registration] {
    if let found = classes[ExactText(name)] { return found }
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return [] }
    let (plugin, className) = (name[..<dot], name[name.utf8.index(after: dot)...])
    return (classes[ExactText(String(className))] ?? []).filter { $0.plugin.name.isExactly(plugin) }
  }

  /// All classes of all plugins, in the order of their names.
  package var allEntries: [Entry] { classNames.flatMap(entries) }

  /// The first class of that name in the order in which scenes get them.
  package func entry(of name: String) -> Entry? { entries(of: name).first }

  /// The class of that name that a plugin registers.
  package func entry(of name: String, in plugin: InstalledPlugin) -> Entry? {
    entries(of: name).first { $0.plugin === plugin }
  }

  /// Its definition.
  package func definition(of name: String) -> ComponentDefinition? { entry(of: name)?.definition }

  /// What a class name means in a scene that needs the given plugins; `Plugin.Class` names the plugin itself.
  ///
  /// - Parameter base: the class as which objects are inspected where no plugin knows the other.
  package func resolve(_ name: String, base: String? = nil, needs: ScenePlugins) -> Resolution {
    guard let base, case .unknown = resolve(name, needs: needs), case .known(let entry) = resolve(base, needs: needs)
    else { return resolve(name, needs: needs) }
    let stranger = ComponentDefinition(
      name: name, label: PropertyName.label(for: name), base: "\(entry.plugin.name).\(entry.name)")
    return .known(Entry(plugin: entry.plugin, described: DescribedClass(stranger, isInspectedAs: base), registry: self))
  }

  private func resolve(_ name: String, needs: ScenePlugins) -> Resolution {
    let found = Self.first(of: candidates(for: name), needs: needs)
    guard let first = found.first else { return .unknown }
    guard found.count == 1 else { return .ambiguous(found.map(\.plugin)) }
    if let failure = needs.refusals[first.plugin.name] { return .refused(failure) }
    return .known(entry(of: first))
  }
}

/// The plugins that a scene says it needs.
package struct ScenePlugins {
  package private(set) var names: Set<String> = []

  /// Needed plugins that are here in a version which the scene does not accept.
  package private(set) var refusals: [String: PluginFailure] = [:]

  /// Needed plugins that are not here, or do not work.
  package private(set) var missing: [String: PluginFailure] = [:]

  /// Needs that are not requirements.
  package private(set) var malformed: [(name: String, text: String)] = []

  package init(_ needs: [(name: String, requirement: String)], _ registry: ComponentRegistry) {
    for (name, text) in needs {
      names.insert(name)
      guard let requirement = VersionRequirement(text) else {
        malformed.append((name, text))
        continue
      }
      guard let plugin = registry.plugins.first(where: { $0.name == name }), let version = plugin.described?.version
      else {
        missing[name] = registry.isSafeMode ? .notLookedFor(name) : Self.failure(of: name, registry.plugins)
        continue
      }
      if !requirement.accepts(version) {
        refusals[name] = .needed(name, text, installed: version)
      }
    }
  }

  /// Why a needed plugin is not there.
  private static func failure(of name: String, _ plugins: [InstalledPlugin]) -> PluginFailure {
    // One that could not describe itself has the name of its file.
    let broken = plugins.first { $0.described == nil && $0.name.lowercased() == name.lowercased() }
    return broken?.problem.map { .broken(name, $0) } ?? .missing(name)
  }
}
