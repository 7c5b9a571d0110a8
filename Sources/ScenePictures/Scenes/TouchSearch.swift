package import InspectorKit
package import SceneDocument

/// A search for the objects of a scene that lie under a point.
///
/// Hidden, transparent and clipped objects are found only as reasons why a touch passes through.
package struct TouchSearch {
  /// An object under the point.
  package struct Found {
    package let node: NodeIndex

    /// The point in the object's coordinates.
    package let point: Point

    /// The reason why the object accepts no touch, as far as it is known without the object's component; nil if there
    /// is none.
    package let obstacle: TouchObstacle?
  }

  /// The objects under the point, from the lowest to the topmost. A hidden, transparent or untouchable object also
  /// represents its descendants.
  package private(set) var found: [Found] = []

  private let document: SceneDocument
  private let pictures: [ObjectPicture]

  /// Searches an object with its descendants or, if `root` is nil, the scene as a picture shows it.
  ///
  /// - Parameters:
  ///   - point: the point in the coordinates of `root`, or in those of the scene's picture.
  ///   - pictures: the objects' pictures, by object number.
  package init(_ document: SceneDocument, _ pictures: [ObjectPicture], at point: Point, below root: NodeIndex?) {
    (self.document, self.pictures) = (document, pictures)
    if let root {
      search(root, at: point, isInside: true)
    } else {
      for board in SceneBoards(document, pictures).boards where board.contains(point) {
        search(board.root, at: Point(x: point.x - board.origin.x, y: point.y - board.origin.y), isInside: false)
      }
    }
  }

  /// Searches an object with its descendants, which may nest to any depth.
  ///
  /// - Parameter isInside: true if the point is in the object's own coordinates; false if it is in its parent's.
  private mutating func search(_ root: NodeIndex, at point: Point, isInside: Bool) {
    // The objects that contain the next one, each with the point in the coordinates of its children.
    var open: [(end: NodeIndex, point: Point)] = []
    var (node, end) = (root, document.afterSubtree(root))
    while node < end {
      while let last = open.last, last.end <= node { open.removeLast() }
      let (placement, next) = (pictures[node.number].placement, document.afterSubtree(node))
      let outer = open.last?.point ?? point
      let local = node == root && isInside ? outer : placement.local(outer)
      let obstacle = placement.obstacle
      if placement.contains(local) { found.append(Found(node: node, point: local, obstacle: obstacle)) }
      if obstacle?.isOfDescendants ?? false || placement.clips(local) {
        node = next
        continue
      }
      let offset = placement.contentOffset
      open.append((next, Point(x: local.x + offset.x, y: local.y + offset.y)))
      node += 1
    }
  }
}

extension ObjectPlacement {
  fileprivate var obstacle: TouchObstacle? {
    if isHidden { return .hidden }
    if isTransparent { return .transparent }
    if ignoresTouches { return .noInteraction }
    return passesTouches ? .passesTouches : nil
  }
}
