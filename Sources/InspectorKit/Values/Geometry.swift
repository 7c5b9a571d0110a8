/// A position in the coordinates of the parent, in points; `y` grows downwards.
///
/// ```swift
/// PropertyValue.point(Point(x: 10, y: 20.5)).text  // "10,20.5"
/// ```
public struct Point: Hashable, Sendable {
  /// The distance from the parent's left edge, in points.
  public var x: Double

  /// The distance from the parent's top edge, in points.
  public var y: Double

  /// Creates a point from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin, `0,0`.
  public static let zero = Point(x: 0, y: 0)
}

/// A width and a height, in points; negative values are allowed.
///
/// ```swift
/// PropertyValue.size(Size(width: 100, height: 50)).text  // "100x50"
/// ```
public struct Size: Hashable, Sendable {
  /// The horizontal extent, in points.
  public var width: Double

  /// The vertical extent, in points.
  public var height: Double

  /// Creates a size from its width and height.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The empty size, `0x0`.
  public static let zero = Size(width: 0, height: 0)
}

/// A position and a size, in points.
///
/// ```swift
/// let frame = Rect(x: 10, y: 20, width: 100, height: 50)
/// frame.origin                     // Point(x: 10, y: 20)
/// PropertyValue.rect(frame).text   // "10,20 100x50"
/// ```
public struct Rect: Hashable, Sendable {
  /// The left edge in the parent's coordinates, in points.
  public var x: Double

  /// The top edge in the parent's coordinates, in points.
  public var y: Double

  /// The horizontal extent, in points; may be negative.
  public var width: Double

  /// The vertical extent, in points; may be negative.
  public var height: Double

  /// Creates a rectangle from the coordinates of its origin, its width and its height.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates a rectangle from its origin and its size.
  public init(origin: Point, size: Size) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The position of the rectangle: the upper left corner, if width and height are not negative. Setting it keeps the
  /// size.
  public var origin: Point {
    get { Point(x: x, y: y) }
    set { (x, y) = (newValue.x, newValue.y) }
  }

  /// The width and height. Setting them keeps the origin.
  public var size: Size {
    get { Size(width: width, height: height) }
    set { (width, height) = (newValue.width, newValue.height) }
  }

  /// The empty rectangle at the origin, `0,0 0x0`.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)
}
