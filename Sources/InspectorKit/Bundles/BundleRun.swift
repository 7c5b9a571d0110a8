/// The application of one object's attributes to one component.
struct BundleRun {
  private let id: String
  private let builder: ComponentBuilder

  init(_ object: BundleObject, _ type: ComponentType) {
    id = object.id
    builder = ComponentBuilder(type, isForInspector: false)
    // Of two attributes with one key path the first counts.
    for attribute in object.attributes.reversed() {
      if let place = type.place(of: attribute.keyPath) { builder.cells[place] = .value(attribute.value) }
    }
  }

  /// Builds a component.
  func make() -> AppliedComponent {
    var outcome = ComponentBuilder.Outcome()
    return applied(builder.build(cause: .load, outcome: &outcome), outcome)
  }

  func apply(to component: Component) -> AppliedComponent {
    var outcome = ComponentBuilder.Outcome()
    builder.set(on: component, outcome: &outcome)
    return applied(component, outcome)
  }

  private func applied(_ component: Component, _ outcome: ComponentBuilder.Outcome) -> AppliedComponent {
    // From now on the program sets the properties, and hooks have no host.
    builder.detach(from: component)
    let warnings = builder.hooks.warnings.map { AppliedComponent.Message($0, isRefusal: false) }
    let refused = outcome.skipped.map { AppliedComponent.Message($0.message, isRefusal: true) }
    return AppliedComponent(id: id, component: component, messages: warnings + refused)
  }
}

extension AppliedComponent.Message {
  fileprivate init(_ message: HookMessage, isRefusal: Bool) {
    self.init(property: message.property, text: message.text, isRefusal: isRefusal)
  }
}
