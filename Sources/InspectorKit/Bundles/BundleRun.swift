/// The application of one object's attributes to one component.
struct BundleRun {
  private let object: BundleObject
  private let type: ComponentType
  private let values: [String: PropertyValue?]
  private let hooks = HookContext()
  private let stack = HookStack.current
  private var refused: [AppliedComponent.Message] = []

  init(_ object: BundleObject, _ type: ComponentType) {
    self.object = object
    self.type = type
    values = Dictionary(object.attributes.map { ($0.keyPath, $0.value) }, uniquingKeysWith: { first, _ in first })
    hooks.parentNames = type.definition.readsParent
  }

  /// Builds a component. A value that a hook refuses is left out, and the component is built anew without it, since the
  /// refused value may have changed other things already.
  mutating func make() -> AppliedComponent {
    while true {
      let component = type.make()
      attach(to: component)
      let count = refused.count
      set(on: component, stopAtRefusal: true)
      if refused.count == count { return finish(component) }
      type.attach(nil, to: component)
    }
  }

  mutating func apply(to component: Component) -> AppliedComponent {
    attach(to: component)
    set(on: component, stopAtRefusal: false)
    return finish(component)
  }

  private func attach(to component: Component) {
    hooks.cause = .load
    hooks.warnings = []
    type.attach(hooks, to: component)
  }

  private mutating func set(on component: Component, stopAtRefusal: Bool) {
    defer { hooks.slot = nil }
    for place in type.applyOrder {
      let slot = type.slots[place]
      let name = slot.definition.name
      guard let value = values[name], !refused.contains(where: { $0.property == name }) else { continue }
      hooks.slot = slot
      stack.reset()
      let fits = slot.set(component, value)
      let reason = fits ? hooks.takeRejection() : "the value \(value?.text ?? "nil") does not fit the property"
      guard let reason else { continue }
      refused.append(AppliedComponent.Message(property: name, text: reason, isRefusal: true))
      if stopAtRefusal { return }
    }
  }

  private mutating func finish(_ component: Component) -> AppliedComponent {
    stack.reset()
    for part in type.parts { part.reach(component).awake() }
    component.awake()
    if let reason = hooks.takeRejection() {
      refused.append(AppliedComponent.Message(property: nil, text: reason, isRefusal: true))
    }
    // From now on the program sets the properties, and hooks have no host.
    type.attach(nil, to: component)
    let warnings = hooks.warnings.map {
      AppliedComponent.Message(property: $0.property, text: $0.text, isRefusal: false)
    }
    return AppliedComponent(id: object.id, component: component, messages: warnings + refused)
  }
}
