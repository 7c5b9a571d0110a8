internal import InspectorKit

/// A layout of a tree of boxes: the children of a box are arranged in indented rows below it, and no two boxes overlap.
///
/// The rows are filled from left to right, and their width is chosen so that the layout has about the paper's
/// proportions ("shelf packing": E. G. Coffman et al., "Performance bounds for level-oriented two-dimensional packing
/// algorithms", 1980). The time is linear in the number of boxes. There is no recursion, so a chain of boxes may have
/// any length.
struct DiagramLayout {
  /// The frames of the boxes, by number.
  private(set) var frames: [Rect]

  /// The lines from the boxes to their children.
  private(set) var lines: [Path] = []

  /// The size of the whole layout.
  private(set) var size = Size.zero

  /// True if the lines to the children of a box begin at the middle of its lower edge instead of near the left.
  private var hasMiddleLines = false

  static let gap = 16.0
  private static let indent = 22.0

  /// The distance between a box and the row below it, where the lines run.
  private static let drop = 26.0

  /// Returns the layout that fits the paper best, out of several with different row widths. More than one is tried
  /// because rows of boxes with different heights leave empty space, which makes a layout higher than its row width
  /// suggests.
  ///
  /// - Parameters:
  ///   - sizes: the size of each box.
  ///   - aspect: the ratio of width to height that the layout should have.
  static func fitting(_ diagram: Diagram, sizes: [Size], aspect: Double) -> DiagramLayout {
    func height(_ layout: DiagramLayout) -> Double { max(layout.size.height, layout.size.width / aspect) }
    var best = DiagramLayout(diagram, sizes: sizes, aspect: aspect)
    for factor in [1.5, 2.25, 3.5, 5] {
      let other = DiagramLayout(diagram, sizes: sizes, aspect: aspect * factor)
      if height(other) < height(best) { best = other }
    }
    return best
  }

  /// Creates a layout from the positions that Graphviz computed; nil if a box has no position.
  init?(_ placement: DiagramPlacement, sizes: [Size]) {
    frames = []
    for (number, size) in sizes.enumerated() {
      guard let middle = placement.middles[number] else { return nil }
      frames.append(
        Rect(x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height))
    }
    (lines, size, hasMiddleLines) = (placement.lines, placement.size, true)
  }

  /// Creates a layout with the children of each box in rows.
  ///
  /// - Parameter aspect: the approximate ratio of width to height of each group of rows.
  init(_ diagram: Diagram, sizes: [Size], aspect: Double) {
    frames = sizes.map { Rect(origin: .zero, size: $0) }
    // The size of each box with all its descendants, and the offsets of the children from the box's corner.
    var extents = sizes
    var offsets: [Int: [Point]] = [:]
    for number in diagram.boxes.indices.reversed() where !diagram.boxes[number].children.isEmpty {
      let children = diagram.boxes[number].children
      let block = Self.rows(children.map { extents[$0] }, aspect: aspect)
      let top = sizes[number].height + Self.drop
      offsets[number] = block.places.map { Point(x: $0.x + Self.indent, y: $0.y + top) }
      extents[number] = Size(
        width: max(sizes[number].width, block.size.width + Self.indent), height: top + block.size.height)
    }
    let whole = Self.rows(diagram.roots.map { extents[$0] }, aspect: aspect)
    for (root, place) in zip(diagram.roots, whole.places) { (frames[root].x, frames[root].y) = (place.x, place.y) }
    for number in diagram.boxes.indices {
      guard let places = offsets[number] else { continue }
      for (child, place) in zip(diagram.boxes[number].children, places) {
        (frames[child].x, frames[child].y) = (frames[number].x + place.x, frames[number].y + place.y)
      }
      lines.append(Self.line(from: frames[number], to: diagram.boxes[number].children.map { [frames] in frames[$0] }))
    }
    size = whole.size
  }

  /// Returns the point at which the lines to the children of a box begin.
  func trunk(of number: Int) -> Point {
    let frame = frames[number]
    return Point(x: frame.x + (hasMiddleLines ? frame.width / 2 : Self.indent / 2), y: frame.y + frame.height)
  }

  /// Arranges rectangles in order, side by side in rows, and returns their places and the size of the arrangement.
  private static func rows(_ sizes: [Size], aspect: Double) -> (places: [Point], size: Size) {
    let area = sizes.reduce(0) { $0 + ($1.width + gap) * ($1.height + drop) }
    let widest = sizes.reduce(0) { max($0, $1.width) }
    let limit = max(widest, (area * aspect).squareRoot())
    var places: [Point] = []
    var (x, y, height, width) = (0.0, 0.0, 0.0, 0.0)
    for size in sizes {
      if x > 0, x + size.width > limit { (x, y, height) = (0, y + height + drop, 0) }
      places.append(Point(x: x, y: y))
      x += size.width + gap
      height = max(height, size.height)
      width = max(width, x - gap)
    }
    return (places, Size(width: width, height: y + height))
  }

  /// Returns the lines from a box to its children: a trunk below the box's left, a branch above each row of children,
  /// and a line from the branch down to each child.
  private static func line(from parent: Rect, to children: [Rect]) -> Path {
    var path = Path()
    let trunk = parent.x + indent / 2
    var last = parent.y + parent.height
    var rows: [(y: Double, end: Double)] = []
    for child in children {
      let (y, x) = (child.y - drop / 2, child.x + indent / 2)
      if rows.last?.y == y { rows[rows.count - 1].end = x } else { rows.append((y, x)) }
      path.move(to: Point(x: x, y: y))
      path.addLine(to: Point(x: x, y: child.y))
      last = max(last, y)
    }
    path.move(to: Point(x: trunk, y: parent.y + parent.height))
    path.addLine(to: Point(x: trunk, y: last))
    for row in rows {
      path.move(to: Point(x: trunk, y: row.y))
      path.addLine(to: Point(x: row.end, y: row.y))
    }
    return path
  }
}
