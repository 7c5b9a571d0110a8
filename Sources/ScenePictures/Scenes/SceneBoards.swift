internal import InspectorKit
internal import SceneDocument

/// The positions of a scene's root objects in its picture.
///
/// The frames of the root objects determine the positions. If they overlap, as the views of several controllers do,
/// which all begin at the origin, the objects are placed side by side in rows, each with its name above.
struct SceneBoards {
  /// A root object with its place in the picture.
  struct Board {
    let root: NodeIndex

    /// The offset by which the root is moved from the position of its own frame.
    var origin: Point

    /// The area of the picture that the object occupies, with its name above if that is shown.
    var bounds: Rect

    /// The name above the object; nil if the frames do not overlap.
    var title: DrawingEntry?
  }

  private(set) var boards: [Board] = []

  private static let gap = 40.0
  private static let titleHeight = 20.0

  init(_ document: SceneDocument, _ pictures: [ObjectPicture]) {
    for root in document.roots {
      if !pictures[root.number].isHidden, let bounds = Self.bounds(of: root, document, pictures) {
        boards.append(Board(root: root, origin: .zero, bounds: bounds))
      }
    }
    if Self.overlap(boards.map(\.bounds)) { place(document) }
  }

  /// Returns the frame of an object or, if it has none, the bounds of its visible descendants; nil if they are empty.
  static func bounds(of root: NodeIndex, _ document: SceneDocument, _ pictures: [ObjectPicture]) -> Rect? {
    if let frame = pictures[root.number].frame { return frame }
    var bounds = DrawingBounds()
    var (node, end) = (root + 1, document.afterSubtree(root))
    while node < end {
      let picture = pictures[node.number]
      if let frame = picture.frame, !picture.isHidden { bounds.add(frame) }
      // The descendants of an object with a frame do not extend the bounds.
      node = picture.frame == nil && !picture.isHidden ? node + 1 : document.afterSubtree(node)
    }
    return bounds.rect.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
  }

  /// True if some of the rectangles overlap. After about a million comparisons the check gives up and returns false.
  private static func overlap(_ rects: [Rect]) -> Bool {
    let sorted = rects.sorted { $0.x < $1.x }
    var left = 1_000_000
    for (place, rect) in sorted.enumerated() {
      for other in sorted[(place + 1)...] {
        left -= 1
        if other.x >= rect.x + rect.width || left < 0 { break }
        if other.y < rect.y + rect.height, rect.y < other.y + other.height { return true }
      }
    }
    return false
  }

  /// Places the objects side by side in rows, each below a title with its name.
  private mutating func place(_ document: SceneDocument) {
    let area = boards.reduce(0) { $0 + ($1.bounds.width + Self.gap) * ($1.bounds.height + Self.gap) }
    let most = max((area * 1.6).squareRoot(), boards.reduce(0) { max($0, $1.bounds.width) })
    var (x, y, rowHeight) = (0.0, 0.0, 0.0)
    for place in boards.indices {
      let bounds = boards[place].bounds
      if x > 0, x + bounds.width > most {
        y += rowHeight + Self.gap
        (x, rowHeight) = (0, 0)
      }
      let height = bounds.height + Self.titleHeight
      boards[place].origin = Point(x: x - bounds.x, y: y + Self.titleHeight - bounds.y)
      boards[place].bounds = Rect(x: x, y: y, width: bounds.width, height: height)
      let root = boards[place].root
      let name = document.objectName(root) ?? "\(document.className(root)) \(document.id(root))"
      let style = TextStyle(size: 12, color: Color(white: 0.4), lineLimit: 1, wraps: false)
      boards[place].title = .text(name, Rect(x: x, y: y, width: bounds.width, height: Self.titleHeight), style)
      x += bounds.width + Self.gap
      rowHeight = max(rowHeight, height)
    }
  }
}
