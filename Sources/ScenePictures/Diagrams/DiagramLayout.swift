internal import InspectorKit

/// A layout of a tree of boxes: the children of a box stand in indented rows below it, and no two boxes overlap.
///
/// The rows are filled from left to right; their width makes the whole about as broad as the paper ("shelf packing": E.
/// G. Coffman et al., "Performance bounds for level-oriented two-dimensional packing algorithms", 1980). The time grows
/// with the number of boxes. There is no recursion, so a chain may have any depth.
struct DiagramLayout {
  /// The frame of each box.
  private(set) var frames: [Rect]

  /// The lines from a box to its children.
  private(set) var lines: [Path] = []

  /// The size of the whole layout.
  private(set) var size = Size.zero

  /// True if the lines to the children of a box begin at its middle instead of its left.
  private var hasMiddleLines = false

  static let gap = 16.0
  private static let indent = 22.0

  /// The distance between a box and the row below it, in which the lines run.
  private static let drop = 26.0

  /// Returns the layout that fits the paper best, out of several row widths. Rows of boxes with different heights leave
  /// empty space, so the whole becomes higher than requested.
  ///
  /// - Parameters:
  ///   - sizes: the size of each box.
  ///   - aspect: the ratio of width to height that the whole should have.
  static func fitting(_ tree: DiagramTree, sizes: [Size], aspect: Double) -> DiagramLayout {
    func height(_ layout: DiagramLayout) -> Double { max(layout.size.height, layout.size.width / aspect) }
    var best = DiagramLayout(tree, sizes: sizes, aspect: aspect)
    for factor in [1.5, 2.25, 3.5, 5] {
      let other = DiagramLayout(tree, sizes: sizes, aspect: aspect * factor)
      if height(other) < height(best) { best = other }
    }
    return best
  }

  /// Creates the layout that Graphviz computed; nil if that lacks a box.
  init?(_ placement: DiagramPlacement, sizes: [Size]) {
    frames = []
    for (number, size) in sizes.enumerated() {
      guard let middle = placement.middles[number] else { return nil }
      frames.append(
        Rect(x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height))
    }
    (lines, size, hasMiddleLines) = (placement.lines, placement.size, true)
  }

  /// - Parameter aspect: the approximate ratio of width to height of each group of rows.
  init(_ tree: DiagramTree, sizes: [Size], aspect: Double) {
    frames = sizes.map { Rect(origin: .zero, size: $0) }
    // The size of each box with all its descendants, and the offsets of its children within that.
    var extents = sizes
    var offsets: [Int: [Point]] = [:]
    for number in tree.boxes.indices.reversed() where !tree.boxes[number].children.isEmpty {
      let children = tree.boxes[number].children
      let block = Self.rows(children.map { extents[$0] }, aspect: aspect)
      let top = sizes[number].height + Self.drop
      offsets[number] = block.places.map { Point(x: $0.x + Self.indent, y: $0.y + top) }
      extents[number] = Size(
        width: max(sizes[number].width, block.size.width + Self.indent), height: top + block.size.height)
    }
    let whole = Self.rows(tree.roots.map { extents[$0] }, aspect: aspect)
    for (root, place) in zip(tree.roots, whole.places) { (frames[root].x, frames[root].y) = (place.x, place.y) }
    for number in tree.boxes.indices {
      guard let places = offsets[number] else { continue }
      for (child, place) in zip(tree.boxes[number].children, places) {
        (frames[child].x, frames[child].y) = (frames[number].x + place.x, frames[number].y + place.y)
      }
      lines.append(Self.line(from: frames[number], to: tree.boxes[number].children.map { [frames] in frames[$0] }))
    }
    size = whole.size
  }

  /// Returns the point at which the lines to the children of a box begin.
  func trunk(of number: Int) -> Point {
    let frame = frames[number]
    return Point(x: frame.x + (hasMiddleLines ? frame.width / 2 : Self.indent / 2), y: frame.y + frame.height)
  }

  /// Arranges rectangles side by side in rows, in their order.
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

  /// Returns a trunk at the left below a box, a branch above each row, and a line from the branch down to each box.
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
