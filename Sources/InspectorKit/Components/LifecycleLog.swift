/// A log of the steps in which components are built. A worker keeps one only if the host requests it.
///
/// A step is `init`, the setting of one property, an action, `awake`, `prepareForInspector`, `draw` or `hitTest`. The
/// log records each step's duration, the hooks that ran in it and their nesting depth. It also reads all properties
/// after every step and records the values that changed.
final class LifecycleLog {
  struct Step {
    /// The phase of the component's life: `load`, `edit` or `recreate`.
    var phase: ChangeCause
    var name: String

    /// The index of the property that is set and its new value; nil for steps that set no property.
    var set: (place: Int, value: PropertyValue?)?
    var nanoseconds: Int64 = 0
    var hooks: [(property: String, depth: Int)] = []
    var writes: [(place: Int, value: PropertyValue?)] = []

    /// The names of the parent's properties that hooks read, each once.
    var reads: [String] = []
    var warnings: [String] = []
    var rejection: String?
  }

  var phase = ChangeCause.load
  private(set) var steps: [Step] = []
  private let slots: [PropertySlot]
  private var values: [PropertyValue?] = []
  private var current: Step?
  private var start = ContinuousClock.now

  init(_ type: ComponentType) { slots = type.slots }

  func begin(_ name: String, set: (place: Int, value: PropertyValue?)? = nil) {
    current = Step(phase: phase, name: name, set: set)
    start = .now
  }

  func end(_ component: Component, rejection: String? = nil) {
    let duration = ContinuousClock.now - start
    guard var step = current else { return }
    current = nil
    step.nanoseconds = duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
    step.rejection = rejection
    let after = slots.map { $0.get(component) }
    if let (place, value) = step.set { values[place] = value }
    // The values of a new instance are the defaults, which the host already knows.
    if step.name != "init" || step.set != nil {
      for place in after.indices where after[place] != values[place] { step.writes.append((place, after[place])) }
    }
    values = after
    steps.append(step)
  }

  func enter(_ property: String, depth: Int) { current?.hooks.append((property, depth)) }

  func warn(_ message: String) { current?.warnings.append(message) }

  func read(_ name: String) {
    if current?.reads.contains(name) == false { current?.reads.append(name) }
  }

  /// Returns the steps logged since the last call, and clears the log for the next object.
  func takeSteps() -> [Step] {
    defer { steps = [] }
    return steps
  }
}
