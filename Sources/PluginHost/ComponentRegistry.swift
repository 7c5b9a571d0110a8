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
    /// Several plugins register the class and the scene does not say which.
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

  /// All class names, sorted.
  package let classNames: [String]

  private func entries(of name: String) -> [Entry] {
    (classes[ExactText(name)] ?? []).map { Entry(plugin: $0.plugin, described: $0.described, registry: self) }
  }

  /// All classes of all plugins, in the order of their names.
  package var allEntries: [Entry] { classNames.flatMap(entries) }

  /// The first class of that name, whichever plugin has it.
  package func entry(of name: String) -> Entry? { entries(of: name).first }

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
    var candidates = entries(of: name)
    if candidates.isEmpty, let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) {
      let (plugin, className) = (name[..<dot], name[name.utf8.index(after: dot)...])
      candidates = entries(of: String(className)).filter { $0.plugin.name.isExactly(plugin) }
    }
    if candidates.count > 1 {
      let wanted = candidates.filter { needs.names.contains($0.plugin.name) }
      guard wanted.count == 1 else { return .ambiguous(candidates.map(\.plugin)) }
      candidates = wanted
    }
    guard let entry = candidates.first else { return .unknown }
    if let failure = needs.refusals[entry.plugin.name] { return .refused(failure) }
    return .known(entry)
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
