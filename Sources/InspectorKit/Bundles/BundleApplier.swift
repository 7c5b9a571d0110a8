/// Applies a bundle's attributes to components at run time.
///
/// Each attribute is checked against the class's declarations before anything is set. Then the attributes are set, base class
/// first, in the order of declaration, each after those it depends on, with the cause ``ChangeCause/load``; at the end
/// ``Component/awake()`` is called, and ``Component/prepareForInspector()`` is not.
///
/// ```swift
/// let applier = try BundleApplier([View.self, StarView.self])
/// for applied in try applier.components(of: bundle) {
///   views[applied.id] = applied.component as? View
/// }
/// ```
///
/// A value that a hook refuses is left out; ``AppliedComponent/messages`` lists it.
///
/// Properties that extensions add are applied as an inspector does: the component is built, each extension is given the
/// values that it reads and what the object stores for it, and its writes are set after the object's own attributes
/// and before `awake`. A bundle that has such attributes is refused without the extension:
///
/// ```swift
/// let applier = try BundleApplier([View.self], extensions: [ViewLayers.self])
/// ```
///
/// Classes whose properties name rules of their plugin in `validate` need those rules, since a value that breaks one is
/// left out, as an inspector leaves it out:
///
/// ```swift
/// let applier = try BundleApplier(Samples.components, rules: Samples.rules)
/// ```
public final class BundleApplier {
  private var types: [String: ComponentType] = [:]

  /// In the order in which they are applied.
  private var extensions: [ComponentType] = []
  private var extraTypes: [ObjectIdentifier: ComponentType] = [:]
  private let context: PluginContext

  /// Makes an applier for a program's component classes.
  ///
  /// - Parameters:
  ///   - classes: the classes that the program has.
  ///   - extensions: the extensions that it has, declared with `@Component(extends:)`.
  ///   - rules: the rules that their properties name in `validate`, beside ``ValidationRule/standard``.
  /// - Throws: what is wrong with their declarations, all at once.
  public init(
    _ classes: [Component.Type], extensions: [Component.Type] = [], rules: [ValidationRule] = []
  ) throws(BundleError) {
    context = PluginContext(rules: rules)
    var problems: [PlacedProblem] = []
    for type in extensions {
      guard let ready = ComponentType(type, context: context, problems: &problems) else { continue }
      guard ready.definition.extends != nil else { throw BundleError(.noExtension(ready.definition.name)) }
      self.extensions.append(ready)
    }
    self.extensions.sort { $0.definition.name < $1.definition.name }
    for type in classes {
      guard let ready = ComponentType(type, context: context, problems: &problems) else { continue }
      if types.updateValue(ready, forKey: ready.definition.name) != nil {
        problems.append(PlacedProblem(.duplicateClass(ready.definition.name), at: ComponentType.place(of: type)))
      }
    }
    if !problems.isEmpty { throw BundleError(.registration(problems)) }
  }

  /// Refuses a bundle that the classes do not fit, before any component is made of it.
  public func check(_ bundle: RuntimeBundle) throws(BundleError) {
    for object in bundle.objects { try check(object, against: try type(of: object)) }
  }

  /// Makes a component of every object, in the order of the bundle.
  public func components(of bundle: RuntimeBundle) throws(BundleError) -> [AppliedComponent] {
    try check(bundle)
    var components: [AppliedComponent] = []
    components.reserveCapacity(bundle.objects.count)
    for object in bundle.objects { components.append(try component(of: object)) }
    return components
  }

  /// Makes a component of one object.
  public func component(of object: BundleObject) throws(BundleError) -> AppliedComponent {
    let type = try type(of: object)
    try check(object, against: type)
    return BundleRun(object, type, extensions(of: type)).make()
  }

  /// Sets an object's attributes on a component that is there already; its class may extend the object's.
  public func apply(_ object: BundleObject, to component: Component) throws(BundleError) -> AppliedComponent {
    let type = try type(of: component)
    guard type.chain.contains(object.className) else {
      throw BundleError(.otherClass(object.className, object: object.id, component: type.definition.name))
    }
    try check(object, against: type)
    return BundleRun(object, type, extensions(of: type)).apply(to: component)
  }

  /// The extensions that add to a class: those that have all that they read and write, in the types that they declare.
  private func extensions(of type: ComponentType) -> [ComponentType] {
    extensions.filter { found in
      type.chain.contains(found.extendedName)
        && found.slots.allSatisfy { slot in
          guard let name = slot.definition.aliasOf else { return true }
          guard let target = type.place(of: name).map({ type.slots[$0].definition }) else { return false }
          return target.type == slot.definition.type && target.isOptional == slot.definition.isOptional
        }
    }
  }

  /// The declaration of an attribute's property: the class's own, or an extension's.
  private func property(
    _ attribute: BundleAttribute, of type: ComponentType, _ id: String
  ) throws(BundleError) -> PropertyDefinition {
    if let place = type.place(of: attribute.keyPath) { return type.slots[place].definition }
    for found in extensions(of: type) where attribute.extensionName.map(found.chain.contains) ?? true {
      if let place = found.place(of: attribute.keyPath), found.slots[place].definition.aliasOf == nil {
        return found.slots[place].definition
      }
    }
    if let name = attribute.extensionName {
      throw BundleError(
        .unknownExtension(name, keyPath: attribute.keyPath, object: id, known: extensions.map(\.definition.name)))
    }
    throw BundleError(
      .unknownProperty(
        attribute.keyPath, className: type.definition.name, known: type.definition.properties.map(\.name)))
  }

  private func type(of object: BundleObject) throws(BundleError) -> ComponentType {
    guard let type = types[object.className] else {
      throw BundleError(.unknownClass(object.className, object: object.id, known: types.keys.sorted()))
    }
    return type
  }

  private func type(of component: Component) throws(BundleError) -> ComponentType {
    let dynamicType = Swift.type(of: component)
    if let known = types[nameOfType(dynamicType)] { return known }
    if let known = extraTypes[ObjectIdentifier(dynamicType)] { return known }
    var problems: [PlacedProblem] = []
    guard let ready = ComponentType(dynamicType, context: context, problems: &problems), problems.isEmpty else {
      throw BundleError(.registration(problems))
    }
    extraTypes[ObjectIdentifier(dynamicType)] = ready
    return ready
  }

  private func check(_ object: BundleObject, against type: ComponentType) throws(BundleError) {
    for attribute in object.attributes {
      let className = type.definition.name
      let property = try property(attribute, of: type, object.id)
      let found = attribute.value?.type ?? attribute.type
      guard found == property.type, attribute.type == property.type else {
        throw BundleError(
          .otherType(property.name, className: className, declared: property.type, found: attribute.type))
      }
      guard attribute.value != nil || property.isOptional else {
        throw BundleError(.notOptional(property.name, className: className, type: property.type))
      }
      if let problem = attribute.value?.problem {
        throw BundleError(.value(problem, keyPath: attribute.keyPath, object: object.id))
      }
    }
  }
}

extension ComponentType {
  /// The class that an extension extends, without its plugin's name; empty for a class that extends none.
  fileprivate var extendedName: String { definition.extends?.split(separator: ".").last.map(String.init) ?? "" }
}

/// A component with a bundle's attributes applied.
public struct AppliedComponent {
  /// The object's id.
  public var id: String

  /// The component, built and with the object's attributes set; hooks have run.
  public var component: Component

  /// The warnings and refusals of the hooks, in the order in which they came.
  public var messages: [Message]

  /// A hook's warning or refusal.
  public struct Message: Hashable, Sendable {
    /// The property that was being set, or nil for `awake`.
    public var property: String?

    /// The sentence that the hook gave.
    public var text: String

    /// Whether the value was refused, and left out.
    public var isRefusal: Bool
  }
}
