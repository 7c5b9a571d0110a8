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
public final class BundleApplier {
  private var types: [String: ComponentType] = [:]
  private var extraTypes: [ObjectIdentifier: ComponentType] = [:]

  /// Makes an applier for a program's component classes.
  ///
  /// - Parameter classes: the classes that the program has.
  /// - Throws: what is wrong with their declarations, all at once.
  public init(_ classes: [Component.Type]) throws(BundleError) {
    var problems: [PlacedProblem] = []
    for type in classes {
      guard let ready = ComponentType(type, problems: &problems) else { continue }
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
    return BundleRun(object, type).make()
  }

  /// Sets an object's attributes on a component that is there already; its class may extend the object's.
  public func apply(_ object: BundleObject, to component: Component) throws(BundleError) -> AppliedComponent {
    let type = try type(of: component)
    guard type.chain.contains(object.className) else {
      throw BundleError(.otherClass(object.className, object: object.id, component: type.definition.name))
    }
    try check(object, against: type)
    return BundleRun(object, type).apply(to: component)
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
    guard let ready = ComponentType(dynamicType, problems: &problems), problems.isEmpty else {
      throw BundleError(.registration(problems))
    }
    extraTypes[ObjectIdentifier(dynamicType)] = ready
    return ready
  }

  private func check(_ object: BundleObject, against type: ComponentType) throws(BundleError) {
    for attribute in object.attributes {
      let className = type.definition.name
      guard let place = type.place(of: attribute.keyPath) else {
        throw BundleError(
          .unknownProperty(attribute.keyPath, className: className, known: type.definition.properties.map(\.name)))
      }
      let property = type.slots[place].definition
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
