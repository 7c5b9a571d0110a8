internal import InspectorKit
internal import SceneDocument

/// The boards of a scene's picture, one for each root object that the picture shows. If a root's placement specifies
/// that the root holds boards, its children are the boards instead.
///
/// The frames of these objects determine the positions. If the frames overlap, the objects are placed side by side
/// in rows, each with its name above. The views of several controllers overlap, for example, since all begin at the
/// origin.
struct SceneBoards {
  /// A root object with its place in the picture.
  struct Board {
    let root: NodeIndex

    /// The offset by which the root is moved from the position of its own frame.
    var origin: Point

    /// The area of the picture that the object occupies.
    var area: Rect

    /// True if the board is part of a scene's picture and is clipped to its area and outlined; false in a picture of
    /// one object.
    var isOfScene = true

    /// The object's name, drawn above its area; nil if the frames do not overlap.
    var title: DrawingEntry?

    /// The area, together with the name above it if there is one.
    var bounds: Rect {
      let height = title == nil ? 0 : SceneBoards.titleHeight
      return Rect(x: area.x, y: area.y - height, width: area.width, height: area.height + height)
    }

    /// Returns true if the board shows a point of the picture. The right and lower edges are outside.
    func contains(_ point: Point) -> Bool {
      point.x >= area.x && point.y >= area.y && point.x < area.x + area.width && point.y < area.y + area.height
    }

    /// A thin line inside the area's edge, so that a white screen is visible on white paper.
    var outline: DrawingEntry {
      let (width, height) = (max(0, area.width - 1), max(0, area.height - 1))
      let edge = Rect(x: area.x + 0.5, y: area.y + 0.5, width: width, height: height)
      return .stroke(Path(edge), .color(Color(white: 0.75)), StrokeStyle())
    }
  }

  private(set) var boards: [Board] = []

  private static let gap = 40.0
  private static let titleHeight = 20.0

  init(_ document: SceneDocument, _ pictures: [ObjectPicture]) {
    var open = Array(document.roots.reversed())
    while let root = open.popLast() {
      let placement = pictures[root.number].placement
      if placement.isHidden { continue }
      if placement.holdsBoards {
        open += document.children(root).reversed()
      } else if let area = Self.area(of: root, document, pictures) {
        boards.append(Board(root: root, origin: .zero, area: area))
      }
    }
    if Self.overlap(boards.map(\.area)) { place(document) }
  }

  /// Returns the frame of an object or, if it has none, the bounds of its visible descendants; nil if these bounds are
  /// empty.
  static func area(of root: NodeIndex, _ document: SceneDocument, _ pictures: [ObjectPicture]) -> Rect? {
    var bounds = DrawingBounds()
    // The objects without a frame that contain the next one, each with the origin of its children.
    var open: [(end: NodeIndex, origin: Point)] = []
    var (node, end) = (root, document.afterSubtree(root))
    while node < end {
      while let last = open.last, last.end <= node { open.removeLast() }
      let (picture, next) = (pictures[node.number], document.afterSubtree(node))
      var place = open.last?.origin ?? .zero
      let isShown = node == root || !picture.isHidden
      if isShown, picture.hasFrame, let box = picture.placement.bounds {
        bounds.add(Rect(x: place.x + box.x, y: place.y + box.y, width: box.width, height: box.height))
      }
      if let origin = picture.frame?.origin { place = Point(x: place.x + origin.x, y: place.y + origin.y) }
      // The descendants of an object with a frame do not extend the bounds.
      let isOpen = isShown && !picture.hasFrame
      if isOpen { open.append((next, place)) }
      node = isOpen ? node + 1 : next
    }
    if pictures[root.number].hasFrame { return bounds.rect }
    return bounds.rect.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
  }

  /// Returns true if some of the rectangles overlap. After about a million comparisons the check gives up and returns
  /// false.
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
    let total = boards.reduce(0) { $0 + ($1.area.width + Self.gap) * ($1.area.height + Self.gap) }
    let most = max((total * 1.6).squareRoot(), boards.reduce(0) { max($0, $1.area.width) })
    var (x, y, rowHeight) = (0.0, 0.0, 0.0)
    for place in boards.indices {
      let area = boards[place].area
      if x > 0, x + area.width > most {
        y += rowHeight + Self.gap
        (x, rowHeight) = (0, 0)
      }
      let origin = Point(x: x, y: y + Self.titleHeight)
      boards[place].origin = Point(x: origin.x - area.x, y: origin.y - area.y)
      boards[place].area = Rect(origin: origin, size: area.size)
      let root = boards[place].root
      let name = document.objectName(root) ?? "\(document.className(root)) \(document.id(root))"
      let style = TextStyle(size: 12, color: Color(white: 0.4), lineLimit: 1, wraps: false)
      boards[place].title = .text(name, Rect(x: x, y: y, width: area.width, height: Self.titleHeight), style)
      x += area.width + Self.gap
      rowHeight = max(rowHeight, boards[place].bounds.height)
    }
  }
}
