/// The list to which a component class adds its inspectable properties, parts and actions.
///
/// The macros `@Component`, `@Inspectable`, `@Part` and `@Action` generate the calls. Without the macros, the calls are
/// written by hand:
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
/// Mistakes in declarations are collected rather than thrown. They are reported all at once when the plugin is
/// described.
public struct PropertyDeclarations {
  var classes: [DeclaredClass] = []
  var properties: [DeclaredProperty] = []
  var parts: [DeclaredPart] = []
  var actions: [DeclaredAction] = []
  var settings: [DeclaredSetting] = []
  var problems: [PlacedProblem] = []

  /// The group of the properties that follow; nil for none.
  private var currentGroup: String?

  /// The name of the class whose section was begun last; `?` before the first section. Problem reports contain this
  /// name.
  var declaringClass: String { classes.last?.name ?? "?" }

  /// Begins the section of a class. A class calls this method once, after `super.declare(in:)` and before it adds its
  /// properties.
  ///
  /// - Parameters:
  ///   - type: the class.
  ///   - label: the section's title; the humanized class name if nil.
  ///   - help: a one-sentence explanation for the user.
  ///   - title: the title of the class's objects, with the names of properties in braces; nil to inherit the base
  ///     class's title.
  ///   - readsParent: the names of the parent's properties that hooks read.
  ///   - overridesLifecycle: true if the class overrides `awake`, `prepareForInspector` or an inherited property. If
  ///     false, and no property is observed, the host may skip building components of the class, so pass false only if
  ///     you are certain.
  ///   - extends: for an extension, the name of the class to which it adds properties; nil for a component.
  ///   - passesTouches: true if touches pass through components of the class; nil to inherit the base class's value.
  ///   - aliases: the former names of the class, which old scenes may still use.
  ///   - draws: true if the class overrides `draw(in:size:)`. If false, the host may skip drawing requests.
  ///   - hitTests: true if the class overrides `hitTest(_:in:)`. If false, the host does not call the method.
  ///   - fileID: the file that declares the class, for problem reports; by default the file of the call.
  ///   - line: the line in that file.
  public mutating func component<C: Component>(
    _ type: C.Type, label: String? = nil, help: String? = nil, title: String? = nil, readsParent: [String] = [],
    extends: String? = nil, passesTouches: Bool? = nil, aliases: [String] = [], overridesLifecycle: Bool = true,
    draws: Bool = true, hitTests: Bool = true,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    currentGroup = nil
    classes.append(
      DeclaredClass(
        name: nameOfType(type), type: type, label: label, help: help, title: title, readsParent: readsParent,
        extends: extends, passesTouches: passesTouches, aliases: aliases, overridesLifecycle: overridesLifecycle,
        draws: draws, hitTests: hitTests,
        place: SourcePlace(fileID: fileID, line: line)))
  }

  /// Sets the group title of the class's properties that are added next, up to the next call. A property whose metadata
  /// specifies a group keeps that group.
  ///
  /// - Parameters:
  ///   - title: the title of the group; nil for no group.
  ///   - subgroup: a second title below the first; nil for none.
  public mutating func group(_ title: String?, _ subgroup: String? = nil) {
    currentGroup = PropertyGroups.title(title, subgroup)
  }

  /// Adds an inspectable property with its metadata and accessors.
  ///
  /// - Parameters:
  ///   - name: the property's name, an identifier.
  ///   - type: the class that declares the property.
  ///   - metadata: the range, unit, label and so on, such as `.init(range: 3...64, unit: "pt")`.
  ///   - observed: true if setting the property may do more than store the value, such as run a `didSet`.
  ///   - refines: true for an override that gives an inherited property new metadata.
  ///   - computed: true if the value is computed from other values rather than stored.
  ///   - get: reads the property.
  ///   - set: sets the property; nil for a property whose metadata is read-only.
  ///   - fileID: the file that declares the property, for problem reports; by default the file of the call.
  ///   - line: the line in that file.
  @inlinable
  public mutating func property<C: Component, P: InspectableProperty>(
    _ name: String, of type: C.Type, _ metadata: PropertyMetadata = PropertyMetadata(), observed: Bool = true,
    refines: Bool = false, computed: Bool = false, get: @escaping (C) -> P, set: ((C, P) -> Void)? = nil,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    // The function is inlined so that the closures, which run for every value, are specialized for the exact types when
    // the plugin is compiled. The unchecked casts are safe, because `add` checks that the closures belong to the class
    // that is being declared.
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
      hasSetter: set != nil, at: SourcePlace(fileID: fileID, line: line))
  }

  @usableFromInline
  mutating func add<P>(
    _ name: String, of type: Component.Type, _ kind: InspectableKind<P>, _ metadata: PropertyMetadata,
    observed: Bool, refines: Bool, computed: Bool, _ access: PropertyAccess, hasSetter: Bool,
    at place: SourcePlace
  ) {
    // The compiler refuses all other types that cannot be inspected.
    guard kind.facts.optionals < 2 else {
      report(.unsupportedType(name, in: declaringClass, type: "\(P.self)"), at: place)
      return
    }
    guard type as AnyClass == classes.last?.type as AnyClass? else {
      report(.foreignProperty(name, in: declaringClass, type: "\(type)"), at: place)
      return
    }
    if !hasSetter, !metadata.isReadOnly { report(.noSetter(name, in: declaringClass), at: place) }
    if let cases = kind.facts.cases {
      for problem in cases.problems(of: name, in: declaringClass, given: metadata.options) {
        report(problem, at: place)
      }
    }
    var metadata = metadata
    if !refines { metadata.group = metadata.group ?? currentGroup }
    add(
      DeclaredProperty(
        name: name, metadata: metadata, isObserved: observed, isComputed: computed, refines: refines, kind: kind.facts,
        declaringClass: declaringClass, access: access, place: place))
  }

  /// The message that the compiler reports for a property whose type cannot be inspected; see ``InspectableProperty``.
  @available(
    *, unavailable,
    message:
      "this type cannot be inspected; if an enum, conform it to 'InspectableOptions' (with raw values of String or Int); if a struct, use a property for each member; the types are Int, String, Double, Bool, Color, Point, Size and Rect"
  )

  /// An overload that the compiler chooses only for a type that cannot be inspected, to report the message above.
  @_disfavoredOverload
  public mutating func property<C: Component, P>(
    _ name: String, of type: C.Type, _ metadata: PropertyMetadata = PropertyMetadata(), observed: Bool = true,
    refines: Bool = false, computed: Bool = false, get: @escaping (C) -> P, set: ((C, P) -> Void)? = nil,
    fileID: StaticString = #fileID, line: Int = #line
  ) {}

  /// Adds the properties of a part. Each name begins with the part's name and a dot, such as `layer.cornerRadius` for a
  /// part `layer`.
  ///
  /// The part must be the same object throughout the component's life.
  ///
  /// - Parameters:
  ///   - name: the name of the property that contains the part.
  ///   - type: the class that has the part.
  ///   - get: returns the part.
  ///   - fileID: the file that declares the part, for problem reports; by default the file of the call.
  ///   - line: the line in that file.
  @inlinable
  public mutating func part<C: Component, Q: Component>(
    _ name: String, of type: C.Type, get: @escaping (C) -> Q, fileID: StaticString = #fileID, line: Int = #line
  ) {
    addPart(name, Q.self, at: SourcePlace(fileID: fileID, line: line)) { get(unsafeDowncast($0, to: C.self)) }
  }

  @usableFromInline
  mutating func addPart(
    _ name: String, _ type: Component.Type, at partPlace: SourcePlace, _ reach: @escaping (Component) -> Component
  ) {
    var inner = PropertyDeclarations()
    type.declare(in: &inner)
    problems += inner.problems
    let place = parts.count
    parts.append(
      DeclaredPart(definition: PartDefinition(name: name, className: nameOfType(type)), type: type, reach: reach))
    let constraints = type.partConstraints
    parts += inner.parts.map { part in
      var definition = part.definition
      if !part.isNested { definition.constraints = constraints[definition.name] ?? [] }
      definition.name = "\(name).\(definition.name)"
      return DeclaredPart(
        definition: definition, type: part.type, isNested: true, draws: part.draws, reach: { part.reach(reach($0)) })
    }
    parts[place].draws = inner.classes.contains(where: \.draws)
    settings += inner.settings.map { setting in
      var setting = setting
      setting.property.access.get = { [get = setting.property.access.get] in get(reach($0)) }
      return setting
    }
    if inner.classes.contains(where: \.overridesLifecycle) {
      classes.indices.last.map { classes[$0].overridesLifecycle = true }
    }
    for var property in inner.properties {
      property.name = "\(name).\(property.name)"
      property.metadata = property.metadata.inside(name)
      property.declaringClass = declaringClass
      property.part = property.part.map { place + 1 + $0 } ?? place
      // Problems are reported at the declaration of the part, since a different author may have written the part's
      // class.
      property.place = partPlace
      add(property)
    }
  }

  private mutating func add(_ property: DeclaredProperty) {
    guard let place = properties.firstIndex(where: { $0.name == property.name }) else {
      if property.refines { report(.refinesNothing(property.name, in: declaringClass), at: property.place) }
      properties.append(property)
      return
    }
    let former = properties[place]
    if !property.refines {
      report(.duplicateName(property.name, in: declaringClass, former: former.declaringClass), at: property.place)
    } else if former.kind.type != property.kind.type || former.kind.isOptional != property.kind.isOptional {
      report(
        .refinesType(property.name, in: declaringClass, former: former.kind.type, new: property.kind.type),
        at: property.place)
    } else {
      properties[place] = property.refining(former)
    }
  }
}

// The source locations of problems.
extension PropertyDeclarations {
  mutating func report(_ problem: RegistrationProblem, at place: SourcePlace) {
    problems.append(PlacedProblem(problem, at: place))
  }

  /// Returns a problem with the source location of the property that it concerns, or of the last class if it concerns
  /// no declared property.
  func placed(_ problem: RegistrationProblem) -> PlacedProblem {
    let declared = properties.first { $0.name == problem.property }
    return PlacedProblem(problem, at: declared?.place ?? classes.last?.place)
  }
}

/// A declared class: the arguments of its call of
/// ``PropertyDeclarations/component(_:label:help:title:readsParent:extends:passesTouches:aliases:overridesLifecycle:draws:hitTests:fileID:line:)``.
struct DeclaredClass {
  var name: String
  var type: Component.Type
  var label: String?
  var help: String?
  var title: String?
  var readsParent: [String]
  var extends: String?
  var passesTouches: Bool?
  var aliases: [String]
  var overridesLifecycle: Bool

  /// True if the class may override `draw`.
  var draws: Bool

  /// True if the class may override `hitTest`.
  var hitTests: Bool
  var place: SourcePlace
}

/// A declared part: a component inside a component, with the closure that returns the part.
struct DeclaredPart {
  var definition: PartDefinition
  let type: Component.Type

  /// True if the part is inside another part; false if it is a direct part of the class.
  var isNested = false

  /// True if the part's class may override `draw`.
  var draws = false
  let reach: (Component) -> Component
}

/// A declared property, with its accessors.
struct DeclaredProperty {
  var name: String
  var metadata: PropertyMetadata
  var isObserved: Bool
  var isComputed = false
  var refines: Bool
  var kind: PropertyKind
  var declaringClass: String

  /// The index of the part to which the property belongs; nil if the property belongs to the component itself. The
  /// closures of `access` expect that part or component as their argument.
  var part: Int?
  var access: PropertyAccess

  /// The source location of the property's declaration; for a part's property, that of the part.
  var place: SourcePlace

  func get(_ component: Component, in parts: [DeclaredPart]) -> PropertyValue? {
    access.get(part.map { parts[$0].reach(component) } ?? component)
  }

  /// Returns a copy of this override with the declaring class of the inherited property. Metadata that this override
  /// lacks is also inherited.
  func refining(_ former: DeclaredProperty) -> DeclaredProperty {
    var refined = self
    refined.metadata = metadata.refining(former.metadata)
    refined.isObserved = isObserved || former.isObserved
    refined.declaringClass = former.declaringClass
    return refined
  }
}
