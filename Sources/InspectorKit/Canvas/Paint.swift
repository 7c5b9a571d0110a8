internal import Glibc

/// What an area or a line is filled with.
///
/// ```swift
/// let sky = Paint.linearGradient(
///   [GradientStop(offset: 0, color: .blue), GradientStop(offset: 1, color: .white)],
///   from: Point(x: 0, y: 0), to: Point(x: 0, y: 100))
/// ```
public enum Paint: Hashable, Sendable {
  /// One colour.
  case color(Color)

  /// Colours along a line between two points; before and after them the first and the last.
  case linearGradient([GradientStop], from: Point, to: Point)

  /// Colours from a point outwards; beyond the radius, in points, the last.
  case radialGradient([GradientStop], center: Point, radius: Double)
}

/// A colour at a place of a gradient.
public struct GradientStop: Hashable, Sendable {
  /// The place, from 0 at the beginning to 1 at the end.
  public var offset: Double

  /// The colour there.
  public var color: Color

  /// A colour at a place from 0 to 1.
  public init(offset: Double, color: Color) {
    self.offset = offset
    self.color = color
  }
}

/// What counts as inside of an outline that crosses itself.
public enum FillRule: String, CaseIterable, Hashable, Sendable {
  /// All that the outline goes around.
  case nonzero

  /// What it goes around an odd number of times, so that an inner outline makes a hole.
  case evenOdd = "evenodd"
}

/// How a line is drawn.
public struct StrokeStyle: Hashable, Sendable {
  /// How a line ends.
  public enum Cap: String, CaseIterable, Hashable, Sendable {
    /// At its last point.
    case butt

    /// With a half circle around it.
    case round

    /// Half the line's width after its last point.
    case square
  }

  /// How two lines meet.
  public enum Join: String, CaseIterable, Hashable, Sendable {
    /// In a corner, up to the miter limit.
    case miter

    /// In a part of a circle.
    case round

    /// In a corner that is cut off.
    case bevel
  }

  /// The line's width, in points.
  public var width: Double

  /// How the line ends.
  public var cap: Cap

  /// How its parts meet.
  public var join: Join

  /// How long a corner may be, in widths; a longer one is cut off.
  public var miterLimit: Double

  /// Lengths of dashes and gaps in turn, in points; empty for a line without gaps.
  public var dash: [Double]

  /// Where in the dashes the line begins, in points.
  public var dashPhase: Double

  /// A line of this width, without dashes where none are given.
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

/// A shadow under what a group draws.
public struct Shadow: Hashable, Sendable {
  /// The shadow's colour.
  public var color: Color

  /// How far it lies to the right and below, in points.
  public var offset: Size

  /// How far its edge is spread, in points; 0 for a sharp one.
  public var blur: Double

  /// A shadow of a colour.
  public init(color: Color, offset: Size, blur: Double = 0) {
    self.color = color
    self.offset = offset
    self.blur = blur
  }
}

/// A change of coordinates: `x′ = a·x + c·y + tx`, `y′ = b·x + d·y + ty`.
///
/// ```swift
/// let turned = Transform.rotation(.pi / 4).concatenating(.translation(x: 50, y: 50))  // turned, then moved
/// ```
public struct Transform: Hashable, Sendable {
  /// The share of `x` in `x′`.
  public var a: Double

  /// The share of `x` in `y′`.
  public var b: Double

  /// The share of `y` in `x′`.
  public var c: Double

  /// The share of `y` in `y′`.
  public var d: Double

  /// What is added to `x′`, in points.
  public var tx: Double

  /// What is added to `y′`, in points.
  public var ty: Double

  /// The transform with these numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// No change.
  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A move to the right and down, in points.
  public static func translation(x: Double, y: Double) -> Transform {
    Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A change of size around the origin; 1 is no change.
  public static func scale(x: Double, y: Double) -> Transform { Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

  /// A turn around the origin, in radians; positive ones go as the hands of a clock do.
  public static func rotation(_ angle: Double) -> Transform {
    Transform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
  }

  /// This change, and another after it.
  public func concatenating(_ next: Transform) -> Transform {
    Transform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }
}
