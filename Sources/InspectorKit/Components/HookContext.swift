/// A hook's warning or refusal. `property` is the name of the property that was being set; nil during `awake` and
/// `prepareForInspector`.
package struct HookMessage: Hashable, Sendable {
  package var property: String?
  package var text: String

  package init(property: String?, text: String) {
    self.property = property
    self.text = text
  }
}

/// The values that the host provides to a component's hooks, and the messages that the hooks issue, during one build.
///
/// A context is used by one thread only, but for every value of every object. Exclusivity checks of the variables are
/// therefore disabled, and the slot, which its ``ComponentType`` owns, is not retained.
final class HookContext {
  @exclusivity(unchecked) var cause = ChangeCause.load
  @exclusivity(unchecked) var warnings: [HookMessage] = []

  /// The property that is being set; nil during `awake` and `prepareForInspector`.
  @exclusivity(unchecked) unowned(unsafe) var slot: PropertySlot?

  /// The name of the property that is being set; nil during `awake` and `prepareForInspector`.
  var current: String? { slot?.definition.name }

  /// The first hook's reason for refusing the value that is being set; nil if no hook refused it.
  @exclusivity(unchecked) private(set) var rejection: String?

  var hasParent = false
  var parentNames: [String] = []
  var parentValues: [PropertyValue?] = []

  /// The values of the settings that the class reads, by name; a setting without a value has its default.
  var settings: [String: PropertyValue] = [:]

  /// A log of the hooks' messages and reads; nil unless the host requested one.
  @exclusivity(unchecked) var log: LifecycleLog?

  /// Begins a build or an edit with its cause, and removes the warnings of the previous one.
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

/// The reason why a hook runs.
///
/// ```swift
/// @Inspectable var value = 0.0 {
///   didSet { if cause == .edit, value < 0 { reject("a value below 0 makes no sense") } }
/// }
/// ```
public enum ChangeCause: String, Sendable, Hashable, CaseIterable {
  /// The component is being built from its stored attributes.
  case load

  /// The user or a script sets a property to a new value.
  case edit

  /// An edit is being undone or redone.
  case undo

  /// The component is being built again after a change, from its new attributes.
  case recreate
}
