package import InspectorKit
internal import JSONText
internal import Synchronization
package import WorkbenchSupport

/// A snapshot of a library's plugins, the classes they register and the extensions of those classes.
package final class ComponentRegistry: Sendable {
  /// A class and the plugin that registers it.
  package struct Entry: Sendable {
    package let plugin: InstalledPlugin
    package let described: DescribedClass
    let registry: ComponentRegistry

    package var name: String { described.name }

    /// The complete definition, with the inherited members and the members that extensions add.
    package var definition: ComponentDefinition { registry.composed(self).definition }

    /// True if the hooks of the class read values of an object's parent.
    package var readsParent: Bool { registry.readsParent(self) }

    /// Returns true if a name, which may be qualified as `Plugin.Class`, refers to this class.
    package func isCalled(_ name: String) -> Bool {
      Ancestor(plugin: plugin, name: self.name, aliases: described.aliases).matches(name)
    }

    /// Returns the current name of the class for one of its former names; nil for any other name. If the former name is
    /// qualified as `Plugin.Class`, the result is qualified, too.
    package func presentName(for name: String) -> String? {
      guard !described.aliases.isEmpty else { return nil }
      if described.aliases.contains(where: { $0.isExactly(name) }) { return self.name }
      let isQualified = described.aliases.contains { name.isExactly("\(plugin.name).\($0)") }
      return isQualified ? "\(plugin.name).\(self.name)" : nil
    }
  }

  /// The result of looking up a class name for a scene.
  package enum Resolution {
    case known(Entry)
    case unknown
    /// Several plugins of equal precedence register the class, and the scene does not name one of them.
    case ambiguous([InstalledPlugin])
    /// The scene does not accept the installed version of the plugin that registers the class.
    case refused(PluginFailure)
  }

  /// The plugins, sorted by name.
  package let plugins: [InstalledPlugin]

  /// The version number of this snapshot. The library increments the number whenever a plugin is replaced.
  package let version: Int

  /// True if at least one plugin declares settings, which the hooks of its components may read.
  package var declaresSettings: Bool { plugins.contains { $0.described?.settings.isEmpty == false } }

  /// The settings of all plugins, each paired with its plugin's name. If several plugins have the same name, only the
  /// settings of the first one are included.
  package var settings: [(plugin: String, setting: PluginSetting)] {
    var names: Set<String> = []
    return plugins.filter { names.insert($0.name).inserted }.flatMap { plugin in
      (plugin.described?.settings ?? []).map { (plugin.name, $0) }
    }
  }

  /// True if the plugin search was skipped, in safe mode.
  let isSafeMode: Bool

  /// The registered classes by name. Classes of the same name are in order of precedence.
  let classes: [ExactText: [Registration]]

  /// The registered classes by their former names. The current name of a class takes precedence over the former names
  /// of other classes.
  let formerClasses: [ExactText: [Registration]]

  /// True if a plugin registers a class with former names.
  package var hasFormerClasses: Bool { !formerClasses.isEmpty }

  /// Warnings about plugins that were built with a different version of a registered base class.
  package let problems: [Diagnostic]

  /// Extensions, sorted by name.
  let extensions: [Extension]

  /// A cache of composed classes that do not depend on the scene.
  let composed = Mutex<[ObjectIdentifier: ComposedClass]>([:])

  /// A class that a plugin registers, in a form that does not depend on a scene.
  struct Registration {
    let plugin: InstalledPlugin
    let described: DescribedClass

    /// True if a class of another plugin has this class as its base.
    var isBase = false
  }

  /// An extension, the plugin that registers it, and the name of the class that it extends.
  struct Extension: Sendable {
    let plugin: InstalledPlugin
    let described: DescribedClass
    let target: String
  }

  package init(_ plugins: [InstalledPlugin], version: Int = 0, isSafeMode: Bool = false) {
    (self.plugins, self.version, self.isSafeMode) = (plugins, version, isSafeMode)
    var classes: [ExactText: [Registration]] = [:]
    var former: [ExactText: [Registration]] = [:]
    for plugin in plugins {
      for described in plugin.described?.components ?? [] {
        let registration = Registration(plugin: plugin, described: described)
        classes[ExactText(described.name), default: []].append(registration)
        for alias in described.aliases { former[ExactText(alias), default: []].append(registration) }
      }
    }
    formerClasses = former
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

  /// Returns a warning if the base class that a plugin was built with differs from every registered class of that name.
  /// Returns nil if a registered class is equal to the base class, or if no class of that name is registered.
  private static func problem(
    ofBase base: DescribedClass, _ plugin: InstalledPlugin, _ classes: [ExactText: [Registration]]
  ) -> Diagnostic? {
    guard let others = classes[ExactText(base.name)], !others.contains(where: { $0.described.describesSame(as: base) }),
      let other = others.first
    else { return nil }
    let finding = PluginFinding.otherBase(plugin.name, other: other.plugin.name, className: base.name)
    return Diagnostic(finding, severity: .warning, file: plugin.path)
  }

  /// Returns the classes of one name, sorted by precedence. Sets `isBase` on each class that is a base of another
  /// plugin's class.
  private static func inOrder(_ registrations: [Registration], among plugins: [InstalledPlugin]) -> [Registration] {
    var registrations = registrations.sorted { ClassPrecedence($0.plugin.foundIn) < ClassPrecedence($1.plugin.foundIn) }
    for plugin in plugins where !registrations.contains(where: { $0.plugin === plugin }) {
      let place = registrations.first.flatMap { base(of: plugin, $0.described.name, among: registrations) }
      if let place { registrations[place].isBase = true }
    }
    return registrations.sorted {
      ClassPrecedence($0.plugin.foundIn, isBase: $0.isBase) < ClassPrecedence($1.plugin.foundIn, isBase: $1.isBase)
    }
  }

  /// Returns the index of the class that a plugin's classes inherit from, among several classes of one name; nil if no
  /// class of the plugin has a base class of that name.
  private static func base(of plugin: InstalledPlugin, _ name: String, among registrations: [Registration]) -> Int? {
    guard let described = plugin.described else { return nil }
    let listed = described.bases.first { $0.name.isExactly(name) }
    guard listed != nil || described.components.contains(where: { $0.definition.base?.isExactly(name) == true }) else {
      return nil
    }
    return place(ofBase: listed, for: plugin, among: registrations)
  }

  /// Returns the index of the base class that a plugin refers to, among several classes of one name; nil if the list of
  /// classes is empty. The plugin refers to the class that it was built with. If that class is not registered, the
  /// plugin refers to the first class that does not precede the plugin in the search order, since the shipped plugins
  /// do not depend on the user's plugins.
  private static func place(
    ofBase listed: DescribedClass?, for plugin: InstalledPlugin, among classes: [Registration]
  ) -> Int? {
    guard classes.count > 1 else { return classes.isEmpty ? nil : 0 }
    if let listed, let same = classes.firstIndex(where: { $0.described.describesSame(as: listed) }) { return same }
    return classes.firstIndex { $0.plugin.foundIn.precedence >= plugin.foundIn.precedence } ?? 0
  }

  /// Returns the registered class that a plugin refers to by the name of a base class; nil if no plugin registers a
  /// class of that name.
  func registeredBase(of plugin: InstalledPlugin, _ name: String) -> Entry? {
    let found = candidates(for: name)
    let listed = plugin.described?.bases.first { $0.name.isExactly(name) }
    return Self.place(ofBase: listed, for: plugin, among: found).map { entry(of: found[$0]) }
  }

  /// Returns the copy of a base class in a plugin's description, preferably in the given plugin's; nil if no
  /// description has a copy. A description contains a copy of each base class that its plugin was built with. The copy
  /// substitutes for a class that no plugin registers.
  func listedBase(of plugin: InstalledPlugin, _ name: String) -> (plugin: InstalledPlugin, described: DescribedClass)? {
    for plugin in [plugin] + plugins {
      if let listed = plugin.described?.bases.first(where: { $0.name.isExactly(name) }) { return (plugin, listed) }
    }
    return nil
  }

  /// The classes that a scene cannot reach by their plain names, since another plugin's class takes precedence.
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

  /// The class names that several plugins of equal precedence register, each with those plugins. A scene that uses such
  /// a name must also name one of the plugins.
  package var ambiguousClasses: [(name: String, plugins: [InstalledPlugin])] {
    classNames.compactMap { name in
      let first = Self.first(of: candidates(for: name))
      return first.count > 1 ? (name, first.map(\.plugin)) : nil
    }
  }

  private static func first(of registrations: [Registration], needs: ScenePlugins? = nil) -> [Registration] {
    ClassPrecedence.first(of: registrations) {
      ClassPrecedence(
        $0.plugin.foundIn, isNamed: needs?.names.contains($0.plugin.name) == true, isBase: $0.isBase)
    }
  }

  /// All class names, sorted.
  package let classNames: [String]

  private func entry(of registration: Registration) -> Entry {
    Entry(plugin: registration.plugin, described: registration.described, registry: self)
  }

  private func entries(of name: String) -> [Entry] { (classes[ExactText(name)] ?? []).map { entry(of: $0) } }

  /// Returns the classes that a name may refer to; the name may be qualified as `Plugin.Class`.
  private func candidates(for name: String) -> [Registration] {
    if let found = classes[ExactText(name)] ?? formerClasses[ExactText(name)] { return found }
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return [] }
    let (plugin, className) = (name[..<dot], name[name.utf8.index(after: dot)...])
    let own = (classes[ExactText(String(className))] ?? []).filter { $0.plugin.name.isExactly(plugin) }
    guard own.isEmpty, hasFormerClasses else { return own }
    return (formerClasses[ExactText(String(className))] ?? []).filter { $0.plugin.name.isExactly(plugin) }
  }

  /// All classes of all plugins, sorted by name.
  package var allEntries: [Entry] { classNames.flatMap(entries) }

  /// Returns the class of this name with the highest precedence; nil if no plugin registers a class of this name.
  package func entry(of name: String) -> Entry? { entries(of: name).first }

  /// Returns the class of this name that the given plugin registers; nil if the plugin has no such class.
  package func entry(of name: String, in plugin: InstalledPlugin) -> Entry? {
    entries(of: name).first { $0.plugin === plugin }
  }

  /// Returns the complete definition of the class of this name; nil if no plugin registers the class.
  package func definition(of name: String) -> ComponentDefinition? { entry(of: name)?.definition }

  /// Resolves a class name in a scene that requires the given plugins; the name may be qualified as `Plugin.Class`.
  ///
  /// - Parameter base: the name of the class that serves as the base of a placeholder if no plugin registers the named
  ///   class; nil for no placeholder.
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

/// The plugins that a scene lists as its requirements.
package struct ScenePlugins {
  package private(set) var names: Set<String> = []

  /// The failures of installed plugins whose versions the scene does not accept, by plugin name.
  package private(set) var refusals: [String: PluginFailure] = [:]

  /// The failures of required plugins that are not installed, do not work, or were not searched for, by plugin name.
  package private(set) var missing: [String: PluginFailure] = [:]

  /// The required plugins whose version requirements are malformed, each with the text of the requirement.
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

  /// Returns the failure of a required plugin that is not installed, or that could not describe itself.
  private static func failure(of name: String, _ plugins: [InstalledPlugin]) -> PluginFailure {
    // A plugin that could not describe itself is listed under the name in its file name.
    let broken = plugins.first { $0.described == nil && $0.name.lowercased() == name.lowercased() }
    return broken?.problem.map { .broken(name, $0) } ?? .missing(name)
  }
}

extension ComponentRegistry {
  /// Returns the registry entry and the composed class for a class that no plugin registers, such as one inferred from
  /// the values that a scene stores. Objects of such a class cannot be built.
  package func undeclared(_ definition: ComponentDefinition) -> (entry: Entry, whole: ComposedClass) {
    // The class is temporary, so it bypasses the cache of `composed(_:)`, which never evicts classes.
    let whole = ComposedClass(definition: definition, builder: .nobody, built: definition)
    return (Entry(plugin: .nobody, described: DescribedClass(definition), registry: self), whole)
  }
}

extension InstalledPlugin {
  /// A plugin without classes or code, the owner of undeclared classes.
  fileprivate static let nobody = InstalledPlugin(name: "", path: nil, limit: .seconds(1), isData: true) {
    () throws(PluginFailure) in throw .notRunning("")
  }
}
