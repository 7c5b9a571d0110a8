/// A builder of components of one class. It applies stored attributes in order, runs hooks, and collects the hooks'
/// refusals.
///
/// The builder reuses its memory for each object. For an object with nothing to report, which is the usual case, it
/// retains and copies nothing.
final class ComponentBuilder {
  let type: ComponentType
  let hooks = HookContext()

  /// True if `prepareForInspector` is called after `awake`; false when a program applies a bundle.
  private let isForInspector: Bool

  /// The stored values of the object being built, one cell for each property of the class.
  let cells: UnsafeMutablePointer<StoredCell>

  /// The default values of the properties, which apply where no value is stored.
  private let defaults: UnsafePointer<StoredCell>

  /// The new values of an edit, in the order in which they are set.
  @exclusivity(unchecked) var edits: [(place: Int, cell: StoredCell)] = []

  /// The values that extensions write, in the order in which they are set: after the stored values and before `awake`.
  @exclusivity(unchecked) var writes: [(place: Int, cell: StoredCell)] = []

  /// The component's size for drawing and hit testing, in points; nil for the size of its frame.
  @exclusivity(unchecked) var size: Size?

  /// The point of the touch to test, in the component's coordinates; nil if no hit test is requested.
  @exclusivity(unchecked) var touch: Point?

  /// A closure that receives the name of the step before each step: a property, a lifecycle method or an action. Nil
  /// unless the host requested the names.
  @exclusivity(unchecked) var onStep: ((String) -> Void)? {
    didSet { isFollowed = onStep != nil || log != nil }
  }

  /// The log of the lifecycle steps; nil unless the host requested it.
  @exclusivity(unchecked) var log: LifecycleLog? {
    didSet {
      isFollowed = onStep != nil || log != nil
      hooks.log = log
      stack.onEnter = log.map { log in { log.enter($0, depth: $1) } }
    }
  }

  /// The action that is running, such as `reset()`; nil if no action is running.
  @exclusivity(unchecked) var running: String?

  /// True if each step is reported to `onStep` or to the log.
  @exclusivity(unchecked) private(set) var isFollowed = false

  /// The hook stack of the thread that builds. It is set for each request, since requests may arrive on different
  /// threads if the plugin runs inside a program.
  @exclusivity(unchecked) var stack = HookStack.current

  /// The parts of the component being built; each is nil while no component is attached.
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

  /// The values and lifecycle steps that a build skipped, with the reasons: refused values of the scene or of an
  /// extension, rejections by lifecycle methods, and computed values that are not finite. `place` is the property's
  /// index in the class; nil for an extension's value and for a lifecycle method.
  struct Outcome {
    private(set) var skipped: [(place: Int?, message: HookMessage)] = []

    mutating func skip(_ place: Int?, of type: ComponentType, _ reason: String) {
      let property = place.map { type.slots[$0].definition.name }
      skipped.append((place, HookMessage(property: property, text: reason)))
    }

    func skips(_ place: Int) -> Bool { !skipped.isEmpty && skipped.contains { $0.place == place } }
  }

  /// Builds a component from the cells. If a hook refuses a value, the value is recorded in the outcome and the
  /// component is built again without it, since the hook may already have changed other properties. The caller must
  /// call ``detach(from:)`` after its last use of the component.
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

  /// Sets the values of the cells and the extensions' writes on an existing component, and calls `awake`. Refused
  /// values are recorded in the outcome. The caller must call ``detach(from:)`` afterwards.
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

  /// Calls a function with the owner of a property: the component being built, or the part to which the property
  /// belongs.
  @inline(__always)
  func reach<Result>(_ slot: PropertySlot, of component: Component, _ body: (Component) -> Result) -> Result {
    guard let place = slot.part, let part = parts[place] else { return body(component) }
    return part._withUnsafeGuaranteedRef(body)
  }

  func begin(_ step: String, set: (place: Int, value: PropertyValue?)? = nil) {
    onStep?(step)
    log?.begin(step, set: set)
  }

  /// Applies the stored values and then the extensions' writes. At the first refusal, records it in the outcome and
  /// returns false. Values that the outcome already skips are left out.
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

  /// Sets a property to a value that an extension wrote, and keeps its stored value. Returns the reason if the value
  /// was refused; otherwise nil.
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

  /// Calls a lifecycle method on the parts, then on the component. A rejection is recorded in the outcome.
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

  /// Returns the cell of a property, or the cell with its default if nothing is stored or `isSkipped` is true.
  func cell(at place: Int, isSkipped: Bool = false) -> UnsafePointer<StoredCell> {
    if case .absent = cells[place] { return defaults + place }
    return isSkipped ? defaults + place : UnsafePointer(cells + place)
  }

  /// Sets one property to the value of its cell, or to the default if the cell is absent. Returns the reason if the
  /// value was refused; otherwise nil.
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
