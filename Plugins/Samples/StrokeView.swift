import InspectorKit

/// A line, whose settings are shown and take effect only where they mean something.
///
/// | property | is shown | takes effect |
/// |---|---|---|
/// | `dashLength` | on a dashed line | whenever it is shown |
/// | `gap` | on a dashed or a dotted line | whenever it is shown |
/// | `cap` | always | on a line of 2 points or more that is not dotted |
/// | `phase` | on a line with gaps | on a line that can be seen |
///
/// A property's stored value is kept while the property has no effect:
///
/// ```json
/// { "class": "StrokeView", "attributes": { "style": "dotted", "dashLength": 8, "cap": "round" },
///   "effective": { "dashLength": 8, "cap": "round", "gap": 2 } }
/// ```
@Component final class StrokeView: View {
  @Inspectable(options: ["solid", "dashed", "dotted"]) var style = "solid"

  @Inspectable(range: 0..., unit: "pt") var width = 1.0

  @Inspectable var strokeColor = Color.black

  @Inspectable(range: 0..., unit: "pt", visibleWhen: "[style=dashed]") var dashLength = 4.0

  @Inspectable(range: 0..., unit: "pt", visibleWhen: "[style=dashed] or [style=dotted]") var gap = 2.0

  /// How the line ends.
  @Inspectable(options: ["butt", "round", "square"], enabledWhen: "[width>=2] and not [style=dotted]") var cap = "butt"

  /// How far into its pattern the line begins.
  @Inspectable(
    unit: "pt", visibleWhen: "not ([style=solid] or [gap=0])",
    enabledWhen: "[width>0] and ([strokeColor!=transparent] or [backgroundColor])")
  var phase = 0.0

  override func draw(in canvas: inout Canvas, size: Size) {
    var line = Path()
    line.move(to: Point(x: 0, y: size.height / 2))
    line.addLine(to: Point(x: size.width, y: size.height / 2))
    var stroke = StrokeStyle(width: width, dashPhase: style == "solid" ? 0 : phase)
    switch style {
    case "dashed":
      stroke.dash = [dashLength, gap]
      stroke.cap = StrokeStyle.Cap(rawValue: cap) ?? .butt
    case "dotted":
      // A dash without length is a dot if its ends are round.
      stroke.dash = [0, width + gap]
      stroke.cap = .round
    default: stroke.cap = StrokeStyle.Cap(rawValue: cap) ?? .butt
    }
    canvas.stroke(line, with: strokeColor, style: stroke)
  }
}
