/// A component class prepared for building: its definition, and the closures that create its instances and access their
/// properties.
package final class ComponentType {
  package let definition: ComponentDefinition

  /// The names of the class and its declared base classes, from the outermost base class to the class itself.
  package let chain: [String]

  let make: () -> Component
  let slots: [PropertySlot]

  /// The property values of a new instance, one cell for each of ``slots`` in the same order.
  let defaults: UnsafeBufferPointer<StoredCell>

  /// The ``slots`` without reference counting, for loops over every value of every object. They are valid as long as
  /// this `ComponentType` exists.
  private let unretained: UnsafeBufferPointer<Unmanaged<PropertySlot>>

  /// The indices into ``slots``, in the order in which stored attributes are applied.
  let applyOrder: UnsafeBufferPointer<Int>

  /// All parts, including parts of parts. Each part precedes the parts that it contains.
  let parts: UnsafeBufferPointer<DeclaredPart>

  /// The direct parts that are views, prepared for layout and drawing.
  let visibleParts: [VisiblePart]

  /// True if the class or a base class may override `awake` or `prepareForInspector`.
  let hasLifecycle: Bool

  /// The settings that the class, its base classes and its parts read, each with the source location of its
  /// declaration.
  let settings: [(setting: PluginSetting, place: SourcePlace)]

  /// True if any property has rules that its values must fulfil.
  let hasRules: Bool

  /// The source location of the class's declaration.
  let place: SourcePlace
  private let places: [String: Int]
  private let actions: [DeclaredAction]

  /// Returns a property's index in ``slots``, or nil if there is no such property.
  func place(of name: String) -> Int? { places[name] }

  /// Returns the frame of a component: its property `frame`, or else its `position` and `size`. A class may have these
  /// without being a ``View``. Returns nil if the component has no place.
  func frame(of component: Component) -> Rect? {
    Rect(placedBy: { name in place(of: name).flatMap { slots[$0].get(component) } })
  }

  /// Returns the action with this name; nil if the class has none.
  func action(named name: String) -> DeclaredAction? { actions.first { $0.name == name } }

  /// Calls `body` with the slot at an index, and returns the result. The slot is valid only during the call.
  @inline(__always)
  func withSlot<R>(_ place: Int, _ body: (PropertySlot) -> R) -> R {
    unretained[place]._withUnsafeGuaranteedRef(body)
  }

  /// Reads a class's declarations, makes one instance for the defaults, and adds all problems to `problems`. Returns
  /// nil if the class does not declare itself.
  init?(
    _ type: Component.Type, context: PluginContext = PluginContext(), problems: inout [PlacedProblem]
  ) {
    var list = PropertyDeclarations()
    type.declare(in: &list)
    problems += list.problems
    let name = nameOfType(type)
    guard let own = list.classes.last, own.type == type else {
      problems.append(PlacedProblem(.undeclaredClass(name)))
      return nil
    }
    place = own.place
    places = Dictionary(list.properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let checked = list.properties.map { $0.definition(in: context) }
    var found = checked.flatMap { [places] in $0.problems(among: places, rules: context.rules.keys) }
    found += checked.flatMap(\.affectionProblems)
    found += checked.flatMap { $0.transformerProblems(among: context.transformers.values.map(\.declaration)) }
    found += RegistrationProblem.duplicateLabels(checked.map { ($0.name, $0.label) }, in: name)
    ComponentDefinition.checkAliases(checked, of: name, problems: &found)
    let order = ComponentDefinition.applyOrder(of: checked, in: name, problems: &found)
    problems += found.map(list.placed)
    actions = list.actions
    let described = list.actions.map { $0.definition(in: context) }
    problems += ActionDefinition.problems(described, of: name, isExtension: own.extends != nil).map { problem in
      PlacedProblem(problem, at: list.actions.first { $0.name == problem.property }?.place ?? own.place)
    }

    let fresh = type.init()
    settings = list.settings.map { ($0.setting(of: fresh, in: context), $0.property.place) }
    var definitions = checked
    for (place, property) in list.properties.enumerated() {
      definitions[place].defaultValue = property.get(fresh, in: list.parts)
      // A subclass may inherit a property and give it a wrong default.
      let declared = property.declaringClass == own.name ? property.place : own.place
      problems += definitions[place].defaultProblems.map { PlacedProblem($0, at: declared) }
    }
    slots = zip(definitions, list.properties).map { definition, property in
      let rules = definition.rules.compactMap { context.rules[$0] }
      return PropertySlot(definition: definition, rules: rules, property, in: list.parts)
    }
    defaults = UnsafeBufferPointer(listing: definitions.map { .value($0.defaultValue) })
    unretained = UnsafeBufferPointer(listing: slots.map(Unmanaged.passUnretained))
    applyOrder = UnsafeBufferPointer(listing: order)
    let constrained = list.constrainedParts(by: type)
    problems += constrained.problems
    parts = UnsafeBufferPointer(listing: constrained.parts)
    visibleParts = VisiblePart.all(of: constrained.parts, slots)
    make = { type.init() }
    chain = list.classes.map(\.name)
    hasLifecycle =
      list.classes.contains(where: \.overridesLifecycle) || !Self.declaresEveryClass(type, declared: list.classes)
    hasRules = slots.contains { !$0.rules.isEmpty }
    let readsParent = list.classes.flatMap(\.readsParent).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    var definition = ComponentDefinition(
      name: name, label: own.label ?? context.label(for: name), base: list.classes.dropLast().last?.name,
      help: own.help, properties: definitions, readsParent: readsParent,
      isInert: !hasLifecycle && !definitions.contains(where: \.isObserved), extends: own.extends, actions: described,
      draws: own.extends == nil
        && (list.classes.contains(where: \.draws) || list.parts.contains { $0.type is View.Type && $0.draws }
          || !Self.declaresEveryClass(type, declared: list.classes)),
      parts: constrained.parts.map(\.definition))
    definition.title = list.classes.compactMap(\.title).last
    definition.readsSettings = settings.reduce(into: []) { names, item in
      if !names.contains(item.setting.name) { names.append(item.setting.name) }
    }
    (definition.presets, definition.arrangement) = (type.presets, type.arrangement)
    definition.aliases = own.aliases
    problems += definition.faceProblems(among: definitions).map { PlacedProblem($0, at: own.place) }
    definition.passesTouches = list.classes.compactMap(\.passesTouches).last
    definition.hitTests =
      own.extends == nil
      && (list.classes.contains(where: \.hitTests) || !Self.declaresEveryClass(type, declared: list.classes))
    self.definition = definition
    problems += definition.extensionProblems.map(list.placed)
  }

  /// Returns the source location of a class's declaration; nil if the class does not declare itself.
  static func place(of type: Component.Type) -> SourcePlace? {
    var list = PropertyDeclarations()
    type.declare(in: &list)
    return list.classes.last { $0.type == type }?.place
  }

  deinit {
    defaults.endList()
    unretained.endList()
    applyOrder.endList()
    parts.endList()
  }

  /// Returns true if the class and every base class below `Component` declare themselves. An undeclared class in
  /// between may override any method, so nothing may be assumed about it.
  private static func declaresEveryClass(_ type: Component.Type, declared: [DeclaredClass]) -> Bool {
    let known = Set(declared.map { ObjectIdentifier($0.type) })
    let chain = sequence(first: type as AnyClass) { _getSuperclass($0) }.prefix { $0 != Component.self }
    return chain.allSatisfy { known.contains(ObjectIdentifier($0)) }
  }
}

/// A property of a ``ComponentType`` with its definition, rules and accessors.
///
/// The type is a class because a definition is large and slots are passed around for every value.
final class PropertySlot {
  let definition: PropertyDefinition

  /// The rules that a value must fulfil when it is edited and when a command such as `check` validates a scene.
  let rules: [ValidationRule]

  /// True if setting the property may run hooks.
  let isObserved: Bool

  /// The index of the part to which the property belongs; nil if the property belongs to the component itself. The
  /// closures of `access` expect that part or component as their argument.
  let part: Int?
  let access: PropertyAccess
  private let reach: (Component) -> Component

  init(
    definition: PropertyDefinition, rules: [ValidationRule], _ declared: DeclaredProperty, in parts: [DeclaredPart]
  ) {
    self.definition = definition
    self.rules = rules
    isObserved = definition.isObserved
    part = declared.part
    access = declared.access
    reach = declared.part.map { parts[$0].reach } ?? { $0 }
  }

  /// Returns the property's value in a component, or in the part to which the property belongs.
  func get(_ component: Component) -> PropertyValue? { access.get(reach(component)) }

  /// Sets the property, which runs its hooks, and returns true. Returns false if the value does not fit the property's
  /// Swift type.
  func set(_ component: Component, _ value: PropertyValue?) -> Bool {
    withUnsafePointer(to: .value(value)) { access.set(reach(component), $0) }
  }

  /// Returns a sentence with the requirement of the first rule that a value breaks; nil if the value is nil or fulfils
  /// all rules.
  func refusal(of value: PropertyValue?) -> String? {
    guard let value, let broken = rules.first(where: { !$0.isFulfilled(value) }) else { return nil }
    return "it must be \(broken.requirement), not '\(value.text)'"
  }
}

/// The closures that access a property of an instance. They are specialized for the property's exact types, since they
/// run for every value of every object. Cells are passed by address to avoid copies.
@usableFromInline
struct PropertyAccess {
  /// A closure that reads the property.
  @usableFromInline var get: (Component) -> PropertyValue?

  /// A closure that returns true if the property's value equals the value of a cell; see ``StoredCell/holds(_:)``.
  @usableFromInline var holds: (Component, UnsafePointer<StoredCell>) -> Bool

  /// A closure that sets the property to the value of a cell. It returns false if the cell is absent, or its value does
  /// not fit the property's Swift type.
  @usableFromInline var set: (Component, UnsafePointer<StoredCell>) -> Bool = { _, _ in false }

  @inlinable
  init(
    get: @escaping (Component) -> PropertyValue?, holds: @escaping (Component, UnsafePointer<StoredCell>) -> Bool
  ) {
    self.get = get
    self.holds = holds
  }
}

extension UnsafeBufferPointer {
  /// Copies an array into newly allocated memory, so that a loop that runs for every object retains nothing. The owner
  /// must free the memory with `endList()`.
  init(listing elements: [Element]) {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(fromContentsOf: elements)
    self.init(memory)
  }

  func endList() {
    let memory = UnsafeMutableBufferPointer(mutating: self)
    memory.deinitialize()
    memory.deallocate()
  }
}
