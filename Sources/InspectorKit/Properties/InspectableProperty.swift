/// A type that an inspectable property may have: the eight, their narrower kin, enumerations, and optionals of these.
///
/// | written in a component | seen in the inspector |
/// |---|---|
/// | `Int`, `Int8` … `Int64`, `UInt8`, `UInt16`, `UInt32` | `Int`, with the narrower type's range |
/// | `Double`, `Float` | `Double` |
/// | `String`, `Bool`, ``Color``, ``Point``, ``Size``, ``Rect`` | themselves |
/// | an enumeration that conforms to ``InspectableOptions`` | `String` or `Int`, with its cases as options |
/// | any of these with `?` | the same, and may be unset |
///
/// Nothing else can conform: only this module makes an ``InspectableKind``, and that of another type does not fit. An
/// enumeration conforms to ``InspectableOptions`` instead.
public protocol InspectableProperty {
  /// Which of the eight types the inspector shows, and whether nil is allowed.
  static var inspectableKind: InspectableKind<Self> { get }

  /// Makes a value of this type, or nil where `value` does not fit it (another type, beyond a narrow integer's range,
  /// no case of an enumeration, nil for a type that is not optional).
  init?(inspectable value: PropertyValue?)

  /// The value as one of the eight types; nil for an optional that is nil.
  var inspectable: PropertyValue? { get }
}

/// What the inspector needs to know of the Swift type `Value`, which a property may have.
public struct InspectableKind<Value>: Sendable {
  let facts: PropertyKind

  /// The one of the eight types that the inspector shows.
  public var type: PropertyType { facts.type }

  /// Whether nil is a value.
  public var isOptional: Bool { facts.isOptional }

  /// The range of a narrow integer type such as `Int8`, else nil.
  public var range: PropertyRange? { facts.range }

  init(_ facts: PropertyKind) { self.facts = facts }

  init(_ type: PropertyType) { self.init(PropertyKind(type: type)) }
}

/// An ``InspectableKind`` of any Swift type.
struct PropertyKind: Sendable {
  var type: PropertyType
  var range: PropertyRange?

  /// The cases of an enumeration, else nil.
  var cases: OptionCases?

  /// How many optionals the type is wrapped in. More than one is refused at registration.
  var optionals = 0

  var isOptional: Bool { optionals > 0 }
}
