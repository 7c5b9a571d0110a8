import InspectorKit

/// A list of tags in lines, with the inspectable properties of the iOS view of the same name.
///
/// ```json
/// { "class": "TagListView", "attributes": { "cornerRadius": 12, "tagBackgroundColor": "tomato", "alignment": "center" },
///   "effective": { "cornerRadius": 12, "tagBackgroundColor": "#FF6347FF", "alignment": "center", "paddingX": 5 } }
/// ```
///
/// An opacity outside 0…1 counts as the nearer limit:
///
/// ```json
/// { "class": "TagListView", "attributes": { "shadowOpacity": 1.5 }, "effective": { "shadowOpacity": 1 } }
/// ```
@Component(help: "Tags in lines.")
final class TagListView: View {
  @Inspectable var textColor = Color.white
  @Inspectable var selectedTextColor = Color.white

  @Inspectable(
    help: "Where a title that is too long is cut.",
    options: [
      0: "Word Wrapping", 1: "Char Wrapping", 2: "Clipping", 3: "Truncating Head", 4: "Truncating Tail",
      5: "Truncating Middle",
    ])
  var tagLineBreakMode = 5

  @Inspectable var tagBackgroundColor = Color(white: 0.5)
  @Inspectable var tagHighlightedBackgroundColor: Color?
  @Inspectable var tagSelectedBackgroundColor: Color?

  @Inspectable var cornerRadius = 0.0
  @Inspectable var borderWidth = 0.0
  @Inspectable var borderColor: Color?
  @Inspectable var selectedBorderColor: Color?

  @Inspectable(help: "Above and below a tag's title, in points.") var paddingY = 2.0
  @Inspectable(help: "Left and right of a tag's title, in points.") var paddingX = 5.0
  @Inspectable(help: "Between two lines, in points.") var marginY = 2.0
  @Inspectable(help: "Between two tags, in points.") var marginX = 5.0
  @Inspectable(help: "The least width of a tag, in points.") var minWidth = 0.0

  @Inspectable(options: ["left", "center", "right", "leading", "trailing"]) var alignment = "leading"

  @Inspectable var shadowColor = Color.white
  @Inspectable var shadowRadius = 0.0
  @Inspectable var shadowOffset = Size.zero
  @Inspectable var shadowOpacity: Float = 0 {
    didSet {
      if shadowOpacity < 0 { shadowOpacity = 0 }
      if shadowOpacity > 1 { shadowOpacity = 1 }
    }
  }

  @Inspectable(help: "Whether each tag has a button that removes it.") var enableRemoveButton = false
  @Inspectable var removeButtonIconSize = 12.0
  @Inspectable var removeIconLineWidth = 1.0
  @Inspectable var removeIconLineColor = Color(white: 1, alpha: 0.54)

  /// The sample tags of a list that no program has filled; the last one is drawn as selected.
  private static let examples = ["Welcome", "to", "TagListView"]

  override func draw(in canvas: inout Canvas, size: Size) {
    let room = max(size.width, 0)
    var (rows, used) = ([[(title: String, width: Double)]](), 0.0)
    for title in Self.examples {
      let width = min(self.width(of: title), max(room, 1))
      if rows.isEmpty || used + marginX + width > room {
        rows.append([])
        used = -marginX
      }
      used += marginX + width
      rows[rows.count - 1].append((title, width))
    }
    for (number, row) in rows.enumerated() {
      let width = row.reduce(-marginX) { $0 + marginX + $1.width }
      var x =
        switch alignment {
        case "center": (room - width) / 2
        case "right", "trailing": room - width
        default: 0.0
        }
      for tag in row {
        let place = Rect(x: x, y: Double(number) * (tagHeight + marginY), width: tag.width, height: tagHeight)
        draw(tag.title, in: place, isSelected: tag.title == Self.examples.last, &canvas)
        x += tag.width + marginX
      }
    }
  }

  private static let titleStyle = TextStyle(size: 12, alignment: .center, verticalAlignment: .middle, lineLimit: 1)

  private var tagHeight: Double { Self.titleStyle.size * 1.2 + 2 * paddingY }

  private func width(of title: String) -> Double {
    let button = enableRemoveButton ? removeButtonIconSize + paddingX : 0
    return max(minWidth, TextLayout(title, style: Self.titleStyle).size.width + 2 * paddingX + button)
  }

  private func draw(_ title: String, in place: Rect, isSelected: Bool, _ canvas: inout Canvas) {
    let shape = Path(roundedRect: place, cornerRadius: cornerRadius)
    let color = isSelected ? tagSelectedBackgroundColor ?? tagBackgroundColor : tagBackgroundColor
    let shadow = Shadow(color: shadowColor.withAlpha(Double(shadowOpacity)), offset: shadowOffset, blur: shadowRadius)
    canvas.group(shadow: shadowOpacity > 0 ? shadow : nil) { $0.fill(shape, with: color) }
    if borderWidth > 0, let line = isSelected ? selectedBorderColor ?? borderColor : borderColor {
      canvas.stroke(shape, with: line, style: StrokeStyle(width: borderWidth))
    }
    let button = enableRemoveButton ? removeButtonIconSize + paddingX : 0
    var style = Self.titleStyle
    style.color = isSelected ? selectedTextColor : textColor
    style.truncation = [2: .clip, 3: .head, 4: .tail][tagLineBreakMode] ?? .middle
    let room = max(0, place.width - 2 * paddingX - button)
    canvas.text(
      title, in: Rect(x: place.x + paddingX, y: place.y, width: room + 0.01, height: place.height), style: style)
    guard enableRemoveButton else { return }
    let (half, middle) = (removeButtonIconSize / 2, place.y + place.height / 2)
    let x = place.x + place.width - paddingX - half
    var cross = Path()
    cross.move(to: Point(x: x - half, y: middle - half))
    cross.addLine(to: Point(x: x + half, y: middle + half))
    cross.move(to: Point(x: x + half, y: middle - half))
    cross.addLine(to: Point(x: x - half, y: middle + half))
    canvas.stroke(cross, with: removeIconLineColor, style: StrokeStyle(width: removeIconLineWidth))
  }
}
