public import InspectorKit

/// Something worth knowing of an object's property, such as why its stored value is not the effective one.
public enum PropertyNote: Hashable, Sendable {
  /// The component failed.
  case failed(String)

  /// No component answers the property.
  case unknown(String)

  /// The stored value cannot be the property's, or a hook refuses it.
  case refused(String)

  /// A hook warns of the value.
  case warning(String)

  /// A component of the class answers another value than the stored one.
  case changed(by: String, to: PropertyValue?, stored: StoredCell)

  /// A component gives it a value that its own declaration does not allow.
  case undeclared(String)

  /// The value is stored under another key.
  case formerName(String)

  /// The value is stored under a name that an extension gives the property.
  case otherName(String)

  /// The author wants to be rid of the property.
  case deprecated(String)

  /// The property is required, and nothing is stored.
  case missing

  /// The property's condition switches it off.
  case inactive(String)

  /// The property's condition hides it.
  case hidden(String)

  /// The note as text for people.
  public var text: String {
    switch self {
    case .failed(let reason): "failed: \(reason)"
    case .unknown(let reason): reason
    case .refused(let reason): "refused: \(reason)"
    case .warning(let words): "warning: \(words)"
    case .undeclared(let words): words
    case .changed(let name, let value, .absent): "'\(name)' makes it \(value?.text ?? "unset"); nothing is stored"
    case .changed(let name, let value, .value(let stored)):
      "'\(name)' makes it \(value?.text ?? "unset"), not the stored \(stored?.text ?? "null")"
    case .formerName(let key): "stored under its former name '\(key)'"
    case .otherName(let key): "stored as '\(key)'"
    case .deprecated(let reason): "deprecated: \(reason)"
    case .missing: "required, and not stored"
    case .inactive(let condition): "has no effect; it takes effect only when \(condition)"
    case .hidden(let condition): "is hidden; it is shown only when \(condition)"
    }
  }
}
