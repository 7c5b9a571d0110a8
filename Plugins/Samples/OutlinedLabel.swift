import InspectorKit

/// A text with an outline, which needs the more room the wider its outline and its padding are.
///
/// The outline is the border of the label's layer, which the hooks of the outline's properties set. Setting the padding
/// changes `intrinsicContentSize`, which is read-only. `stages` shows the order in which the label was built: `init`,
/// the stored attributes in the order of their declaration, `awake`, `prepareForInspector`.
///
/// ```json
/// { "class": "OutlinedLabel", "attributes": { "padding": { "x": 10, "y": 5 }, "outlineWidth": 2, "text": "Hi" },
///   "effective": {
///     "layer.borderWidth": 2, "layer.cornerRadius": 5, "intrinsicContentSize": { "width": 38, "height": 30 },
///     "stages": "init, text, outlineWidth, padding, awake, prepareForInspector" } }
/// ```
///
/// A padding below 0 counts as 0:
///
/// ```json
/// { "class": "OutlinedLabel", "attributes": { "padding": { "x": -1, "y": 3 } },
///   "effective": {
///     "padding": { "x": 0, "y": 3 }, "intrinsicContentSize": { "width": 36, "height": 22 },
///     "stages": "init, padding, awake, prepareForInspector" } }
/// ```
@Component final class OutlinedLabel: View {
  @Inspectable var text = "Label" { didSet { pass("text") } }

  /// How wide the outline is; 0 for none.
  @Inspectable(range: 0..., softRange: 0...10, unit: "pt", group: "Outline")
  var outlineWidth = 0.0 {
    didSet {
      pass("outlineWidth")
      layer.borderWidth = outlineWidth
    }
  }

  /// The outline's colour; unset for none.
  @Inspectable(group: "Outline") var outlineColor: Color? {
    didSet {
      pass("outlineColor")
      layer.borderColor = outlineColor
    }
  }

  /// How round the corners of the outline are.
  @Inspectable(range: 0..., softRange: 0...20, unit: "pt", group: "Outline")
  var cornerRadius = 5.0 {
    didSet {
      pass("cornerRadius")
      layer.cornerRadius = cornerRadius
    }
  }

  required init() {
    super.init()
    layer.cornerRadius = cornerRadius
    layer.masksToBounds = true
  }

  /// What is left free between outline and text: left and right, above and below.
  @Inspectable(unit: "pt") var padding = Point.zero {
    didSet {
      pass("padding")
      if padding.x < 0 { padding.x = 0 }
      if padding.y < 0 { padding.y = 0 }
    }
  }

  /// The room that text, padding and outline need, in whole points.
  @Inspectable(unit: "pt", readOnly: true) var intrinsicContentSize: Size {
    let letters = TextLayout(text, style: Self.style).size
    return Size(
      width: letters.width.rounded(.up) + 2 * (padding.x + outlineWidth),
      height: letters.height.rounded(.up) + 2 * (padding.y + outlineWidth))
  }

  private static let style = TextStyle(size: 13, alignment: .center, verticalAlignment: .middle, lineLimit: 1)

  /// What the label went through, in this order.
  @Inspectable(readOnly: true) private(set) var stages = "init"

  override func awake() { pass("awake") }

  override func prepareForInspector() { pass("prepareForInspector") }

  private func pass(_ stage: String) { stages += ", \(stage)" }

  override func draw(in canvas: inout Canvas, size: Size) {
    let (left, top) = (padding.x + outlineWidth, padding.y + outlineWidth)
    let room = Rect(x: left, y: top, width: max(0, size.width - 2 * left), height: max(0, size.height - 2 * top))
    canvas.text(text, in: room, style: Self.style)
  }
}
