/// A protocol for the types that an inspectable property may have: the eight basic types, their narrower variants,
/// enumerations, and optionals of these.
///
/// | written in a component | seen in the inspector |
/// |---|---|
/// | `Int`, `Int8` … `Int64`, `UInt8`, `UInt16`, `UInt32` | `Int`, with the narrower type's range |
/// | `Double`, `Float` | `Double` |
/// | `String`, `Bool`, ``Color``, ``Point``, ``Size``, ``Rect`` | the same type |
/// | an enumeration that conforms to ``InspectableOptions`` | `String` or `Int`, with its cases as options |
/// | any of these with `?` | the same, and may be unset |
///
/// No other type can conform, since only this module can make an ``InspectableKind`` of the type. An enumeration
/// conforms to ``InspectableOptions`` instead.
public protocol InspectableProperty {
  /// The kind of this type: the basic type that the inspector shows, whether nil is allowed, and any range or cases.
  static var inspectableKind: InspectableKind<Self> { get }

  /// Makes a value of this type. Returns nil if `value` does not fit: it has a different type, is beyond a narrow
  /// integer's range, is not a case of an enumeration, or is nil although the type is not optional.
  init?(inspectable value: PropertyValue?)

  /// The value as one of the eight basic types; nil for an optional that is nil.
  var inspectable: PropertyValue? { get }
}

/// The basic type, optionality, range and cases of a property whose Swift type is `Value`.
public struct InspectableKind<Value>: Sendable {
  let facts: PropertyKind

  /// The type that the inspector shows, one of the eight basic types.
  public var type: PropertyType { facts.type }

  /// True if nil is a valid value.
  public var isOptional: Bool { facts.isOptional }

  /// The range of a narrow integer type such as `Int8`; nil for other types.
  public var range: PropertyRange? { facts.range }

  init(_ facts: PropertyKind) { self.facts = facts }

  init(_ type: PropertyType) { self.init(PropertyKind(type: type)) }
}

/// The contents of an ``InspectableKind``, without its Swift type as a generic parameter.
struct PropertyKind: Sendable {
  var type: PropertyType
  var range: PropertyRange?

  /// The cases of an enumeration; nil for other types.
  var cases: OptionCases?

  /// The number of nested optionals around the type. More than one is refused at registration.
  var optionals = 0

  var isOptional: Bool { optionals > 0 }
}
