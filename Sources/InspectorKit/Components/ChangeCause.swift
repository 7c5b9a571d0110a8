/// Why a hook runs.
///
/// ```swift
/// @Inspectable var value = 0.0 {
///   didSet { if cause == .edit, value < 0 { reject("a value below 0 makes no sense") } }
/// }
/// ```
public enum ChangeCause: String, Sendable, Hashable, CaseIterable {
  /// The component is being built from its stored attributes.
  case load

  /// A person or a script gives a property a new value.
  case edit

  /// An edit is being undone or redone.
  case undo

  /// The component is being built again after a change, from its new attributes.
  case recreate
}
