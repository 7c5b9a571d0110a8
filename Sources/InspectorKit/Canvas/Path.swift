internal import Glibc

/// One or more outlines of lines and curves, in points; `y` grows downwards.
///
/// ```swift
/// var arrow = Path()
/// arrow.move(to: Point(x: 0, y: 0))
/// arrow.addLine(to: Point(x: 10, y: 5))
/// arrow.addLine(to: Point(x: 0, y: 10))
/// arrow.close()
/// ```
public struct Path: Hashable, Sendable {
  /// One step along an outline.
  public enum Element: Hashable, Sendable {
    /// A new outline that begins at a point.
    case move(Point)

    /// A straight line to a point.
    case line(Point)

    /// A quadratic Bézier curve to a point.
    case quadCurve(Point, control: Point)

    /// A cubic Bézier curve to a point.
    case curve(Point, control1: Point, control2: Point)

    /// A straight line back to the start of the outline.
    case close
  }

  /// The form of a path. A path created as a rectangle or an ellipse keeps this form until a step is added, so that an
  /// SVG picture contains a `rect` or an `ellipse`.
  package enum Shape: Hashable, Sendable {
    case rect(Rect, cornerRadius: Double)
    case ellipse(Rect)
    case elements([Element])
  }

  package private(set) var shape: Shape

  package init(_ shape: Shape) { self.shape = shape }

  /// Creates an empty path.
  public init() { shape = .elements([]) }

  /// Creates a rectangular path with square corners.
  public init(_ rect: Rect) { shape = .rect(rect, cornerRadius: 0) }

  /// Creates a rectangular path with round corners.
  ///
  /// - Parameters:
  ///   - rect: the rectangle.
  ///   - cornerRadius: the corners' radius, in points; values are limited to 0 through half the shorter side.
  public init(roundedRect rect: Rect, cornerRadius: Double) {
    let most = max(0, min(rect.width, rect.height) / 2)
    shape = .rect(rect, cornerRadius: min(max(cornerRadius, 0), most))
  }

  /// Creates an ellipse that touches all four sides of a rectangle.
  public init(ellipseIn rect: Rect) { shape = .ellipse(rect) }

  /// Creates a closed outline of straight lines through points; an empty path if there are no points.
  public init(polygon points: [Point]) {
    let lines = points.enumerated().map { $0 == 0 ? Element.move($1) : .line($1) }
    shape = .elements(lines.isEmpty ? [] : lines + [.close])
  }

  /// Creates a star inside a rectangle, with its first tip at the top.
  ///
  /// - Parameters:
  ///   - rect: the rectangle around the ellipse on which the tips lie.
  ///   - pointCount: the number of tips; a value below 2 counts as 2.
  ///   - depth: the depth of the inner corners, from 0 on the ellipse to 1 in its centre; values outside 0…1 are
  ///     clamped. If nil, the sides lie on straight lines between every second tip. With fewer than five tips, nil
  ///     means 0.6.
  public init(starIn rect: Rect, pointCount: Int, depth: Double? = nil) {
    let count = max(pointCount, 2)
    let angle = Double.pi / Double(count)
    let inner = depth.map { 1 - min(max($0, 0), 1) } ?? (count > 4 ? cos(2 * angle) / cos(angle) : 0.4)
    self.init(
      polygon: (0..<2 * count).map { number in
        let (turn, radius) = (Double(number) * angle, number % 2 == 0 ? 1 : inner)
        return Point(
          x: rect.x + rect.width / 2 * (1 + radius * sin(turn)), y: rect.y + rect.height / 2 * (1 - radius * cos(turn)))
      })
  }

  /// Returns this path with rounded corners if it is one closed outline of straight lines. Any other path is returned
  /// unchanged: one that is open, has several outlines, curves or fewer than three corners, or was created as a rectangle
  /// or an ellipse.
  ///
  /// - Parameter radius: the length, in points, that the curve at a corner replaces on each of the two lines. At most
  ///   half of a line is replaced. If the radius is 0 or less, nothing changes.
  public func rounded(by radius: Double) -> Path {
    guard radius > 0, case .elements(let elements) = shape else { return self }
    var points: [Point] = []
    for element in elements {
      switch element {
      case .move where !points.isEmpty: return self
      case .move(let point), .line(let point): points.append(point)
      case .close: break
      case .quadCurve, .curve: return self
      }
    }
    guard points.count > 2, elements.last == .close else { return self }
    var path = Path()
    for (place, corner) in points.enumerated() {
      let (before, after) = (points[(place + points.count - 1) % points.count], points[(place + 1) % points.count])
      path.addLine(to: Self.point(from: corner, to: before, radius))
      path.addQuadCurve(to: Self.point(from: corner, to: after, radius), control: corner)
    }
    path.close()
    return path
  }

  /// Returns the point at a distance from the start of a line, or the middle of the line if the distance is greater
  /// than half of its length.
  private static func point(from start: Point, to end: Point, _ distance: Double) -> Point {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let part = length > 0 ? min(distance / length, 0.5) : 0
    return Point(x: start.x + dx * part, y: start.y + dy * part)
  }

  /// True if the path has no steps.
  public var isEmpty: Bool { shape == .elements([]) }

  /// The path's steps; rectangles and ellipses are converted to steps.
  public var elements: [Element] {
    switch shape {
    case .elements(let elements): elements
    case .rect(let rect, let radius): radius > 0 ? Self.roundedRect(rect, radius) : Self.rect(rect)
    case .ellipse(let rect): Self.ellipse(rect)
    }
  }

  /// Begins a new outline at a point.
  public mutating func move(to point: Point) { add(.move(point)) }

  /// Adds a straight line to a point. In an empty path, begins an outline at the point instead.
  public mutating func addLine(to point: Point) { add(isEmpty ? .move(point) : .line(point)) }

  /// Adds a quadratic Bézier curve to a point. In an empty path, the curve begins at the control point.
  public mutating func addQuadCurve(to point: Point, control: Point) {
    if isEmpty { add(.move(control)) }
    add(.quadCurve(point, control: control))
  }

  /// Adds a cubic Bézier curve to a point. In an empty path, the curve begins at the first control point.
  public mutating func addCurve(to point: Point, control1: Point, control2: Point) {
    if isEmpty { add(.move(control1)) }
    add(.curve(point, control1: control1, control2: control2))
  }

  /// Closes the current outline with a straight line to its beginning. Does nothing if the path is empty.
  public mutating func close() {
    if !isEmpty { add(.close) }
  }

  /// Adds a straight line to the start of an arc of a circle, and then the arc. If a number is not finite, adds an
  /// invalid step, and the canvas leaves the path out.
  ///
  /// - Parameters:
  ///   - center: the circle's centre.
  ///   - radius: the circle's radius, in points.
  ///   - startAngle: the angle at which the arc begins, in radians; 0 is to the right, π/2 below.
  ///   - endAngle: the angle at which the arc ends, in radians.
  ///   - clockwise: true to draw the arc clockwise, in the direction of growing angles.
  public mutating func addArc(
    center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool = true
  ) {
    let turn = 2 * Double.pi
    var sweep = endAngle - startAngle
    guard sweep.isFinite, radius.isFinite else { return add(.line(Point(x: .nan, y: .nan))) }
    if abs(sweep) >= turn {
      sweep = clockwise ? turn : -turn
    } else if clockwise, sweep < 0 {
      sweep += turn
    } else if !clockwise, sweep > 0 {
      sweep -= turn
    }
    func point(_ angle: Double, _ scale: Double = 1) -> Point {
      Point(x: center.x + radius * scale * cos(angle), y: center.y + radius * scale * sin(angle))
    }
    addLine(to: point(startAngle))
    // A cubic curve approximates a quarter of a circle with an error of at most 0.03 % of the radius.
    let count = max(1, Int((abs(sweep) / (turn / 4)).rounded(.up)))
    let step = sweep / Double(count)
    let handle = 4.0 / 3 * tan(step / 4)
    for number in 0..<count {
      let (from, to) = (startAngle + Double(number) * step, startAngle + Double(number + 1) * step)
      let (start, end) = (point(from), point(to))
      addCurve(
        to: end,
        control1: Point(x: start.x - handle * radius * sin(from), y: start.y + handle * radius * cos(from)),
        control2: Point(x: end.x + handle * radius * sin(to), y: end.y - handle * radius * cos(to)))
    }
  }

  /// Adds the outlines of another path.
  public mutating func add(_ path: Path) {
    if isEmpty { shape = path.shape } else { shape = .elements(elements + path.elements) }
  }

  private mutating func add(_ element: Element) {
    if case .elements(var elements) = shape {
      // Clearing `shape` first leaves one reference to the array, so that it grows without being copied.
      shape = .elements([])
      elements.append(element)
      shape = .elements(elements)
    } else {
      shape = .elements(elements + [element])
    }
  }

  // MARK: usual shapes as steps

  private static func rect(_ rect: Rect) -> [Element] {
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height)
    return [
      .move(rect.origin), .line(Point(x: right, y: rect.y)), .line(Point(x: right, y: bottom)),
      .line(Point(x: rect.x, y: bottom)), .close,
    ]
  }

  private static func ellipse(_ rect: Rect) -> [Element] {
    var path = Path()
    let (x, y) = (rect.width / 2, rect.height / 2)
    path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: 2 * .pi)
    path.close()
    func place(_ point: Point) -> Point { Point(x: rect.x + x + point.x * x, y: rect.y + y + point.y * y) }
    return path.elements.map { $0.mapped(place) }
  }

  private static func roundedRect(_ rect: Rect, _ radius: Double) -> [Element] {
    var path = Path()
    let (left, right) = (rect.x + radius, rect.x + rect.width - radius)
    let (top, bottom) = (rect.y + radius, rect.y + rect.height - radius)
    let quarter = Double.pi / 2
    let corners = [
      (Point(x: right, y: top), -quarter), (Point(x: right, y: bottom), 0), (Point(x: left, y: bottom), quarter),
      (Point(x: left, y: top), 2 * quarter),
    ]
    for (center, angle) in corners {
      path.addArc(center: center, radius: radius, startAngle: angle, endAngle: angle + quarter)
    }
    path.close()
    return path.elements
  }
}

extension Path.Element {
  /// Returns the step with each point, including control points, replaced by the result of `place`.
  package func mapped(_ place: (Point) -> Point) -> Path.Element {
    switch self {
    case .move(let point): .move(place(point))
    case .line(let point): .line(place(point))
    case .quadCurve(let point, let control): .quadCurve(place(point), control: place(control))
    case .curve(let point, let first, let second):
      .curve(place(point), control1: place(first), control2: place(second))
    case .close: .close
    }
  }
}
