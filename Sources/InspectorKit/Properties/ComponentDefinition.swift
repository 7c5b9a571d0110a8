/// The definition of one component class or extension, as a plugin describes it to the host.
public struct ComponentDefinition: Hashable, Sendable {
  /// The class's name, such as `StarView`.
  public var name: String

  /// The display name, such as "Star View".
  public var label: String

  /// The former names of the class, which old scenes may still use; subclasses do not inherit them.
  public var aliases: [String] = []

  /// The name of the nearest declared base class, such as `View`; nil if there is none.
  public var base: String?

  /// The name of the class to which an extension adds its properties, with or without its plugin's name; nil for a
  /// component. Subclasses receive the properties, too.
  public var extends: String?

  /// A one-sentence explanation for the user; nil for none.
  public var help: String?

  /// All properties, including inherited ones and those of parts: the base class's first, in the order of declaration.
  public var properties: [PropertyDefinition]

  /// All actions, including inherited ones: the base class's first, in the order of declaration.
  public var actions: [ActionDefinition]

  /// The names of the parent's properties that the component's hooks may read.
  public var readsParent: [String]

  /// The names of the plugin's settings that components of the class read.
  public var readsSettings: [String] = []

  /// True if the effective values of a component are always its stored values and defaults: neither the class nor a
  /// base class has a property with observers or accessors, or overrides `awake` or `prepareForInspector`. Only then
  /// may the host skip building the component.
  public var isInert: Bool

  /// True if the class may draw itself. The host requests drawings only of such classes.
  public var draws: Bool

  /// True if touches pass through components of the class to whatever lies beneath; nil to inherit the base class's
  /// value.
  public var passesTouches: Bool?

  /// True if the class may override `hitTest`. The host calls the method only for such classes.
  public var hitTests = false

  /// The title of the class's objects, for display beside their ids: text with the names of properties in braces, such
  /// as `{enemy} × {count}`. Nil to inherit the base class's title.
  public var title: String?

  /// The named sets of values from which a new object of the class can be made, the base class's first.
  public var presets: [Preset] = []

  /// The default sorting, grouping, search and related objects for lists of the class's objects; nil to inherit the
  /// base class's.
  public var arrangement: Arrangement?

  /// The components inside the component, such as a view's `layer`. Parts of a part follow it, with names such as
  /// `a.b`.
  public var parts: [PartDefinition]

  /// The drawing of a data-only class, as the JSON text of a ``DrawingTemplate``; nil for none.
  package var drawing: String?

  /// The frames of a data-only class's objects, as the JSON text of a ``PlacementTemplate``; nil to derive them from
  /// the properties.
  package var placement: String?

  /// Makes the definition of a class. Nothing is checked here; registration reports the problems.
  public init(
    name: String, label: String, base: String? = nil, help: String? = nil, properties: [PropertyDefinition] = [],
    readsParent: [String] = [], isInert: Bool = false, extends: String? = nil, actions: [ActionDefinition] = [],
    draws: Bool = false, parts: [PartDefinition] = []
  ) {
    self.name = name
    self.label = label
    self.base = base
    self.help = help
    self.properties = properties
    self.readsParent = readsParent
    self.isInert = isInert
    self.extends = extends
    self.actions = actions
    self.draws = draws
    self.parts = parts
  }

  /// Returns the property with this current name; nil if the class has none.
  public func property(named name: String) -> PropertyDefinition? { properties.first { $0.name == name } }

  /// True if objects of the class have a place in a picture: the class has a Rect named `frame` or a Point named
  /// `position`.
  package var hasPlace: Bool {
    property(named: "frame")?.type == .rect || property(named: "position")?.type == .point
  }
}

extension Rect {
  /// Returns the property values that place an object of a class at this frame: `frame`, or else `position` and `size`.
  /// Properties that the class lacks are left out.
  package func values(in definition: ComponentDefinition) -> [(name: String, value: PropertyValue)] {
    let all: [(name: String, value: PropertyValue)] = [
      ("frame", .rect(self)), ("position", .point(origin)), ("size", .size(size)),
    ]
    let own = all.filter { definition.property(named: $0.name)?.type == $0.value.type }
    return own.first?.name == "frame" ? Array(own.prefix(1)) : own
  }
}

extension ComponentDefinition {
  /// The mistakes in declarations that the class must not have: key path aliases outside an extension, and aliases with
  /// accessors or `readsParent` in an extension.
  var extensionProblems: [RegistrationProblem] {
    let aliases = properties.filter { $0.aliasOf != nil }
    guard extends != nil else { return aliases.map { .aliasOutsideExtension($0.name, in: name) } }
    return aliases.filter { $0.isComputed || $0.isObserved }.map { .computedAlias($0.name, in: name) }
      + (readsParent.isEmpty ? [] : [.extensionReadsParent(name)])
  }

  /// Adds a problem for each alias that is also the current name of a property, or an alias of two properties.
  static func checkAliases(
    _ definitions: [PropertyDefinition], of owner: String, problems: inout [RegistrationProblem]
  ) {
    let names = Dictionary(definitions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var owners: [String: String] = [:]
    for definition in definitions {
      for alias in definition.aliases {
        if let other = names[alias] {
          let isCycle = other.name != definition.name && other.aliases.contains(definition.name)
          // A cycle is reported once, at the first of the two properties.
          if isCycle, owners[definition.name] == alias { continue }
          problems.append(.aliasIsName(alias, of: definition.name, in: owner, isCycle: isCycle))
        } else if let former = owners[alias] {
          problems.append(.aliasOfTwo(alias, names: [former, definition.name], in: owner))
        }
        owners[alias] = definition.name
      }
    }
  }

}

extension RegistrationProblem {
  /// Returns the mistakes in the former names of a plugin's classes: a name that is not an identifier, a former name of
  /// an extension, the name of a current class, or a name that two classes share.
  static func problems(
    ofAliases classes: [ComponentDefinition]
  ) -> [(owner: ComponentDefinition, problem: RegistrationProblem)] {
    guard classes.contains(where: { !$0.aliases.isEmpty }) else { return [] }
    let names = Set(classes.map(\.name))
    var owners: [String: String] = [:]
    return classes.flatMap { owner in
      owner.aliases.compactMap { alias -> RegistrationProblem? in
        if owner.extends != nil { return .aliasOfExtension(alias, of: owner.name) }
        if !PropertyDefinition.isKeyPath(alias) || alias.utf8.contains(UInt8(ascii: ".")) {
          return .badName(alias, in: owner.name)
        }
        if names.contains(alias) { return .classAliasIsClass(alias, of: owner.name) }
        return owners.updateValue(owner.name, forKey: alias).map { .classAliasOfTwo(alias, classes: [$0, owner.name]) }
      }.map { (owner, $0) }
    }
  }

  /// Returns a problem for each label that several properties, or several actions, of a class share. Users could not
  /// distinguish them.
  static func duplicateLabels(_ labelled: [(name: String, label: String)], in owner: String) -> [RegistrationProblem] {
    let groups = Dictionary(grouping: labelled, by: \.label)
    return labelled.compactMap { name, label in
      let names = groups[label]?.map(\.name) ?? []
      return names.first == name && Set(names).count > 1 ? .duplicateLabel(label, names: names, in: owner) : nil
    }
  }
}
