package import InspectorKit
internal import JSONText
internal import Synchronization

/// A class with its inherited members and the members that extensions add, and the definition from which a worker
/// builds instances.
package struct ComposedClass: Sendable {
  /// The class in the form for scenes and users: the properties of ``built``, followed by properties known only to the
  /// host.
  package var definition: ComponentDefinition

  /// The plugin whose worker builds the objects of the class.
  package var builder: InstalledPlugin

  /// The class that the worker builds: this class or, if this class has no code, its nearest base class with code.
  package var built: ComponentDefinition

  /// The extensions that add to the class, in the order in which they are applied.
  package var extensions: [AppliedExtension] = []

  /// The property names that several plugins add with equal precedence, each with those plugins. None of these
  /// properties is added to the class.
  package var clashes: [String: [InstalledPlugin]] = [:]

  /// The property names that several plugins add, if one of these plugins takes precedence. Each name is mapped to that
  /// plugin and to the other plugins, whose properties of this name are not added.
  package var shadowed: [String: (plugins: [InstalledPlugin], winner: InstalledPlugin)] = [:]

  /// Data that a higher layer derives once from the class and shares among all scenes.
  package let derived = DerivedValue()
}

/// A lazily created value of a type that a higher layer defines.
package final class DerivedValue: Sendable {
  private let stored = Mutex<(any AnyObject & Sendable)?>(nil)

  /// Returns the stored value. If none of type `T` is stored, calls `make` and stores its result.
  package func value<T: AnyObject & Sendable>(_ make: () -> T) -> T {
    stored.withLock { stored in
      if let known = stored as? T { return known }
      let made = make()
      stored = made
      return made
    }
  }
}

/// An extension that was applied to a class.
package struct AppliedExtension: Sendable {
  package let plugin: InstalledPlugin

  /// The extension as its plugin describes it.
  package let definition: ComponentDefinition

  /// The indices of the extension's properties among the class's properties; for an alias, the index of its target. The
  /// index of a property that was left out because of a name conflict is nil.
  package let places: [Int?]

  /// True if the extension has a property with code that runs when the property is set.
  package var hasSetters: Bool { definition.properties.contains { $0.isObserved && !$0.isReadOnly } }

  /// True if the extension has a computed property.
  package var hasGetters: Bool { definition.properties.contains(where: \.isComputed) }
}

extension ComponentRegistry {
  /// Returns a class with the members that all applicable extensions add, regardless of the plugins that a scene
  /// requires. The result is cached.
  func composed(_ entry: Entry) -> ComposedClass {
    let key = ObjectIdentifier(entry.described)
    if let known = composed.withLock({ $0[key] }) { return known }
    let made = compose(entry, needs: nil)
    // A class that exists for only one scene is not cached: it lives no longer than the scene.
    if entry.described.inspectedAs == nil { composed.withLock { $0[key] = made } }
    return made
  }

  /// Returns a class as a scene with the given plugin requirements sees it. Extensions of the required plugins take
  /// precedence, and extensions of plugins whose versions the scene does not accept are left out.
  package func composed(_ entry: Entry, needs: ScenePlugins) -> ComposedClass {
    let common = composed(entry)
    let isCommon =
      common.clashes.isEmpty && common.shadowed.isEmpty
      && common.extensions.allSatisfy { needs.refusals[$0.plugin.name] == nil }
    return isCommon ? common : compose(entry, needs: needs)
  }

  private func compose(_ entry: Entry, needs: ScenePlugins?) -> ComposedClass {
    let (whole, lineage) = inherited(entry)
    let applicable = extensions.filter { found in
      lineage.contains { $0.matches(found.target) } && needs?.refusals[found.plugin.name] == nil
    }
    guard !applicable.isEmpty else { return whole }
    var composing = ExtensionComposing(whole)
    for found in applicable { composing.gather(found) }
    composing.settle(preferring: needs?.names ?? [])
    for found in applicable { composing.add(found) }
    return composing.whole
  }

  /// Returns true if the hooks of a class read values of an object's parent. A class with code is not composed to find
  /// this out.
  func readsParent(_ entry: Entry) -> Bool {
    let isWhole = !entry.plugin.isData && entry.described.inspectedAs == nil
    if isWhole { return entry.described.readsParent }
    return chain(of: entry).first { $0.hasCode }.map { !$0.definition.readsParent.isEmpty } ?? false
  }

  /// The name of a class or of one of its base classes, with the plugin that it belongs to.
  package struct Ancestor {
    package let plugin: InstalledPlugin
    package let name: String
    var aliases: [String] = []

    /// Returns true if a present or former name, which may be qualified as `Plugin.Class`, refers to this class.
    package func matches(_ wanted: String) -> Bool {
      if wanted.isExactly(name) || wanted.isExactly("\(plugin.name).\(name)") { return true }
      return aliases.contains { wanted.isExactly($0) || wanted.isExactly("\(plugin.name).\($0)") }
    }
  }

  /// Returns the class itself and all its base classes, nearest first. The list ends with the name of the first base
  /// class that is not installed, if there is one.
  package func lineage(of entry: Entry) -> [Ancestor] { Self.lineage(of: chain(of: entry)) }

  private static func lineage(of chain: [Link]) -> [Ancestor] {
    var lineage = chain.map {
      Ancestor(plugin: $0.plugin, name: $0.definition.name, aliases: $0.definition.aliases)
    }
    // The last class may name a base that is not installed.
    if let last = chain.last, let base = last.definition.base, !lineage.contains(where: { $0.matches(base) }) {
      lineage.append(Ancestor(plugin: last.plugin, name: base))
    }
    return lineage
  }

  /// A class or one of its base classes, with the plugin that it belongs to.
  private typealias Link = (plugin: InstalledPlugin, definition: ComponentDefinition, hasCode: Bool)

  /// Returns the class itself and its installed base classes, nearest first.
  private func chain(of entry: Entry) -> [Link] {
    var chain: [Link] = []
    var next: (plugin: InstalledPlugin, described: DescribedClass, hasCode: Bool)? = (
      entry.plugin, entry.described, entry.described.inspectedAs == nil && !entry.plugin.isData
    )
    while let (plugin, described, hasCode) = next,
      !chain.contains(where: { $0.definition.name == described.name && $0.plugin === plugin })
    {
      let definition = described.definition
      chain.append((plugin, definition, hasCode))
      next = definition.base.flatMap { base(of: plugin, $0) }
    }
    return chain
  }

  /// Returns a class with its inherited members but without extensions, and its lineage: the class and its base
  /// classes, nearest first.
  private func inherited(_ entry: Entry) -> (ComposedClass, lineage: [Ancestor]) {
    let chain = chain(of: entry)
    let place = chain.firstIndex { $0.hasCode }
    let builder = chain[place ?? 0].plugin
    var built = chain[place ?? 0].definition
    if place == nil { (built.isInert, built.readsParent, built.readsSettings) = (true, [], []) }
    var whole = chain[0].definition
    (whole.readsParent, whole.readsSettings, whole.isInert) = (built.readsParent, built.readsSettings, built.isInert)
    whole.passesTouches = chain.lazy.compactMap(\.definition.passesTouches).first
    whole.title = chain.lazy.compactMap(\.definition.title).first
    whole.arrangement = chain.lazy.compactMap(\.definition.arrangement).first
    for (_, definition, _) in chain.dropFirst() {
      let known = Set(whole.presets.map(\.name))
      whole.presets.insert(contentsOf: definition.presets.filter { !known.contains($0.name) }, at: 0)
    }
    // A class with code lists the properties that it inherits; a class without code may omit them.
    var properties = place == nil ? [] : built.properties
    for (_, definition, _) in chain[..<(place ?? chain.count)].reversed() {
      properties += definition.ownInOrder.filter { own in !properties.contains { $0.name == own.name } }
    }
    properties += unlisted(in: chain.map { ($0.plugin, $0.definition) }, from: place, besides: properties)
    whole.properties = properties
    // No worker runs the actions of classes that are derived from the built class. The host applies only the values
    // that these actions set.
    whole.actions = place == nil ? [] : built.actions
    for (_, definition, _) in chain[..<(place ?? chain.count)].reversed() {
      whole.actions.removeAll { former in definition.actions.contains { $0.name == former.name } }
      whole.actions += definition.actions
    }
    if place == nil { built.properties = properties }
    for (_, definition, _) in chain.dropFirst() {
      whole.parts += definition.parts.filter { part in !whole.parts.contains { $0.name == part.name } }
    }
    let data = chain[..<(place ?? chain.count)].lazy.map(\.definition)
    (whole.drawing, whole.placement) = (data.compactMap(\.drawing).first, data.compactMap(\.placement).first)
    return (ComposedClass(definition: whole, builder: builder, built: built), Self.lineage(of: chain))
  }

  /// Returns the inherited properties that are missing in the description of a class with code. A plugin that is not
  /// written in Swift may omit them. These properties are values without hooks, because the worker that builds the
  /// class has no code of the base classes.
  ///
  /// - Parameter place: the index of the class in the chain; nil if no class has code.
  private func unlisted(
    in chain: [(plugin: InstalledPlugin, definition: ComponentDefinition)], from place: Int?,
    besides listed: [PropertyDefinition]
  ) -> [PropertyDefinition] {
    guard let place, let plugin = chain[place].plugin.described else { return [] }
    var (names, found) = (Set(listed.flatMap { [$0.name] + $0.aliases }), [PropertyDefinition]())
    for (_, base) in chain[(place + 1)...] {
      // The description of a plugin that was built with a base lists all properties that the base had at that time.
      guard !plugin.bases.contains(where: { $0.name.isExactly(base.name) }) else { break }
      for property in base.properties where names.insert(property.name).inserted { found.append(property) }
    }
    return found
  }

  /// Returns the base class that a plugin refers to by this name: the plugin's own class, a class that another plugin
  /// registers, or the copy in the description of a plugin that was built with the class. The copy has no code. Returns
  /// nil if there is no such class.
  private func base(
    of plugin: InstalledPlugin, _ name: String
  ) -> (plugin: InstalledPlugin, described: DescribedClass, hasCode: Bool)? {
    if let own = plugin.described?.components.first(where: { $0.name == name }) { return (plugin, own, !plugin.isData) }
    if let base = registeredBase(of: plugin, name) { return (base.plugin, base.described, !base.plugin.isData) }
    return listedBase(of: plugin, name).map { ($0.plugin, $0.described, false) }
  }
}

extension ComponentDefinition {
  /// The properties sorted by their declared `order`, which defaults to 0.
  fileprivate var ownInOrder: [PropertyDefinition] {
    properties.enumerated().sorted {
      ($0.element.order ?? 0, $0.offset) < ($1.element.order ?? 0, $1.offset)
    }.map(\.element)
  }
}

/// The state of adding extensions' properties to a class in two passes: the first gathers names, the second adds the
/// properties.
private struct ExtensionComposing {
  var whole: ComposedClass
  private var names: [String: Int]
  private let own: Set<String>

  /// The plugins whose extensions declare a property, by the property's name.
  private var wishes: [String: [InstalledPlugin]] = [:]

  init(_ whole: ComposedClass) {
    self.whole = whole
    let properties = whole.definition.properties
    names = Dictionary(properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    own = Set(properties.flatMap { [$0.name] + $0.aliases })
  }

  /// Returns the target index of each property of an extension that is an alias, among the class's properties, and nil
  /// for each other property. Returns nil instead of the list if the class lacks the target of an alias, or if the
  /// target has a different type.
  private func targets(_ found: ComponentRegistry.Extension) -> [Int?]? {
    let properties = found.described.definition.properties
    let places = properties.map { $0.aliasOf.flatMap { names[$0] } }
    let isMet = zip(properties, places).allSatisfy { property, place in
      guard let place else { return property.aliasOf == nil }
      let target = whole.definition.properties[place]
      return target.type == property.type && target.isOptional == property.isOptional
    }
    return isMet ? places : nil
  }

  /// Records the names of the properties that an extension would add. Skips the names that the class itself uses, and
  /// ignores an extension with an alias whose target is missing or has a different type.
  mutating func gather(_ found: ComponentRegistry.Extension) {
    guard targets(found) != nil else { return }
    for property in found.described.definition.properties where !own.contains(property.name) {
      if wishes[property.name]?.contains(where: { $0 === found.plugin }) != true {
        wishes[property.name, default: []].append(found.plugin)
      }
    }
  }

  /// Resolves conflicts between plugins that add a property of the same name. The precedence is the same as for
  /// classes.
  mutating func settle(preferring names: Set<String>) {
    for (name, plugins) in wishes where plugins.count > 1 {
      let first = ClassPrecedence.first(of: plugins) { ClassPrecedence($0.foundIn, isNamed: names.contains($0.name)) }
      if let winner = first.first, first.count == 1 {
        wishes[name] = first
        whole.shadowed[name] = (plugins.filter { $0 !== winner }, winner)
      } else {
        wishes[name] = []
        whole.clashes[name] = first
      }
    }
  }

  mutating func add(_ found: ComponentRegistry.Extension) {
    guard var places = targets(found) else { return }
    let definition = found.described.definition
    for (number, property) in definition.properties.enumerated() {
      guard wishes[property.name]?.contains(where: { $0 === found.plugin }) == true else { continue }
      if let place = places[number] {
        // The property's former names become keys, too, unless they are already keys of the class.
        let former = property.aliases.filter { !own.contains($0) && names[$0] == nil }
        whole.definition.properties[place].add(names: [property.name] + former, label: property.label)
      } else if names[property.name] == nil {
        places[number] = whole.definition.properties.count
        names[property.name] = whole.definition.properties.count
        whole.definition.properties.append(property)
        whole.definition.properties[whole.definition.properties.count - 1].isOfExtension = true
      }
    }
    let applied = AppliedExtension(plugin: found.plugin, definition: definition, places: places)
    if applied.hasGetters || applied.hasSetters { whole.definition.isInert = false }
    whole.extensions.append(applied)
  }
}
