/// The list that a component class adds its inspectable properties to.
///
/// `@Component` and `@Inspectable` write these calls; without the macros they are written by hand:
///
/// ```swift
/// final class Dial: Component {
///   var value = 0.5 { didSet { if value > 1 { value = 1 } } }
///
///   override class func declare(in list: inout PropertyDeclarations) {
///     super.declare(in: &list)
///     list.component(Dial.self)
///     list.property("value", of: Dial.self, .init(range: 0...), get: { $0.value }, set: { $0.value = $1 })
///   }
/// }
/// ```
///
/// Mistakes are collected, not thrown: all of them are reported at once when the plugin is described.
public struct PropertyDeclarations {
  var classes: [DeclaredClass] = []
  var properties: [DeclaredProperty] = []
  var parts: [DeclaredPart] = []
  var actions: [DeclaredAction] = []
  var problems: [RegistrationProblem] = []

  /// The class whose section is open, or `?` before the first; problems name it.
  var declaringClass: String { classes.last?.name ?? "?" }

  /// Begins the section of a class. Call it once, after `super.declare(in:)` and before the class's properties.
  ///
  /// - Parameters:
  ///   - type: the class.
  ///   - label: the section's title; the humanized class name where nil.
  ///   - help: a sentence about the class.
  ///   - readsParent: names of the parent's properties that hooks read.
  ///   - overridesLifecycle: false only where the class overrides neither `awake` nor `prepareForInspector` nor an
  ///     inherited property, so that the host may skip building it where no property is observed.
  ///   - extends: for an extension the class to which it adds its properties.
  public mutating func component<C: Component>(
    _ type: C.Type, label: String? = nil, help: String? = nil, readsParent: [String] = [],
    extends: String? = nil, overridesLifecycle: Bool = true
  ) {
    classes.append(
      DeclaredClass(
        name: nameOfType(type), type: type, label: label, help: help, readsParent: readsParent, extends: extends,
        overridesLifecycle: overridesLifecycle))
  }

  /// Adds a property.
  ///
  /// - Parameters:
  ///   - name: the name in code, an identifier.
  ///   - type: the class that declares it.
  ///   - metadata: its range, unit, label and so on, such as `.init(range: 3...64, unit: "pt")`.
  ///   - observed: false only where setting the property stores the value and does nothing else.
  ///   - refines: true for an override that gives an inherited property new metadata.
  ///   - computed: true where the value is computed from others rather than kept.
  ///   - get: reads the property.
  ///   - set: sets it; nil for a property that is read-only.
  @inlinable
  public mutating func property<C: Component, P: InspectableProperty>(
    _ name: String, of type: C.Type, _ metadata: PropertyMetadata = PropertyMetadata(), observed: Bool = true,
    refines: Bool = false, computed: Bool = false, get: @escaping (C) -> P, set: ((C, P) -> Void)? = nil
  ) {
    // Inlined, so that the plugin's compiler makes the closures for these very types: they run for every value. The
    // class of every component that reaches them is checked when its type is registered.
    var access = PropertyAccess(
      get: { get(unsafeDowncast($0, to: C.self)).inspectable },
      holds: { $1.pointee.holds(get(unsafeDowncast($0, to: C.self)).inspectable) })
    if let set {
      access.set = { component, cell in
        guard case .value(let stored) = cell.pointee, let value = P(inspectable: stored) else { return false }
        set(unsafeDowncast(component, to: C.self), value)
        return true
      }
    }
    add(
      name, of: type, P.inspectableKind, metadata, observed: observed, refines: refines, computed: computed, access,
      hasSetter: set != nil)
  }

  @usableFromInline
  mutating func add<P>(
    _ name: String, of type: Component.Type, _ kind: InspectableKind<P>, _ metadata: PropertyMetadata,
    observed: Bool, refines: Bool, computed: Bool, _ access: PropertyAccess, hasSetter: Bool
  ) {
    // What else cannot be inspected does not compile.
    guard kind.facts.optionals < 2 else {
      problems.append(.unsupportedType(name, in: declaringClass, type: "\(P.self)"))
      return
    }
    guard type as AnyClass == classes.last?.type as AnyClass? else {
      problems.append(.foreignProperty(name, in: declaringClass, type: "\(type)"))
      return
    }
    if !hasSetter, !metadata.isReadOnly { problems.append(.noSetter(name, in: declaringClass)) }
    if let cases = kind.facts.cases {
      problems += cases.problems(of: name, in: declaringClass, given: metadata.options)
    }
    add(
      DeclaredProperty(
        name: name, metadata: metadata, isObserved: observed, isComputed: computed, refines: refines, kind: kind.facts,
        declaringClass: declaringClass, access: access))
  }

  /// Words the refusal of any other type; see ``InspectableProperty``.
  @available(
    *, unavailable,
    message:
      "this type cannot be inspected; if an enum, conform it to 'InspectableOptions' (with raw values of String or Int); if a struct, use a property for each member; the types are Int, String, Double, Bool, Color, Point, Size and Rect"
  )

  /// Refuses any other type at compile time, with a readable message; see ``InspectableProperty``.
  @_disfavoredOverload
  public mutating func property<C: Component, P>(
    _ name: String, of type: C.Type, _ metadata: PropertyMetadata = PropertyMetadata(), observed: Bool = true,
    refines: Bool = false, computed: Bool = false, get: @escaping (C) -> P, set: ((C, P) -> Void)? = nil
  ) {}

  /// Adds the declared properties of a part under its name: `layer` gives `layer.cornerRadius` and so on.
  ///
  /// The part must be the same object throughout the component's life.
  @inlinable
  public mutating func part<C: Component, Q: Component>(
    _ name: String, of type: C.Type, get: @escaping (C) -> Q
  ) {
    addPart(name, Q.self) { get(unsafeDowncast($0, to: C.self)) }
  }

  @usableFromInline
  mutating func addPart(_ name: String, _ type: Component.Type, _ reach: @escaping (Component) -> Component) {
    var inner = PropertyDeclarations()
    type.declare(in: &inner)
    problems += inner.problems
    let place = parts.count
    parts.append(DeclaredPart(reach: reach))
    parts += inner.parts.map { part in DeclaredPart(reach: { part.reach(reach($0)) }) }
    if inner.classes.contains(where: \.overridesLifecycle) {
      classes.indices.last.map { classes[$0].overridesLifecycle = true }
    }
    for var property in inner.properties {
      property.name = "\(name).\(property.name)"
      property.metadata = property.metadata.inside(name)
      property.declaringClass = declaringClass
      property.part = property.part.map { place + 1 + $0 } ?? place
      add(property)
    }
  }

  private mutating func add(_ property: DeclaredProperty) {
    guard let place = properties.firstIndex(where: { $0.name == property.name }) else {
      if property.refines { problems.append(.refinesNothing(property.name, in: declaringClass)) }
      properties.append(property)
      return
    }
    let former = properties[place]
    if !property.refines {
      problems.append(.duplicateName(property.name, in: declaringClass, former: former.declaringClass))
    } else if former.kind.type != property.kind.type || former.kind.isOptional != property.kind.isOptional {
      problems.append(
        .refinesType(property.name, in: declaringClass, former: former.kind.type, new: property.kind.type))
    } else {
      properties[place] = property.refining(former)
    }
  }
}

/// One class's section in a ``PropertyDeclarations``.
struct DeclaredClass {
  var name: String
  var type: Component.Type
  var label: String?
  var help: String?
  var readsParent: [String]
  var extends: String?
  var overridesLifecycle: Bool
}

/// A component inside a component.
struct DeclaredPart {
  let reach: (Component) -> Component
}

/// One property as declared, and how it is reached.
struct DeclaredProperty {
  var name: String
  var metadata: PropertyMetadata
  var isObserved: Bool
  var isComputed = false
  var refines: Bool
  var kind: PropertyKind
  var declaringClass: String

  /// Which of the parts has it, nil where the component itself does; `access` is to be given whichever it is.
  var part: Int?
  var access: PropertyAccess

  func get(_ component: Component, in parts: [DeclaredPart]) -> PropertyValue? {
    access.get(part.map { parts[$0].reach(component) } ?? component)
  }

  /// This property's metadata, and the inherited property's where this has none; it stays in its base's section.
  func refining(_ former: DeclaredProperty) -> DeclaredProperty {
    var refined = self
    refined.metadata = metadata.refining(former.metadata)
    refined.isObserved = isObserved || former.isObserved
    refined.declaringClass = former.declaringClass
    return refined
  }
}
