/// A range of an Int or Double property that includes its bounds. The host refuses a value outside a hard range before
/// any hook runs; a soft range only sets the bounds of sliders.
///
/// In a declaration, a Swift range expression specifies the range:
///
/// ```swift
/// @Inspectable(range: 3...64) var pointCount = 5
/// @Inspectable(range: 0...) var lineWidth = 1.0
/// ```
public struct PropertyRange: Hashable, Sendable {
  /// The least allowed value, or nil for no minimum.
  public var minimum: Double?

  /// The greatest allowed value, or nil for no maximum.
  public var maximum: Double?

  /// Makes a range. A nil or infinite bound means no bound: `0...Double.infinity` is `0...`.
  public init(minimum: Double? = nil, maximum: Double? = nil) {
    self.minimum = minimum == -.infinity ? nil : minimum
    self.maximum = maximum == .infinity ? nil : maximum
  }

  /// Returns true if a number lies within the range, including its bounds. Returns true for every value of a type other
  /// than Int and Double.
  public func contains(_ value: PropertyValue) -> Bool {
    switch value {
    case .int(let number):
      (minimum.map { Self.isAtLeast(number, $0) } ?? true) && (maximum.map { Self.isAtMost(number, $0) } ?? true)
    case .double(let number): number >= (minimum ?? -.infinity) && number <= (maximum ?? .infinity)
    default: true
    }
  }

  // Int and Double are compared exactly: Double(Int.max) would round up and let a value beyond the bound pass.
  private static func isAtLeast(_ number: Int, _ bound: Double) -> Bool {
    Int(exactly: bound.rounded(.up)).map { number >= $0 } ?? (bound < 0)
  }

  private static func isAtMost(_ number: Int, _ bound: Double) -> Bool {
    Int(exactly: bound.rounded(.down)).map { number <= $0 } ?? (bound > 0)
  }

  /// Returns the range of the values that lie in both ranges; this range if `other` is nil. The result may be empty.
  func intersection(_ other: PropertyRange?) -> PropertyRange {
    guard let other else { return self }
    return PropertyRange(
      minimum: [minimum, other.minimum].compactMap(\.self).max(),
      maximum: [maximum, other.maximum].compactMap(\.self).min())
  }

  /// Returns true if this range contains both bounds of `other`; a missing bound is ignored.
  func contains(_ other: PropertyRange) -> Bool {
    [other.minimum, other.maximum].compactMap(\.self).allSatisfy { contains(.double($0)) }
  }

  /// True if no number lies in the range.
  var isEmpty: Bool { !((minimum ?? -.infinity) <= (maximum ?? .infinity)) }
}

extension PropertyRange {
  /// The range in readable form: `3…64`, `at least 0`, `at most 1`.
  public var text: String {
    func word(_ bound: Double) -> String { PropertyValue.double(bound).text }
    return switch (minimum, maximum) {
    case (let low?, let high?): "\(word(low))…\(word(high))"
    case (let low?, nil): "at least \(word(low))"
    case (nil, let high?): "at most \(word(high))"
    case (nil, nil): "any number"
    }
  }

  /// The rule for a value as a clause: `its range is 3…64`, `it must be at least 0`.
  package var rule: String { minimum != nil && maximum != nil ? "its range is \(text)" : "it must be \(text)" }
}

/// A Swift range expression that is converted to a ``PropertyRange``: `3...64`, `0...`, `...1`, with bounds of type
/// `Int` or `Double`.
public protocol PropertyRangeExpression {
  /// The bounds as a ``PropertyRange``.
  var propertyRange: PropertyRange { get }
}

/// A type of numbers that may be the bounds of a ``PropertyRange``: `Int` or `Double`.
public protocol PropertyRangeBound: Comparable {
  /// The bound as a double.
  var propertyRangeBound: Double { get }
}

extension Int: PropertyRangeBound {
  /// The nearest double, which equals the integer up to a magnitude of 2^53.
  public var propertyRangeBound: Double { Double(self) }
}

extension Double: PropertyRangeBound {
  /// The number itself.
  public var propertyRangeBound: Double { self }
}

extension PropertyRange: PropertyRangeExpression {
  /// The range itself.
  public var propertyRange: PropertyRange { self }
}

extension ClosedRange: PropertyRangeExpression where Bound: PropertyRangeBound {
  /// The range from the lower bound to the upper bound, both included.
  public var propertyRange: PropertyRange {
    PropertyRange(minimum: lowerBound.propertyRangeBound, maximum: upperBound.propertyRangeBound)
  }
}

extension PartialRangeFrom: PropertyRangeExpression where Bound: PropertyRangeBound {
  /// The range with this bound as its inclusive minimum, and no maximum.
  public var propertyRange: PropertyRange { PropertyRange(minimum: lowerBound.propertyRangeBound) }
}

extension PartialRangeThrough: PropertyRangeExpression where Bound: PropertyRangeBound {
  /// The range with this bound as its inclusive maximum, and no minimum.
  public var propertyRange: PropertyRange { PropertyRange(maximum: upperBound.propertyRangeBound) }
}
