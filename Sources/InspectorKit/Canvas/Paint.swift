internal import Glibc

/// The colour or the gradient that fills an area or a line.
///
/// ```swift
/// let sky = Paint.linearGradient(
///   [GradientStop(offset: 0, color: .blue), GradientStop(offset: 1, color: .white)],
///   from: Point(x: 0, y: 0), to: Point(x: 0, y: 100))
/// ```
public enum Paint: Hashable, Sendable {
  /// A single colour.
  case color(Color)

  /// A gradient along the line between two points. Beyond these points, the first and the last colour continue.
  case linearGradient([GradientStop], from: Point, to: Point)

  /// A gradient from a point outwards to a radius, in points. Beyond the radius, the last colour continues.
  case radialGradient([GradientStop], center: Point, radius: Double)
}

/// A colour at a position in a gradient.
public struct GradientStop: Hashable, Sendable {
  /// The position, from 0 at the start of the gradient to 1 at its end.
  public var offset: Double

  /// The colour at this position.
  public var color: Color

  /// Makes a gradient stop; `offset` is from 0 to 1.
  public init(offset: Double, color: Color) {
    self.offset = offset
    self.color = color
  }
}

/// The rule that decides which areas are inside an outline that crosses itself.
public enum FillRule: String, CaseIterable, Hashable, Sendable {
  /// Fills every area with a nonzero winding number: clockwise turns of the outline count as positive, counterclockwise
  /// turns as negative.
  case nonzero

  /// Fills the areas that the outline encloses an odd number of times. An inner outline therefore makes a hole.
  case evenOdd = "evenodd"
}

/// The width, ends, corners and dashes of a line.
public struct StrokeStyle: Hashable, Sendable {
  /// The shape of a line's ends.
  public enum Cap: String, CaseIterable, Hashable, Sendable {
    /// A flat end at the last point.
    case butt

    /// A half circle around the last point.
    case round

    /// A flat end, half the line's width beyond the last point.
    case square
  }

  /// The shape of the corner between two lines.
  public enum Join: String, CaseIterable, Hashable, Sendable {
    /// A pointed corner, up to the miter limit.
    case miter

    /// A rounded corner.
    case round

    /// A corner that is cut off.
    case bevel
  }

  /// The line's width, in points.
  public var width: Double

  /// The shape of the line's ends.
  public var cap: Cap

  /// The shape of the line's corners.
  public var join: Join

  /// The maximum length of a mitered corner, as a multiple of the line's width. A longer corner is drawn as a bevel.
  public var miterLimit: Double

  /// The alternating lengths of dashes and gaps, in points; empty for a solid line.
  public var dash: [Double]

  /// The distance into the dash pattern at which the line begins, in points.
  public var dashPhase: Double

  /// Makes a line style, by default one point wide and without dashes.
  public init(
    width: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dash: [Double] = [],
    dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }
}

/// A shadow under the contents of a group.
public struct Shadow: Hashable, Sendable {
  /// The shadow's colour.
  public var color: Color

  /// The shadow's offset to the right and downwards, in points.
  public var offset: Size

  /// The width over which the shadow's edge fades, in points; 0 for a sharp edge.
  public var blur: Double

  /// Makes a shadow, by default with a sharp edge.
  public init(color: Color, offset: Size, blur: Double = 0) {
    self.color = color
    self.offset = offset
    self.blur = blur
  }
}

/// An affine transform of coordinates: `x′ = a·x + c·y + tx`, `y′ = b·x + d·y + ty`.
///
/// ```swift
/// let turned = Transform.rotation(.pi / 4).concatenating(.translation(x: 50, y: 50))  // turned, then moved
/// ```
public struct Transform: Hashable, Sendable {
  /// The coefficient of `x` in the equation for `x′`.
  public var a: Double

  /// The coefficient of `x` in the equation for `y′`.
  public var b: Double

  /// The coefficient of `y` in the equation for `x′`.
  public var c: Double

  /// The coefficient of `y` in the equation for `y′`.
  public var d: Double

  /// The offset added to `x′`, in points.
  public var tx: Double

  /// The offset added to `y′`, in points.
  public var ty: Double

  /// Makes a transform from its six numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// The transform that changes nothing.
  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Returns a transform that moves by `x` points to the right and by `y` points down.
  public static func translation(x: Double, y: Double) -> Transform {
    Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Returns a transform that scales around the origin by a horizontal and a vertical factor; 1 changes nothing.
  public static func scale(x: Double, y: Double) -> Transform { Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

  /// Returns a transform that rotates around the origin by an angle in radians; positive angles turn clockwise.
  public static func rotation(_ angle: Double) -> Transform {
    Transform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
  }

  /// Returns the transform that applies this transform first and then `next`.
  public func concatenating(_ next: Transform) -> Transform {
    Transform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }
}
