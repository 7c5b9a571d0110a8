internal import InspectorKit

/// A renderer of diagrams as SVG, with identical bytes for identical diagrams.
struct DiagramPicture {
  private let diagram: Diagram
  private let layout: DiagramLayout
  private let options: DiagramOptions

  /// The free space around the diagram, in points.
  private static let margin = 24.0
  private static let titleHeight = 34.0

  private static let title = TextStyle(size: 18, weight: .bold, lineLimit: 1)
  /// The maximum width of the text in a box, in points; a longer line is truncated.
  private static let widest = 320.0

  /// The number of pixels (of 1/96 inch) in a millimetre, as in browsers and librsvg.
  private static let pixelsPerMillimetre = 96 / 25.4

  /// The margin at each side of a sheet, in millimetres. Printers may leave the edges blank.
  private static let sheetMargin = 10.0

  init(_ diagram: Diagram, _ options: DiagramOptions) {
    (self.diagram, self.options) = (diagram, options)
    let paper = options.paper ?? Size(width: 297, height: 210)
    let sizes = diagram.boxes.map(Self.size)
    layout =
      options.placement.flatMap { DiagramLayout($0, sizes: sizes) }
      ?? .fitting(diagram, sizes: sizes, aspect: paper.width / paper.height)
  }

  /// The size of the diagram, in points.
  var size: Size {
    let legend = diagram.legend.reduce(0) { $0 + Self.width($1.text, Self.look(.plain).style) + 34 }
    let title = Self.width(diagram.title, Self.title)
    return Size(
      width: max(layout.size.width, title, min(legend, 900)) + 2 * Self.margin,
      height: layout.size.height + top + Self.margin)
  }

  /// The vertical position of the first boxes, below the title and the legend.
  private var top: Double { Self.margin + Self.titleHeight + Double(legendRows.count) * 22 + 6 }

  /// The SVG texts. If the diagram is spread over sheets, there is one text for each sheet, row by row; otherwise,
  /// there is one text.
  var pages: [[UInt8]] {
    guard let paper = options.paper else {
      return [page(showing: Rect(origin: .zero, size: size), in: nil)]
    }
    let room = Size(width: paper.width - 2 * Self.sheetMargin, height: paper.height - 2 * Self.sheetMargin)
    guard options.isTiled else { return [page(showing: Rect(origin: .zero, size: size), in: paper)] }
    // A point is 1/72 inch on paper.
    let tile = Size(width: room.width / 25.4 * 72, height: room.height / 25.4 * 72)
    let columns = max(1, Int((size.width / tile.width).rounded(.up)))
    let rows = max(1, Int((size.height / tile.height).rounded(.up)))
    return (0..<rows * columns).map { number in
      let origin = Point(x: Double(number % columns) * tile.width, y: Double(number / columns) * tile.height)
      return page(
        showing: Rect(origin: origin, size: tile), in: paper,
        label: "\(number + 1) of \(rows * columns): row \(number / columns + 1), column \(number % columns + 1)")
    }
  }

  // MARK: pages

  /// Returns the SVG text of one sheet or of the whole diagram.
  ///
  /// - Parameters:
  ///   - part: the part of the diagram to show.
  ///   - paper: the size of the sheet in millimetres; nil for a picture as large as the part.
  ///   - label: the text at the foot of the sheet; nil for none.
  private func page(showing part: Rect, in paper: Size?, label: String? = nil) -> [UInt8] {
    var writer = SVGWriter(idPrefix: "diagram")
    guard let paper else {
      writer.beginPicture(part, background: .white)
      draw(part, &writer)
      writer.endPicture()
      return writer.bytes
    }
    let (width, height) = (paper.width * Self.pixelsPerMillimetre, paper.height * Self.pixelsPerMillimetre)
    let free = Self.sheetMargin * Self.pixelsPerMillimetre
    let room = Size(width: width - 2 * free, height: height - 2 * free)
    let scale = min(room.width / part.width, room.height / part.height)
    writer.beginPicture(Rect(x: 0, y: 0, width: width, height: height), background: .white)
    writer.append([.group(DrawingGroup(label.map { [foot($0, width, height, free)] } ?? []))])
    writer.append("<svg")
    writer.attribute("x", free + (room.width - part.width * scale) / 2)
    writer.attribute("y", free)
    writer.attribute("width", part.width * scale)
    writer.attribute("height", part.height * scale)
    writer.attribute("viewBox", [part.x, part.y, part.width, part.height])
    writer.append(">\n")
    draw(part, &writer)
    writer.append("</svg>\n")
    writer.endPicture()
    return writer.bytes
  }

  private func foot(_ label: String, _ width: Double, _ height: Double, _ free: Double) -> DrawingEntry {
    let place = Rect(x: free, y: height - free + 4, width: width - 2 * free, height: free - 8)
    return .text("\(diagram.title), \(label)", place, TextStyle(size: 9, color: Color(white: 0.4), lineLimit: 1))
  }

  // MARK: drawing

  private func draw(_ part: Rect, _ writer: inout SVGWriter) {
    let (dx, dy) = (Self.margin, top)
    let place = Rect(x: dx, y: Self.margin, width: size.width - 2 * dx, height: 24)
    writer.append([.text(diagram.title, place, Self.title)])
    drawLegend(&writer)
    writer.beginGroup(translatedBy: Point(x: dx, y: dy))
    let shown = Rect(x: part.x - dx, y: part.y - dy, width: part.width, height: part.height)
    for line in layout.lines { writer.append([.stroke(line, .color(Color(white: 0.35)), StrokeStyle(width: 1))]) }
    for number in diagram.boxes.indices where Self.meet(layout.frames[number], shown) { draw(number, &writer) }
    writer.append("</g>\n")
  }

  private func drawLegend(_ writer: inout SVGWriter) {
    for (row, entries) in legendRows.enumerated() {
      var x = Self.margin
      let y = Self.margin + Self.titleHeight + 22 * Double(row)
      for entry in entries {
        let sample = Path(Rect(x: x, y: y, width: 14, height: 14))
        let width = Self.width(entry.text, Self.look(.plain).style)
        writer.append([
          .fill(sample, .color(entry.color), .nonzero), .stroke(sample, .color(Color(white: 0.35)), StrokeStyle()),
          .text(entry.text, Rect(x: x + 20, y: y, width: width + 4, height: 14), Self.look(.plain).style),
        ])
        x += width + 34
      }
    }
  }

  /// The legend's entries in rows that are at most 900 points wide, or as wide as the boxes if those are wider.
  private var legendRows: [[(color: Color, text: String)]] {
    var rows: [[(color: Color, text: String)]] = []
    var x = 0.0
    for entry in diagram.legend {
      let width = Self.width(entry.text, Self.look(.plain).style) + 34
      if rows.isEmpty || x + width > max(layout.size.width, 900) {
        rows.append([])
        x = 0
      }
      rows[rows.count - 1].append(entry)
      x += width
    }
    return rows
  }

  private func draw(_ number: Int, _ writer: inout SVGWriter) {
    let (box, frame, trunk) = (diagram.boxes[number], layout.frames[number], layout.trunk(of: number))
    writer.append("<g")
    writer.attribute("id", text: box.id)
    writer.attribute("class", text: box.className)
    writer.append(">\n")
    let ink = Color(white: 0.2)
    let outline = Path(roundedRect: frame, cornerRadius: 4)
    let head = box.lines.prefix { $0.kind == .title || $0.kind == .subtitle }
    let headHeight = head.reduce(4) { $0 + Self.look($1.kind).height }
    writer.append([
      .fill(outline, .color(.white), .nonzero),
      .group(
        DrawingGroup(
          [
            .fill(
              Path(Rect(x: frame.x, y: frame.y, width: frame.width, height: headHeight)), .color(box.color), .nonzero)
          ],
          clip: outline)),
      .stroke(outline, .color(ink), StrokeStyle(width: 1, dash: box.isAddition ? [4, 3] : [])),
    ])
    var y = frame.y + 3
    for line in box.lines {
      let (height, style) = Self.look(line.kind)
      writer.append([.text(line.text, Rect(x: frame.x + 8, y: y, width: frame.width - 16, height: height), style)])
      y += height
    }
    if diagram.showsInheritance, box.children.contains(where: { !diagram.boxes[$0].isAddition }) {
      let (x, bottom) = (trunk.x, trunk.y)
      let arrow = Path(polygon: [
        Point(x: x, y: bottom), Point(x: x - 5, y: bottom + 9), Point(x: x + 5, y: bottom + 9),
      ])
      writer.append([.fill(arrow, .color(.white), .nonzero), .stroke(arrow, .color(ink), StrokeStyle(width: 1))])
    }
    writer.append("</g>\n")
  }

  // MARK: boxes

  /// Returns the size of a box, in points.
  static func size(of box: Diagram.Box) -> Size {
    let width = box.lines.reduce(60) { max($0, Self.width($1.text, look($1.kind).style)) }
    let height = box.lines.reduce(8) { $0 + look($1.kind).height }
    return Size(width: (min(width, widest) + 18).rounded(.up), height: height)
  }

  /// Returns the height and the text style of a line of this kind.
  private static func look(_ kind: Diagram.Line.Kind) -> (height: Double, style: TextStyle) {
    let grey = Color(white: 0.3)
    return switch kind {
    case .title: (19, TextStyle(size: 13, weight: .bold, verticalAlignment: .middle, lineLimit: 1))
    case .heading: (17, TextStyle(size: 9, weight: .bold, color: grey, verticalAlignment: .bottom, lineLimit: 1))
    case .subtitle: (14, TextStyle(size: 9, color: grey, verticalAlignment: .middle, lineLimit: 1))
    case .plain: (14, TextStyle(size: 10, verticalAlignment: .middle, lineLimit: 1))
    }
  }

  private static func width(_ text: String, _ style: TextStyle) -> Double { TextLayout(text, style: style).size.width }

  private static func meet(_ a: Rect, _ b: Rect) -> Bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  }
}
