/// What is stored for one property.
public enum StoredCell: Hashable, Sendable {
  /// The key is not there.
  case absent

  /// A value, or nil where `null` is stored.
  case value(PropertyValue?)
}

/// Builds components of one class by the rules of editing: stored attributes in order, hooks, refusals.
final class ComponentBuilder {
  let type: ComponentType
  let hooks = HookContext()

  /// Called before each hook call with the property's name, or the lifecycle method's, where the host asked for it.
  @exclusivity(unchecked) var onStep: ((String) -> Void)?

  /// Notes what happens, where the host asked for it.
  @exclusivity(unchecked) var log: LifecycleLog? {
    didSet {
      hooks.log = log
      stack.onEnter = log.map { log in { log.enter($0, depth: $1) } }
    }
  }

  private let stack = HookStack.current

  init(_ type: ComponentType) {
    self.type = type
    hooks.parentNames = type.definition.readsParent
  }

  /// What one build left behind, its live component apart.
  struct Outcome {
    /// Places of the stored values that were left out.
    var skippedPlaces: Set<Int> = []
    var skipped: [HookMessage] = []
  }

  /// Builds a component from stored attributes. A value that a hook refuses is left out, and the component is built
  /// anew without it, since the refused value may have changed other things already.
  func build(_ stored: [StoredCell], cause: ChangeCause, outcome: inout Outcome) -> Component {
    while true {
      hooks.cause = cause
      hooks.warnings.removeAll(keepingCapacity: true)
      onStep?("init")
      log?.begin("init")
      let component = type.make()
      log?.end(component)
      attach(to: component)
      if apply(stored, to: component, outcome: &outcome) {
        finish(component, outcome: &outcome)
        return component
      }
    }
  }

  private func attach(to component: Component) {
    component.hooks = hooks
    for part in type.parts { part(component).hooks = hooks }
  }

  /// False where a value was refused just now.
  private func apply(_ stored: [StoredCell], to component: Component, outcome: inout Outcome) -> Bool {
    for place in type.applyOrder {
      guard case .value(let value) = stored[place] else { continue }
      if !outcome.skippedPlaces.isEmpty, outcome.skippedPlaces.contains(place) { continue }
      guard let reason = set(place, of: component, to: value) else { continue }
      outcome.skippedPlaces.insert(place)
      outcome.skipped.append(HookMessage(property: type.slots[place].definition.name, text: reason))
      return false
    }
    return true
  }

  private func finish(_ component: Component, outcome: inout Outcome) {
    guard type.hasLifecycle else { return }
    step("awake", of: component, outcome: &outcome) { $0.awake() }
    step("prepareForInspector", of: component, outcome: &outcome) { $0.prepareForInspector() }
  }

  /// Calls a lifecycle method of the parts, then of the component.
  private func step(
    _ name: String, of component: Component, outcome: inout Outcome, _ run: (Component) -> Void
  ) {
    onStep?(name)
    stack.reset()
    log?.begin(name)
    for part in type.parts { run(part(component)) }
    run(component)
    let rejection = hooks.takeRejection()
    log?.end(component, rejection: rejection)
    if let rejection { outcome.skipped.append(HookMessage(property: nil, text: rejection)) }
  }

  /// Sets one property; the reason where it was refused.
  func set(_ place: Int, of component: Component, to value: PropertyValue?) -> String? {
    type.withSlot(place) { slot in
      onStep?(slot.definition.name)
      if type.hasHooks { stack.reset() }
      hooks.slot = slot
      defer { hooks.slot = nil }
      log?.begin(slot.definition.name, set: (place, value))
      let fits = slot.set(component, value)
      let reason = fits ? hooks.takeRejection() : "the value \(value?.text ?? "nil") does not fit the property"
      log?.end(component, rejection: reason)
      return reason
    }
  }
}
