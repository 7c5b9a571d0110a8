/// A sentence from a hook, and the property that was being set; nil for `awake` and `prepareForInspector`.
package struct HookMessage: Hashable, Sendable {
  package var property: String?
  package var text: String

  package init(property: String?, text: String) {
    self.property = property
    self.text = text
  }
}

/// What the host passes to a component's hooks and collects from them, during one build.
///
/// It is used from one thread, and touched for every value of every object: its variables go without the checks that
/// guard against overlapping access, and the slot, which its class's type owns, without being retained.
final class HookContext {
  @exclusivity(unchecked) var cause = ChangeCause.load
  @exclusivity(unchecked) var warnings: [HookMessage] = []

  /// The property being applied, or nil during `awake` and `prepareForInspector`.
  @exclusivity(unchecked) unowned(unsafe) var slot: PropertySlot?

  /// The name of the property being applied.
  var current: String? { slot?.definition.name }

  /// Why the value being applied was refused: the first reason given.
  @exclusivity(unchecked) private(set) var rejection: String?

  var hasParent = false
  var parentNames: [String] = []
  var parentValues: [PropertyValue?] = []

  /// Notes what the hooks say and read, where the host asked for it.
  @exclusivity(unchecked) var log: LifecycleLog?

  /// Begins a build, or the sets of an edit.
  func begin(_ cause: ChangeCause) {
    self.cause = cause
    if !warnings.isEmpty { warnings.removeAll(keepingCapacity: true) }
  }

  func warn(_ message: String) {
    log?.warn(message)
    let warning = HookMessage(property: current, text: message)
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  func reject(_ reason: String) {
    if rejection == nil { rejection = reason }
  }

  func takeRejection() -> String? {
    guard let reason = rejection else { return nil }
    rejection = nil
    return reason
  }

  func parentValue(_ name: String) -> PropertyValue? {
    guard let place = parentNames.firstIndex(of: name) else {
      reject("the hook reads '\(name)' of the parent without declaring it; add it to 'readsParent'")
      return nil
    }
    log?.read(name)
    return parentValues[place]
  }
}
