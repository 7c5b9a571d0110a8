/// A builder of components of one class. It applies stored attributes in order, runs hooks, and collects refusals.
///
/// The builder reuses its memory for one object after the other. For an object with nothing to report, which is the
/// usual case, it retains and copies nothing.
final class ComponentBuilder {
  let type: ComponentType
  let hooks = HookContext()

  /// True if `prepareForInspector` is called after `awake`.
  private let isForInspector: Bool

  /// The stored values of the object being built: a cell for every property of the class.
  let cells: UnsafeMutablePointer<StoredCell>

  /// The default values, which apply to properties without a stored value.
  private let defaults: UnsafePointer<StoredCell>

  /// The new values that an edit sets, in the order in which they are set.
  @exclusivity(unchecked) var edits: [(place: Int, cell: StoredCell)] = []

  /// The values that extensions assign to the object's properties, in the order in which they are set: after the
  /// stored values and before `awake`.
  @exclusivity(unchecked) var writes: [(place: Int, cell: StoredCell)] = []

  /// The size in which the component draws itself; nil for the size of its frame.
  @exclusivity(unchecked) var size: Size?

  /// A closure that receives the name of the property or lifecycle method before each step; nil unless the host
  /// requested it.
  @exclusivity(unchecked) var onStep: ((String) -> Void)? {
    didSet { isFollowed = onStep != nil || log != nil }
  }

  /// The log of the build steps; nil unless the host requested it.
  @exclusivity(unchecked) var log: LifecycleLog? {
    didSet {
      isFollowed = onStep != nil || log != nil
      hooks.log = log
      stack.onEnter = log.map { log in { log.enter($0, depth: $1) } }
    }
  }

  /// The action that is running, such as `reset()`; nil if none is.
  @exclusivity(unchecked) var running: String?

  /// True if `onStep` or a log follows each step.
  @exclusivity(unchecked) private(set) var isFollowed = false

  /// The hook stack of the building thread. If the plugin is part of a program, each request may use a different
  /// thread.
  @exclusivity(unchecked) var stack = HookStack.current

  /// The parts of the component being built; nil while no component is attached.
  private let parts: UnsafeMutableBufferPointer<Unmanaged<Component>?>

  init(_ type: ComponentType, isForInspector: Bool = true) {
    (self.type, self.isForInspector) = (type, isForInspector)
    cells = .allocate(capacity: type.slots.count)
    cells.initialize(repeating: .absent, count: type.slots.count)
    // A class without properties has no defaults, and nothing reads them.
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

  /// The values and steps that a build skipped, with the reasons: refused values of the scene or of an extension,
  /// rejections by lifecycle methods, and computed values that are not finite. The `place` is the property's index in
  /// the class; nil for an extension's value and for a lifecycle method.
  struct Outcome {
    private(set) var skipped: [(place: Int?, message: HookMessage)] = []

    mutating func skip(_ place: Int?, of type: ComponentType, _ reason: String) {
      let property = place.map { type.slots[$0].definition.name }
      skipped.append((place, HookMessage(property: property, text: reason)))
    }

    func skips(_ place: Int) -> Bool { !skipped.isEmpty && skipped.contains { $0.place == place } }
  }

  /// Builds a component from the cells. If a hook refuses a value, the component is built again without that value,
  /// since it may already have changed other things. The caller must detach the component at the end.
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

  /// Sets the cells' values on an existing component, and calls `awake`. Refused values are recorded in the outcome.
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

  /// Disconnects a component and its parts from the hook context.
  func detach(from component: Component) {
    component.hooks = nil
    for place in parts.indices {
      parts[place]?._withUnsafeGuaranteedRef { $0.hooks = nil }
      parts[place]?.release()
      parts[place] = nil
    }
  }

  /// Calls a function with the owner of a property, which is the component being built or one of its parts.
  @inline(__always)
  func reach<Result>(_ slot: PropertySlot, of component: Component, _ body: (Component) -> Result) -> Result {
    guard let place = slot.part, let part = parts[place] else { return body(component) }
    return part._withUnsafeGuaranteedRef(body)
  }

  func begin(_ step: String, set: (place: Int, value: PropertyValue?)? = nil) {
    onStep?(step)
    log?.begin(step, set: set)
  }

  /// Applies the stored values and the extensions' writes. Records the first refusal in the outcome, and then returns
  /// false.
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

  /// Sets a property to a value that an extension wrote. Returns the reason if the value was refused; otherwise nil.
  /// The stored value is kept.
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

  /// Returns the cell of a property; the cell of its default if nothing is stored or the value is skipped.
  func cell(at place: Int, isSkipped: Bool = false) -> UnsafePointer<StoredCell> {
    if case .absent = cells[place] { return defaults + place }
    return isSkipped ? defaults + place : UnsafePointer(cells + place)
  }

  /// Sets one property to the value of its cell. Returns the reason if the value was refused; otherwise nil.
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
