extension InspectableProperty where Self: FixedWidthInteger {
  /// `Int`, with the range of this integer type where that is narrower.
  public static var inspectableKind: InspectableKind {
    let isWhole = Int(exactly: Self.min) == Int.min && Int(exactly: Self.max) == Int.max
    let range = isWhole ? nil : PropertyRange(minimum: Double(Self.min), maximum: Double(Self.max))
    return InspectableKind(.int, of: Self.self, range: range)
  }

  /// The integer; nil for another type of value and for a number beyond this type's range.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .int(let number)? = value else { return nil }
    self.init(exactly: number)
  }

  /// The number as an `Int`; nil where `Int` cannot hold it.
  @inlinable
  public var inspectable: PropertyValue? { Int(exactly: self).map(PropertyValue.int) }
}

extension Int: InspectableProperty {}
extension Int8: InspectableProperty {}
extension Int16: InspectableProperty {}
extension Int32: InspectableProperty {}
extension Int64: InspectableProperty {}
extension UInt8: InspectableProperty {}
extension UInt16: InspectableProperty {}
extension UInt32: InspectableProperty {}

extension Double: InspectableProperty {
  /// `Double`, one of the eight types.
  public static var inspectableKind: InspectableKind { InspectableKind(.double, of: Double.self) }

  /// The number that the value holds; nil for another type of value.
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
  /// `Double`: the inspector shows and stores a `Float` as one.
  public static var inspectableKind: InspectableKind { InspectableKind(.double, of: Float.self) }

  /// The nearest `Float`; nil where that is infinite.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .double(let number)? = value, Float(number).isFinite else { return nil }
    self = Float(number)
  }

  /// The double with the same shortest text, so that 0.1 reads back as 0.1 and not as 0.10000000149011612.
  @inlinable
  public var inspectable: PropertyValue? { .double(Double(description) ?? Double(self)) }
}

extension String: InspectableProperty {
  /// `String`, one of the eight types.
  public static var inspectableKind: InspectableKind { InspectableKind(.string, of: String.self) }

  /// The text that the value holds; nil for another type of value.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .string(let text)? = value else { return nil }
    self = text
  }

  /// The text as a property's value; never nil.
  @inlinable
  public var inspectable: PropertyValue? { .string(self) }
}

extension Bool: InspectableProperty {
  /// `Bool`, one of the eight types.
  public static var inspectableKind: InspectableKind { InspectableKind(.bool, of: Bool.self) }

  /// The truth value that the value holds; nil for another type of value.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard case .bool(let flag)? = value else { return nil }
    self = flag
  }

  /// The truth value as a property's value; never nil.
  @inlinable
  public var inspectable: PropertyValue? { .bool(self) }
}

extension Color: InspectableProperty {
  /// ``Color``, one of the eight types.
  public static var inspectableKind: InspectableKind { InspectableKind(.color, of: Color.self) }

  /// The colour that the value holds; nil for another type of value.
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
  /// ``Point``, one of the eight types.
  public static var inspectableKind: InspectableKind { InspectableKind(.point, of: Point.self) }

  /// The point that the value holds; nil for another type of value.
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
  /// ``Size``, one of the eight types.
  public static var inspectableKind: InspectableKind { InspectableKind(.size, of: Size.self) }

  /// The size that the value holds; nil for another type of value.
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
  /// ``Rect``, one of the eight types.
  public static var inspectableKind: InspectableKind { InspectableKind(.rect, of: Rect.self) }

  /// The rectangle that the value holds; nil for another type of value.
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
  /// The wrapped type's kind, with nil allowed. An optional of an optional is refused at registration.
  public static var inspectableKind: InspectableKind {
    let wrapped = Wrapped.inspectableKind
    let isForeign = wrapped.swiftType != ObjectIdentifier(Wrapped.self) || wrapped.isOptional
    guard !isForeign else { return wrapped }
    return InspectableKind(wrapped.type, of: Self.self, isOptional: true, range: wrapped.range)
  }

  /// An optional that holds the value, or holds nothing where the value is nil; fails where the wrapped type refuses
  /// the value.
  @inlinable
  public init?(inspectable value: PropertyValue?) {
    guard let value else {
      self = .none
      return
    }
    guard let wrapped = Wrapped(inspectable: value) else { return nil }
    self = .some(wrapped)
  }

  /// The wrapped value as one of the eight types; nil where there is none.
  @inlinable
  public var inspectable: PropertyValue? {
    guard let wrapped = self else { return nil }
    return wrapped.inspectable
  }
}
