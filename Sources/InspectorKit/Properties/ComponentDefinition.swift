/// Everything the inspector knows of one component class.
public struct ComponentDefinition: Hashable, Sendable {
  /// The class's name, such as `StarView`.
  public var name: String

  /// What people read, such as "Star View".
  public var label: String

  /// The name of the declared class it extends, or nil.
  public var base: String?

  /// For an extension the class to which, and to whose subclasses, it adds its properties; nil for a component.
  public var extends: String?

  /// A sentence for people, or nil.
  public var help: String?

  /// All properties, the base class's first, in the order of declaration.
  public var properties: [PropertyDefinition]

  /// All actions, the base class's first, in the order of declaration.
  public var actions: [ActionDefinition]

  /// Names of the parent's properties that the component's hooks may read.
  public var readsParent: [String]

  /// Whether a live component adds nothing to its stored attributes: no property in the chain has observers or
  /// accessors and no class in it overrides the lifecycle. Only then may the host skip building it.
  public var isInert: Bool

  /// Whether the class may draw itself: only then it is asked for pictures.
  public var draws: Bool

  /// The parts, those of parts after them.
  public var parts: [PartDefinition]

  /// What a class without code draws: JSON text of entries whose values may name its properties; nil for none.
  package var drawing: String?

  /// A class as a plugin describes it. Nothing is checked here; registration reports what is wrong.
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

  /// The property of that name.
  public func property(named name: String) -> PropertyDefinition? { properties.first { $0.name == name } }
}
