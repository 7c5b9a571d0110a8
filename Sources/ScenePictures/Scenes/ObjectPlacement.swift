package import InspectorKit

/// The place of an object in its parent, and its response to touches.
package struct ObjectPlacement: Hashable, Sendable {
  /// The object's frame in its parent's coordinates, before rotation; nil for an object without a place.
  package var frame: Rect?

  /// True if the object has a position, but its class has no size. The drawing may then extend from the position in all
  /// directions.
  package var isPoint = false

  /// The angle by which the object is rotated clockwise around its pivot, in radians.
  package var rotation = 0.0

  /// The point, from the frame's upper left corner, around which the object is rotated; nil for the centre.
  package var pivot: Point?

  /// True if the object's children are boards of the picture, like the outermost objects of the scene.
  package var holdsBoards = false

  /// The distance by which the object's children are moved to the left and up, in points.
  package var contentOffset = Point.zero

  /// The radius of the corners of the area to which the children are clipped; nil if the object clips nothing.
  package var clipRadius: Double?

  /// True if the object is hidden, together with its descendants.
  package var isHidden = false

  /// True if the object is hidden because its class's placement yields no place, or a negative size.
  package var isUnplaced = false

  /// True if the object is fully transparent, together with its descendants.
  package var isTransparent = false

  /// True if neither the object nor its descendants accept touches.
  package var ignoresTouches = false

  /// True if the object itself accepts no touches.
  package var passesTouches = false

  package init() {}

  /// The point around which the object is rotated, in its own coordinates.
  fileprivate var center: Point { pivot ?? Point(x: (frame?.width ?? 0) / 2, y: (frame?.height ?? 0) / 2) }

  /// The transform from the object's coordinates to those of its parent.
  package var transform: Transform {
    guard let frame else { return .identity }
    let place = Transform.translation(x: frame.x, y: frame.y)
    guard rotation != 0 else { return place }
    let (x, y) = (center.x, center.y)
    return .translation(x: -x, y: -y).concatenating(.rotation(rotation)).concatenating(.translation(x: x, y: y))
      .concatenating(place)
  }

  /// The smallest upright rectangle around the rotated frame, in the parent's coordinates; nil for an object without a
  /// place.
  var bounds: Rect? { frame.map { rotation == 0 ? $0 : transform.bounds(of: $0.size) } }

  /// Converts a point from the parent's coordinates to the object's own.
  func local(_ point: Point) -> Point {
    guard let frame else { return point }
    let moved = Point(x: point.x - frame.x, y: point.y - frame.y)
    guard rotation != 0 else { return moved }
    let turned = Transform.rotation(-rotation).applied(to: Point(x: moved.x - center.x, y: moved.y - center.y))
    return Point(x: turned.x + center.x, y: turned.y + center.y)
  }

  /// Returns true if a point in the object's coordinates lies inside the object. The right and lower edges are outside.
  func contains(_ point: Point) -> Bool {
    guard let frame else { return false }
    return point.x >= 0 && point.y >= 0 && point.x < frame.width && point.y < frame.height
  }

  /// Returns true if clipping hides the object's children at a point in the object's coordinates.
  func clips(_ point: Point) -> Bool {
    guard let clipRadius, let frame else { return false }
    guard contains(point) else { return true }
    let radius = max(0, min(clipRadius, min(frame.width, frame.height) / 2))
    // The distance from the point to the nearest point of the inner rectangle on which the corners are centred.
    let x = max(radius - point.x, point.x - (frame.width - radius), 0)
    let y = max(radius - point.y, point.y - (frame.height - radius), 0)
    return x * x + y * y > radius * radius
  }
}

extension Transform {
  /// Returns the point to which the transform moves a point.
  package func applied(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// Returns the smallest upright rectangle around a transformed rectangle at the origin.
  func bounds(of size: Size) -> Rect {
    let corners = [(0, 0), (size.width, 0), (0, size.height), (size.width, size.height)].map { x, y in
      applied(to: Point(x: x, y: y))
    }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}

extension SVGWriter {
  /// Appends the attribute that moves an object to its place in its parent; nothing if it is already there.
  mutating func place(_ placement: ObjectPlacement) {
    guard let frame = placement.frame else { return }
    guard placement.rotation != 0 else {
      if frame.origin != .zero { translate(by: frame.origin) }
      return
    }
    append(" transform=\"")
    if frame.origin != .zero {
      append("translate(")
      append([frame.x, frame.y])
      append(") ")
    }
    append("rotate(")
    append([placement.rotation * 180 / .pi, placement.center.x, placement.center.y])
    append(")\"")
  }
}
