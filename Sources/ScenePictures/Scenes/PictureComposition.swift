package import ComponentModel
package import InspectorKit
package import SceneDocument

/// A composer that assembles a scene's picture from the pictures of its objects.
package struct PictureComposition {
  private let document: SceneDocument
  private let pictures: [ObjectPicture]
  private let texts: TextStore
  private let options: PictureOptions

  /// The objects to draw, with their ancestors; nil for all objects.
  private var needed: NodeSet?

  /// The number of bytes to collect before they are passed to the caller.
  private static let pieceSize = 1 << 16

  /// Creates a composer of the given pictures.
  ///
  /// - Parameters:
  ///   - pictures: the objects' pictures, by object number.
  ///   - texts: the store of the pictures' texts.
  package init(_ document: SceneDocument, _ pictures: [ObjectPicture], _ texts: TextStore, _ options: PictureOptions) {
    (self.document, self.pictures, self.texts, self.options) = (document, pictures, texts, options)
    needed = options.only.map { ids in
      var needed = NodeSet()
      for id in ids {
        var next = document.node(id: id)
        while let node = next, needed.insert(node) { next = document.parent(node) }
      }
      return needed
    }
  }

  /// Writes the picture of an object with its descendants, or of the whole scene.
  ///
  /// - Parameters:
  ///   - root: the object; nil for the whole scene.
  ///   - take: a callback for the text, one piece at a time.
  /// - Returns: the picture's size in points.
  /// - Throws: an error if the objects' texts can no longer be read.
  package func svg(of root: NodeIndex?, _ take: ([UInt8]) -> Void) throws(Diagnostic) -> Size {
    let boards = boards(of: root)
    let bounds = Self.bounds(of: boards)
    var writer = SVGWriter()
    writer.beginPicture(bounds, scale: options.scale, background: options.background)
    try append(boards, bounds, to: &writer, take)
    writer.endPicture()
    take(writer.bytes)
    return bounds.size
  }

  /// Returns the SVG elements of the scene, for use inside a larger picture, and the bounds of the scene's boards.
  ///
  /// - Parameter idPrefix: the prefix of ids, which is different for each scene of the larger picture.
  /// - Throws: an error if the objects' texts can no longer be read.
  package func content(idPrefix: String) throws(Diagnostic) -> (svg: [UInt8], bounds: Rect) {
    let boards = boards(of: nil)
    let bounds = Self.bounds(of: boards)
    var writer = SVGWriter(idPrefix: idPrefix)
    var svg: [UInt8] = []
    try append(boards, bounds, to: &writer) { svg += $0 }
    return (svg + writer.bytes, bounds)
  }

  /// Returns the objects that the picture omits, among `root` and its descendants or, if `root` is nil, in the whole
  /// scene. Descendants of an omitted object are not counted.
  package func omissions(of root: NodeIndex?) -> PictureOmissions {
    var omissions = PictureOmissions()
    var frames = FrameCensus()
    var hidden = NodeIndex(0)
    for node in root.map({ $0..<document.afterSubtree($0) }) ?? document.objects {
      let placement = pictures[node.number].placement
      if placement.isUnplaced, node >= hidden, needed?.contains(node) != false {
        let first = omissions.unplaced?.first ?? document.id(node)
        omissions.unplaced = UnplacedObjects(count: (omissions.unplaced?.count ?? 0) + 1, first: first)
      }
      if placement.isHidden { hidden = max(hidden, document.afterSubtree(node)) }
      if isDrawn(node), !placement.isPoint { frames.add(node, hasFrame: placement.frame?.hasExtent) }
    }
    omissions.frameless = frames.result(in: document)
    omissions.isEmpty = document.objectCount > 0 && boards(of: root).allSatisfy { $0.bounds.size == .zero }
    return omissions
  }

  private func boards(of root: NodeIndex?) -> [SceneBoards.Board] {
    root.map { [board($0)] } ?? SceneBoards(document, pictures).boards
  }

  private func append(
    _ boards: [SceneBoards.Board], _ bounds: Rect, to writer: inout SVGWriter, _ take: ([UInt8]) -> Void
  ) throws(Diagnostic) {
    for board in boards {
      let isMoved = board.origin != .zero
      if board.isOfScene { writer.beginGroup(clippedTo: Path(board.area)) }
      if isMoved { writer.beginGroup(translatedBy: board.origin) }
      try append(board.root, to: &writer.bytes, take)
      if isMoved { writer.append("</g>\n") }
      if board.isOfScene { writer.append("</g>\n") }
      if board.isOfScene, isDrawn(board.root) { writer.append([board.outline]) }
      if let title = board.title { writer.append([title]) }
    }
    writer.append(marks(boards))
    writer.append(outlines(boards))
    if options.showsGrid { writer.append(grid(bounds)) }
  }

  private func outlines(_ boards: [SceneBoards.Board]) -> [DrawingEntry] {
    options.outlines.compactMap { id, color in
      guard let node = document.node(id: id), let rect = place(node, in: boards) else { return nil }
      let around = Rect(x: rect.x - 1, y: rect.y - 1, width: rect.width + 2, height: rect.height + 2)
      return .stroke(Path(around), .color(color), StrokeStyle(width: 2))
    }
  }

  /// Returns a board that shows only one object with its descendants, at the picture's origin.
  private func board(_ root: NodeIndex) -> SceneBoards.Board {
    let area = SceneBoards.area(of: root, document, pictures) ?? .zero
    return SceneBoards.Board(
      root: root, origin: Point(x: -area.x, y: -area.y), area: Rect(origin: .zero, size: area.size), isOfScene: false)
  }

  private static func bounds(of boards: [SceneBoards.Board]) -> Rect {
    var bounds = DrawingBounds()
    for board in boards { bounds.add(board.bounds) }
    let rect = bounds.rect ?? .zero
    // A picture is at least one point wide and high.
    return Rect(x: rect.x, y: rect.y, width: max(1, rect.width), height: max(1, rect.height))
  }

  /// Appends an object with its descendants, except for hidden ones. Objects may nest to any depth, so there is no
  /// recursion.
  private func append(_ root: NodeIndex, to bytes: inout [UInt8], _ take: ([UInt8]) -> Void) throws(Diagnostic) {
    let end = document.afterSubtree(root)
    var open: [(node: NodeIndex, end: NodeIndex)] = []
    var node = root
    while node < end {
      try close(&open, before: node, to: &bytes)
      if pictures[node.number].isHidden || needed?.contains(node) == false {
        node = document.afterSubtree(node)
        continue
      }
      let next = document.afterSubtree(node)
      let (isDrawn, hasChildren) = (isDrawn(node), next > node + 1)
      if isDrawn {
        try texts.append(hasChildren ? pictures[node.number].parts.head : pictures[node.number].text, to: &bytes)
      } else {
        bytes += place(of: node)
      }
      if bytes.count >= Self.pieceSize {
        take(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
      if hasChildren || !isDrawn { open.append((node, next)) }
      node += 1
    }
    try close(&open, before: end, to: &bytes)
  }

  private func close(
    _ open: inout [(node: NodeIndex, end: NodeIndex)], before node: NodeIndex, to bytes: inout [UInt8]
  ) throws(Diagnostic) {
    while let last = open.last, last.end <= node {
      if isDrawn(last.node) {
        try texts.append(pictures[last.node.number].parts.tail, to: &bytes)
      } else {
        bytes += "</g>\n".utf8
      }
      open.removeLast()
    }
  }

  private func isDrawn(_ node: NodeIndex) -> Bool { options.only?.contains(document.id(node)) ?? true }

  /// Returns the start tag of a group at the place of an undrawn object, for descendants that may be drawn.
  private func place(of node: NodeIndex) -> [UInt8] {
    var writer = SVGWriter()
    writer.append("<g")
    writer.place(pictures[node.number].placement)
    writer.append(">\n")
    return writer.bytes
  }

  // MARK: marks

  /// Returns frames with handles around the selected objects.
  private func marks(_ boards: [SceneBoards.Board]) -> [DrawingEntry] {
    options.selected.flatMap { id -> [DrawingEntry] in
      guard let node = document.node(id: id), let rect = place(node, in: boards) else { return [] }
      let blue = Color(red: 0, green: 122.0 / 255, blue: 1)
      var entries: [DrawingEntry] = [.stroke(Path(rect), .color(blue), StrokeStyle())]
      for x in [rect.x, rect.x + rect.width / 2, rect.x + rect.width] {
        for y in [rect.y, rect.y + rect.height / 2, rect.y + rect.height]
        where x != rect.x + rect.width / 2 || y != rect.y + rect.height / 2 {
          let handle = Path(Rect(x: x - 2.5, y: y - 2.5, width: 5, height: 5))
          entries += [.fill(handle, .color(.white), .nonzero), .stroke(handle, .color(blue), StrokeStyle())]
        }
      }
      return entries
    }
  }

  /// Returns the smallest upright rectangle around the frame of an object in the picture; nil if the object has no
  /// frame or the picture does not contain it.
  private func place(_ node: NodeIndex, in boards: [SceneBoards.Board]) -> Rect? {
    let placement = pictures[node.number].placement
    guard let size = placement.frame?.size else { return nil }
    var (transform, next) = (placement.transform, node)
    while true {
      if let board = boards.first(where: { $0.root == next }) {
        let box = transform.bounds(of: size)
        return Rect(x: box.x + board.origin.x, y: box.y + board.origin.y, width: box.width, height: box.height)
      }
      guard let parent = document.parent(next) else { return nil }
      let outer = pictures[parent.number].placement
      let offset = outer.contentOffset
      transform = transform.concatenating(.translation(x: -offset.x, y: -offset.y)).concatenating(outer.transform)
      next = parent
    }
  }

  /// Returns a grid of lines every 10 points with stronger ones every 100. The distances are 100 and 1,000 points in a
  /// picture over 4,000 points. There is no grid in a picture over 400,000 points.
  private func grid(_ bounds: Rect) -> [DrawingEntry] {
    let step = max(bounds.width, bounds.height) > 4000 ? 100.0 : 10
    guard max(bounds.width, bounds.height) <= 400_000 else { return [] }
    var (weak, strong) = (Path(), Path())
    func add(_ from: Point, _ to: Point, isStrong: Bool) {
      var line = Path()
      line.move(to: from)
      line.addLine(to: to)
      if isStrong { strong.add(line) } else { weak.add(line) }
    }
    let (right, bottom) = (bounds.x + bounds.width, bounds.y + bounds.height)
    for number in Int((bounds.x / step).rounded(.up))...Int((right / step).rounded(.down)) {
      let x = Double(number) * step
      add(Point(x: x, y: bounds.y), Point(x: x, y: bottom), isStrong: number % 10 == 0)
    }
    for number in Int((bounds.y / step).rounded(.up))...Int((bottom / step).rounded(.down)) {
      let y = Double(number) * step
      add(Point(x: bounds.x, y: y), Point(x: right, y: y), isStrong: number % 10 == 0)
    }
    let blue = Color(red: 0.2, green: 0.4, blue: 0.8)
    return [
      .stroke(weak, .color(blue.withAlpha(0.15)), StrokeStyle(width: 0.5)),
      .stroke(strong, .color(blue.withAlpha(0.35)), StrokeStyle(width: 0.5)),
    ]
  }
}
