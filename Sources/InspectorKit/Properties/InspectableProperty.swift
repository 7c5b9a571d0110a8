/// A type that an inspectable property may have: the eight, their narrower kin, and optionals of these.
///
/// | written in a component | seen in the inspector |
/// |---|---|
/// | `Int`, `Int8` … `Int64`, `UInt8`, `UInt16`, `UInt32` | `Int`, with the narrower type's range |
/// | `Double`, `Float` | `Double` |
/// | `String`, `Bool`, ``Color``, ``Point``, ``Size``, ``Rect`` | themselves |
/// | any of these with `?` | the same, and may be unset |
///
/// Nothing else can conform: registration refuses a type whose ``inspectableKind`` was not made by this module.
public protocol InspectableProperty {
  /// Which of the eight types the inspector shows, and whether nil is allowed.
  static var inspectableKind: InspectableKind { get }

  /// Makes a value of this type, or nil where `value` does not fit it (another type, beyond a narrow integer's range,
  /// nil for a type that is not optional).
  init?(inspectable value: PropertyValue?)

  /// The value as one of the eight types; nil for an optional that is nil.
  var inspectable: PropertyValue? { get }
}

/// What the inspector needs to know of a Swift type that a property may have.
public struct InspectableKind: Sendable {
  /// The one of the eight types that the inspector shows.
  public let type: PropertyType

  /// Whether nil is a value.
  public let isOptional: Bool

  /// The range of a narrow integer type such as `Int8`, else nil.
  public let range: PropertyRange?

  /// The Swift type that this describes; a kind borrowed from another type is refused with it.
  let swiftType: ObjectIdentifier

  init<T>(_ type: PropertyType, of swiftType: T.Type, isOptional: Bool = false, range: PropertyRange? = nil) {
    self.type = type
    self.isOptional = isOptional
    self.range = range
    self.swiftType = ObjectIdentifier(swiftType)
  }
}
