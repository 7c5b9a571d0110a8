internal import InspectorKit

/// The bounding rectangle of a drawing, in points. The rectangle also contains the control points of curves, so it may
/// be larger than the drawing.
struct DrawingBounds {
  private var left = Double.infinity
  private var top = Double.infinity
  private var right = -Double.infinity
  private var bottom = -Double.infinity

  /// The bounding rectangle; nil if nothing is drawn.
  var rect: Rect? {
    left <= right && top <= bottom ? Rect(x: left, y: top, width: right - left, height: bottom - top) : nil
  }

  mutating func add(_ point: Point, spread: Double = 0) {
    (left, right) = (min(left, point.x - spread), max(right, point.x + spread))
    (top, bottom) = (min(top, point.y - spread), max(bottom, point.y + spread))
  }

  mutating func add(_ rect: Rect) {
    add(rect.origin)
    add(Point(x: rect.x + rect.width, y: rect.y + rect.height))
  }

  mutating func add(_ entries: [DrawingEntry], _ transform: Transform = .identity) {
    for entry in entries {
      switch entry {
      case .fill(let path, _, _): add(path, transform)
      case .stroke(let path, _, let style): add(path, transform, spread: style.width * max(1, style.miterLimit / 2))
      case .text(_, let rect, _), .image(_, let rect): add(Path(rect), transform)
      case .group(let group): add(group.entries, group.transform.concatenating(transform))
      }
    }
  }

  private mutating func add(_ path: Path, _ transform: Transform, spread: Double = 0) {
    func place(_ point: Point) -> Point {
      Point(
        x: transform.a * point.x + transform.c * point.y + transform.tx,
        y: transform.b * point.x + transform.d * point.y + transform.ty)
    }
    for element in path.elements {
      switch element.mapped(place) {
      case .move(let point), .line(let point): add(point, spread: spread)
      case .quadCurve(let point, let control):
        add(point, spread: spread)
        add(control, spread: spread)
      case .curve(let point, let first, let second):
        add(point, spread: spread)
        add(first, spread: spread)
        add(second, spread: spread)
      case .close: break
      }
    }
  }
}
