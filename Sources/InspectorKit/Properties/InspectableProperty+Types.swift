extension InspectableKind where Value: FixedWidthInteger {
  /// The kind `Int`, with the range of the integer type if that range is narrower than the range of `Int`.
  static var integer: Self {
    let isWhole = Int(exactly: Value.min) == Int.min && Int(exactly: Value.max) == Int.max
    let range = isWhole ? nil : PropertyRange(minimum: Double(Value.min), maximum: Double(Value.max))
    return Self(PropertyKind(type: .int, range: range))
  }
}

extension InspectableProperty where Self: FixedWidthInteger {
  /// Makes an integer from a property's value; nil if the value is nil, has a different type, or is outside this type's
  /// range.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .int(let number)? = value else { return nil }
    self.init(exactly: number)
  }

  /// The number as an `Int`; nil if the number exceeds the range of `Int`.
  @inlinable
  public var inspectable: PropertyValue? { Int(exactly: self).map(PropertyValue.int) }
}

extension Int: InspectableProperty {
  /// The basic type `Int`, without a range or cases; nil is not allowed.
  public static var inspectableKind: InspectableKind<Int> { .integer }
}

extension Int8: InspectableProperty {
  /// The kind `Int`, limited to the range of this type.
  public static var inspectableKind: InspectableKind<Int8> { .integer }
}

extension Int16: InspectableProperty {
  /// The kind `Int`, limited to the range of this type.
  public static var inspectableKind: InspectableKind<Int16> { .integer }
}

extension Int32: InspectableProperty {
  /// The kind `Int`, limited to the range of this type.
  public static var inspectableKind: InspectableKind<Int32> { .integer }
}

extension Int64: InspectableProperty {
  /// The kind `Int`, which has the same range.
  public static var inspectableKind: InspectableKind<Int64> { .integer }
}

extension UInt8: InspectableProperty {
  /// The kind `Int`, limited to the range of this type.
  public static var inspectableKind: InspectableKind<UInt8> { .integer }
}

extension UInt16: InspectableProperty {
  /// The kind `Int`, limited to the range of this type.
  public static var inspectableKind: InspectableKind<UInt16> { .integer }
}

extension UInt32: InspectableProperty {
  /// The kind `Int`, limited to the range of this type.
  public static var inspectableKind: InspectableKind<UInt32> { .integer }
}

extension Double: InspectableProperty {
  /// The basic type `Double`, without a range or cases; nil is not allowed.
  public static var inspectableKind: InspectableKind<Double> { InspectableKind(.double) }

  /// Makes a number from a property's value; nil if the value is nil or has a different type.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .double(let number)? = value else { return nil }
    self = number
  }

  /// The number as a property's value; never nil.
  @inlinable
  public var inspectable: PropertyValue? { .double(self) }
}

extension Float: InspectableProperty {
  /// The kind `Double`. The inspector shows a `Float` as a double, and scenes store it as one.
  public static var inspectableKind: InspectableKind<Float> { InspectableKind(.double) }

  /// Makes the nearest `Float`; nil for nil, a value of a different type, or a number whose nearest `Float` is
  /// infinite.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .double(let number)? = value, Float(number).isFinite else { return nil }
    self = Float(number)
  }

  /// The double whose shortest decimal form is that of the `Float`, so that the inspector shows 0.1 and not
  /// 0.10000000149011612.
  @inlinable
  public var inspectable: PropertyValue? { .double(Double(description) ?? Double(self)) }
}

extension String: InspectableProperty {
  /// The basic type `String`, without a range or cases; nil is not allowed.
  public static var inspectableKind: InspectableKind<String> { InspectableKind(.string) }

  /// Makes a string from a property's value; nil if the value is nil or has a different type.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .string(let text)? = value else { return nil }
    self = text
  }

  /// The string as a property's value; never nil.
  @inlinable
  public var inspectable: PropertyValue? { .string(self) }
}

extension Bool: InspectableProperty {
  /// The basic type `Bool`, without a range or cases; nil is not allowed.
  public static var inspectableKind: InspectableKind<Bool> { InspectableKind(.bool) }

  /// Makes a Boolean from a property's value; nil if the value is nil or has a different type.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .bool(let flag)? = value else { return nil }
    self = flag
  }

  /// The Boolean as a property's value; never nil.
  @inlinable
  public var inspectable: PropertyValue? { .bool(self) }
}

extension Color: InspectableProperty {
  /// The basic type ``Color``, without a range or cases; nil is not allowed.
  public static var inspectableKind: InspectableKind<Color> { InspectableKind(.color) }

  /// Makes a colour from a property's value; nil if the value is nil or has a different type.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .color(let color)? = value else { return nil }
    self = color
  }

  /// The colour as a property's value; never nil.
  @inlinable
  public var inspectable: PropertyValue? { .color(self) }
}

extension Point: InspectableProperty {
  /// The basic type ``Point``, without a range or cases; nil is not allowed.
  public static var inspectableKind: InspectableKind<Point> { InspectableKind(.point) }

  /// Makes a point from a property's value; nil if the value is nil or has a different type.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .point(let point)? = value else { return nil }
    self = point
  }

  /// The point as a property's value; never nil.
  @inlinable
  public var inspectable: PropertyValue? { .point(self) }
}

extension Size: InspectableProperty {
  /// The basic type ``Size``, without a range or cases; nil is not allowed.
  public static var inspectableKind: InspectableKind<Size> { InspectableKind(.size) }

  /// Makes a size from a property's value; nil if the value is nil or has a different type.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .size(let size)? = value else { return nil }
    self = size
  }

  /// The size as a property's value; never nil.
  @inlinable
  public var inspectable: PropertyValue? { .size(self) }
}

extension Rect: InspectableProperty {
  /// The basic type ``Rect``, without a range or cases; nil is not allowed.
  public static var inspectableKind: InspectableKind<Rect> { InspectableKind(.rect) }

  /// Makes a rectangle from a property's value; nil if the value is nil or has a different type.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .rect(let rect)? = value else { return nil }
    self = rect
  }

  /// The rectangle as a property's value; never nil.
  @inlinable
  public var inspectable: PropertyValue? { .rect(self) }
}

extension Optional: InspectableProperty where Wrapped: InspectableProperty {
  /// The kind of the wrapped type, with nil allowed. An optional of an optional is refused at registration.
  public static var inspectableKind: InspectableKind<Self> {
    var kind = Wrapped.inspectableKind.facts
    kind.optionals += 1
    return InspectableKind(kind)
  }

  /// Makes an optional from a value; it is empty if the value is nil. Returns nil if the value does not fit the wrapped
  /// type.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard let value else {
      self = .none
      return
    }
    guard let wrapped = Wrapped(inspectable: value) else { return nil }
    self = .some(wrapped)
  }

  /// The wrapped value as one of the eight basic types; nil if the optional is empty.
  @inlinable
  public var inspectable: PropertyValue? { self?.inspectable }
}
