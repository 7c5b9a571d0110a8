/// An applier that sets a bundle's attributes on components at run time.
///
/// Each attribute is checked against the class's declarations before any attribute is set. The attributes are then set
/// with the cause ``ChangeCause/load``: those of the base class first, in the order of declaration, but each after the
/// attributes on which it depends. Finally ``Component/awake()`` is called, but not
/// ``Component/prepareForInspector()``.
///
/// ```swift
/// let applier = try BundleApplier([View.self, StarView.self])
/// for applied in try applier.components(of: bundle) {
///   views[applied.id] = applied.component as? View
/// }
/// ```
///
/// A value that a hook refuses is skipped, and ``AppliedComponent/messages`` contains the hook's reason. Runtime
/// attributes, whose key paths no class declares, are for the program itself: ``AppliedComponent/runtimeAttributes``
/// contains them.
///
/// Properties that extensions add are applied as an inspector applies them. The component is built, and each extension
/// receives the class's property values and its own stored attributes. The values that the extension writes are set
/// after the object's own attributes and before `awake`. If a bundle has attributes of an extension, the applier needs
/// that extension and refuses the bundle without it:
///
/// ```swift
/// let applier = try BundleApplier([View.self], extensions: [ViewLayers.self])
/// ```
///
/// If properties of a class name rules in `validate`, the applier needs these rules, since it refuses a class with an
/// unknown rule. The rules do not run when a bundle is applied, because `inspector export` omits values that break a
/// rule:
///
/// ```swift
/// let applier = try BundleApplier(Samples.components, rules: Samples.rules)
/// ```
public final class BundleApplier {
  private var types: [String: ComponentType] = [:]

  /// The extensions, sorted by class name; they are applied in this order.
  private var extensions: [ComponentType] = []
  private var extraTypes: [ObjectIdentifier: ComponentType] = [:]
  private let context: PluginContext

  /// Makes an applier for a program's component classes.
  ///
  /// - Parameters:
  ///   - classes: the program's component classes.
  ///   - extensions: the program's extensions, declared with `@Component(extends:)`.
  ///   - rules: the rules that properties of these classes name in `validate`, in addition to
  ///     ``ValidationRule/standard``.
  /// - Throws: a ``BundleError`` with all problems in the declarations, or about the first of `extensions` that extends
  ///   no class.
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

  /// Checks that each object's class is known and that each attribute fits its class, without making any component.
  /// Throws an error about the first object or attribute that does not pass.
  ///
  /// An attribute fits if the class or an extension declares its key path with the same type, and its value has no
  /// ``PropertyValue/problem`` and is nil only for an optional property. A runtime attribute with an undeclared key
  /// path fits, too.
  public func check(_ bundle: RuntimeBundle) throws(BundleError) {
    for object in bundle.objects { try check(object, against: try type(of: object)) }
  }

  /// Returns a new component for every object, in the order of the bundle. If an object does not fit its class, throws
  /// the error of ``check(_:)`` before any component is made.
  public func components(of bundle: RuntimeBundle) throws(BundleError) -> [AppliedComponent] {
    try check(bundle)
    return try bundle.objects.map { object throws(BundleError) in try component(of: object) }
  }

  /// Returns a new component for one object of a bundle. Throws an error if the object's class is unknown, or if an
  /// attribute does not fit the class.
  public func component(of object: BundleObject) throws(BundleError) -> AppliedComponent {
    let type = try type(of: object)
    try check(object, against: type)
    return applied(object, type, to: nil)
  }

  /// Sets an object's attributes on an existing component. The component's class must be the object's class or a
  /// subclass of it. Throws an error, and sets nothing, if the component belongs to a different class, the class's
  /// declarations have problems, or an attribute does not fit.
  public func apply(_ object: BundleObject, to component: Component) throws(BundleError) -> AppliedComponent {
    let type = try type(of: component)
    guard type.chain.contains(object.className) else {
      throw BundleError(.otherClass(object.className, object: object.id, component: type.definition.name))
    }
    try check(object, against: type)
    return applied(object, type, to: component)
  }

  private func applied(_ object: BundleObject, _ type: ComponentType, to component: Component?) -> AppliedComponent {
    var applied = BundleRun(object, type, extensions(of: type)).apply(to: component)
    applied.runtimeAttributes = object.attributes.filter { isFree($0, of: type) }
    return applied
  }

  /// True if an attribute is a runtime attribute whose key path neither the class nor an extension declares.
  private func isFree(_ attribute: BundleAttribute, of type: ComponentType) -> Bool {
    attribute.isRuntime && type.place(of: attribute.keyPath) == nil
      && extensions(of: type).allSatisfy { $0.place(of: attribute.keyPath) == nil }
  }

  /// Returns the extensions of a class and its base classes. An extension is left out unless each of its aliases names
  /// a property of the class with the same type and optionality.
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

  /// Returns the declaration of an attribute's property, from the class itself or from an extension. Throws an error
  /// if neither declares the property.
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
      let isFree = isFree(attribute, of: type)
      let property = isFree ? nil : try property(attribute, of: type, object.id)
      let declared = property?.type ?? attribute.type
      let found = attribute.value?.type ?? attribute.type
      guard found == declared, attribute.type == declared else {
        let other = isFree ? found : attribute.type
        throw BundleError(.otherType(attribute.keyPath, className: className, declared: declared, found: other))
      }
      if let property, attribute.value == nil, !property.isOptional {
        throw BundleError(.notOptional(property.name, className: className, type: property.type))
      }
      if let problem = attribute.value?.problem {
        throw BundleError(.value(problem, keyPath: attribute.keyPath, object: object.id))
      }
    }
  }
}

extension ComponentType {
  /// The name of the extended class, without its plugin's name; empty for a class that is not an extension.
  fileprivate var extendedName: String { definition.extends?.split(separator: ".").last.map(String.init) ?? "" }
}

/// A component to which the attributes of a bundle's object were applied.
public struct AppliedComponent {
  /// The id of the bundle's object that describes the component.
  public var id: String

  /// The component, after the object's attributes were set and hooks ran.
  public var component: Component

  /// The warnings of the component's hooks, followed by the refusals and then by the messages of each extension.
  public var messages: [Message]

  /// The object's runtime attributes, whose key paths no class or extension declares. The applier does not set them;
  /// the program must.
  public internal(set) var runtimeAttributes: [BundleAttribute] = []

  /// A warning or refusal issued by a hook of the component or by an extension.
  public struct Message: Hashable, Sendable {
    /// The property that was being set; nil for a message of `awake`, and for a value that an extension writes.
    public var property: String?

    /// The warning, or the reason for the refusal, as a sentence.
    public var text: String

    /// True if the value was refused and skipped.
    public var isRefusal: Bool
  }
}
