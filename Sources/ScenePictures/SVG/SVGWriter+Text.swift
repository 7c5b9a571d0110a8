internal import InspectorKit

extension SVGWriter {
  /// Appends a text as one element for each line that is not blank, with the line's measured width.
  mutating func append(text: String, in rect: Rect, _ style: TextStyle) {
    guard style.size > 0 else { return }
    let layout = TextLayout(
      text, style: style, width: style.wraps || style.truncation != .clip ? rect.width : nil, height: rect.height)
    if layout.isGuessed { hasGuessedText = true }
    let top =
      switch style.verticalAlignment {
      case .top: rect.y
      case .middle: rect.y + (rect.height - layout.size.height) / 2
      case .bottom: rect.y + rect.height - layout.size.height
      }
    for line in layout.lines where !line.text.allSatisfy(\.isWhitespace) {
      let left =
        switch style.alignment {
        case .left: rect.x
        case .center: rect.x + (rect.width - line.width) / 2
        case .right: rect.x + rect.width - line.width
        }
      append("<text")
      attribute("x", left)
      attribute("y", top + line.baseline)
      attribute("font-size", layout.fontSize)
      if style.weight == .bold { append(" font-weight=\"bold\"") }
      append("fill", style.color, property: "fill")
      if line.width > 0 { attribute("textLength", line.width) }
      append(" xml:space=\"preserve\">")
      append(escaped: line.text)
      append("</text>\n")
    }
  }

  /// Appends a box with a cross in place of an image and, if there is room, the image's name. The host has no images.
  mutating func append(imageNamed name: String, in rect: Rect) {
    guard rect.width > 0, rect.height > 0 else { return }
    let line = Color(white: 0.6)
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height)
    var cross = Path()
    cross.move(to: rect.origin)
    cross.addLine(to: Point(x: right, y: bottom))
    cross.move(to: Point(x: right, y: rect.y))
    cross.addLine(to: Point(x: rect.x, y: bottom))
    let frame = Rect(
      x: rect.x + 0.5, y: rect.y + 0.5, width: max(0, rect.width - 1), height: max(0, rect.height - 1))
    append([
      .fill(Path(rect), .color(Color(white: 0.93)), .nonzero),
      .stroke(cross, .color(Color(white: 0.84)), StrokeStyle()),
      .stroke(Path(frame), .color(line), StrokeStyle()),
    ])
    let size = min(11, rect.height * 0.8)
    let style = TextStyle(
      size: size, color: Color(white: 0.35), alignment: .center, verticalAlignment: .middle, lineLimit: 1,
      truncation: .middle)
    if !name.isEmpty, rect.width > 2 * size { append(text: name, in: rect, style) }
  }
}
