/// Builds components of one class by the rules of editing: stored attributes in order, hooks, refusals.
///
/// It works in place, one object after the other, and retains and copies nothing for an object without remarks, as most
/// are.
final class ComponentBuilder {
  let type: ComponentType
  let hooks = HookContext()

  /// Whether components are prepared for being inspected, too.
  private let isForInspector: Bool

  /// What is stored for the object that is built: a cell for every property of the class.
  let cells: UnsafeMutablePointer<StoredCell>

  /// What holds where nothing is stored.
  private let defaults: UnsafePointer<StoredCell>

  /// Its new values, in the order in which they are set.
  @exclusivity(unchecked) var edits: [(place: Int, cell: StoredCell)] = []

  /// What extensions give it, in the order in which it is set: after what is stored and before `awake`.
  @exclusivity(unchecked) var writes: [(place: Int, cell: StoredCell)] = []

  /// The size in which the component is to draw itself; nil for that of its frame.
  @exclusivity(unchecked) var size: Size?

  /// Called before each hook call with the property's name, or the lifecycle method's, where the host asked for it.
  @exclusivity(unchecked) var onStep: ((String) -> Void)? {
    didSet { isFollowed = onStep != nil || log != nil }
  }

  /// Notes what happens, where the host asked for it.
  @exclusivity(unchecked) var log: LifecycleLog? {
    didSet {
      isFollowed = onStep != nil || log != nil
      hooks.log = log
      stack.onEnter = log.map { log in { log.enter($0, depth: $1) } }
    }
  }

  /// The action that is running, such as `reset()`; nil while there is none.
  @exclusivity(unchecked) var running: String?

  /// Whether anybody follows each step.
  @exclusivity(unchecked) private(set) var isFollowed = false

  /// The hooks of the thread that builds, which may be another for each request where the plugin is part of a program.
  @exclusivity(unchecked) var stack = HookStack.current

  /// The parts of the component that is built, from its being attached until its being detached.
  private let parts: UnsafeMutableBufferPointer<Unmanaged<Component>?>

  init(_ type: ComponentType, isForInspector: Bool = true) {
    (self.type, self.isForInspector) = (type, isForInspector)
    cells = .allocate(capacity: type.slots.count)
    cells.initialize(repeating: .absent, count: type.slots.count)
    // A class without properties has no defaults, and nobody asks for them.
    defaults = type.defaults.baseAddress ?? UnsafePointer(cells)
    parts = .allocate(capacity: type.parts.count)
    parts.initialize(repeating: nil)
    hooks.parentNames = type.definition.readsParent
  }

  deinit {
    cells.deinitialize(count: type.slots.count)
    cells.deallocate()
    parts.deallocate()
  }

  /// The result of one build beside its live component: the stored values that were left out.
  struct Outcome {
    private(set) var skipped: [(place: Int?, message: HookMessage)] = []

    mutating func skip(_ place: Int?, of type: ComponentType, _ reason: String) {
      let property = place.map { type.slots[$0].definition.name }
      skipped.append((place, HookMessage(property: property, text: reason)))
    }

    func skips(_ place: Int) -> Bool { !skipped.isEmpty && skipped.contains { $0.place == place } }
  }

  /// Builds a component from the cells. A value that a hook refuses is left out, and the component is built again
  /// without it, since the refused value may have changed other things already. The caller detaches the component at
  /// last.
  func build(cause: ChangeCause, outcome: inout Outcome) -> Component {
    while true {
      hooks.begin(cause)
      if isFollowed { begin("init") }
      let component = type.make()
      log?.end(component)
      attach(to: component)
      if apply(to: component, outcome: &outcome) {
        finish(component, outcome: &outcome)
        return component
      }
      detach(from: component)
    }
  }

  /// Sets what the cells hold on a component that is there already, and leaves out what its hooks refuse.
  func set(on component: Component, outcome: inout Outcome) {
    hooks.begin(.load)
    attach(to: component)
    for place in type.applyOrder where cells[place] != .absent {
      if let reason = set(place, of: component) { outcome.skip(place, of: type, reason) }
    }
    for number in writes.indices {
      if let reason = write(number, to: component) { outcome.skip(nil, of: type, reason) }
    }
    finish(component, outcome: &outcome)
  }

  private func attach(to component: Component) {
    component.hooks = hooks
    for place in parts.indices {
      let part = Unmanaged.passRetained(type.parts[place].reach(component))
      part._withUnsafeGuaranteedRef { $0.hooks = hooks }
      parts[place] = part
    }
  }

  /// From now on nobody listens to a component's hooks.
  func detach(from component: Component) {
    component.hooks = nil
    for place in parts.indices {
      parts[place]?._withUnsafeGuaranteedRef { $0.hooks = nil }
      parts[place]?.release()
      parts[place] = nil
    }
  }

  /// Calls a function with what has a property: the component that is built, or one of its parts.
  @inline(__always)
  func reach<Result>(_ slot: PropertySlot, of component: Component, _ body: (Component) -> Result) -> Result {
    guard let place = slot.part, let part = parts[place] else { return body(component) }
    return part._withUnsafeGuaranteedRef(body)
  }

  func begin(_ step: String, set: (place: Int, value: PropertyValue?)? = nil) {
    onStep?(step)
    log?.begin(step, set: set)
  }

  /// False where a value was refused just now.
  private func apply(to component: Component, outcome: inout Outcome) -> Bool {
    for place in type.applyOrder {
      if case .absent = cells[place] { continue }
      if outcome.skips(place) { continue }
      guard let reason = set(place, of: component) else { continue }
      outcome.skip(place, of: type, reason)
      return false
    }
    for number in writes.indices where writes[number].cell != .absent {
      guard let reason = write(number, to: component) else { continue }
      writes[number].cell = .absent
      outcome.skip(nil, of: type, reason)
      return false
    }
    return true
  }

  /// Sets what an extension gives a property; the reason where that was refused. What is stored stays so.
  private func write(_ number: Int, to component: Component) -> String? {
    let place = writes[number].place
    let stored = cells[place]
    cells[place] = writes[number].cell
    defer { cells[place] = stored }
    return set(place, of: component).map { reason in
      "the value that an extension gives '\(type.slots[place].definition.name)' is refused: \(reason)"
    }
  }

  private func finish(_ component: Component, outcome: inout Outcome) {
    guard type.hasLifecycle else { return }
    step("awake", of: component, outcome: &outcome) { $0.awake() }
    if isForInspector { step("prepareForInspector", of: component, outcome: &outcome) { $0.prepareForInspector() } }
  }

  /// Calls a lifecycle method of the parts, then of the component.
  private func step(
    _ name: String, of component: Component, outcome: inout Outcome, _ run: (Component) -> Void
  ) {
    if isFollowed { begin(name) }
    stack.reset()
    for part in parts { part?._withUnsafeGuaranteedRef(run) }
    run(component)
    let rejection = hooks.takeRejection()
    log?.end(component, rejection: rejection)
    if let rejection { outcome.skip(nil, of: type, rejection) }
  }

  /// The cell of a property, or that of the default where nothing is stored or the value is left out.
  func cell(at place: Int, isSkipped: Bool = false) -> UnsafePointer<StoredCell> {
    if case .absent = cells[place] { return defaults + place }
    return isSkipped ? defaults + place : UnsafePointer(cells + place)
  }

  /// Sets one property to what its cell holds; the reason where that was refused.
  func set(_ place: Int, of component: Component) -> String? {
    let cell = cell(at: place)
    return type.withSlot(place) { slot in
      if isFollowed, case .value(let value) = cell.pointee { begin(slot.definition.name, set: (place, value)) }
      if slot.isObserved { stack.reset() }
      hooks.slot = slot
      let fits = reach(slot, of: component) { slot.access.set($0, cell) }
      hooks.slot = nil
      let reason = fits ? hooks.takeRejection() : misfit(cell)
      if isFollowed { log?.end(component, rejection: reason) }
      return reason
    }
  }

  private func misfit(_ cell: UnsafePointer<StoredCell>) -> String {
    guard case .value(let value?) = cell.pointee else { return "the value nil does not fit the property" }
    return "the value \(value.text) does not fit the property"
  }
}
