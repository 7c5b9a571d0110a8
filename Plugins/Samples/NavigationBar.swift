import InspectorKit

/// A bar that must remain translucent, and whose title contrasts with its tint.
///
/// Setting `isTranslucent` to false is overruled, with a warning:
///
/// ```json
/// { "class": "NavigationBar", "attributes": { "isTranslucent": false }, "effective": { "isTranslucent": true },
///   "warnings": ["a navigation bar stays translucent: what scrolls beneath it must show through"] }
/// ```
///
/// A tint determines the title's colour, unless a title colour is stored:
///
/// ```json
/// { "class": "NavigationBar", "attributes": { "barTintColor": "midnightblue" },
///   "effective": { "titleColor": "#FFFFFFFF" } }
/// ```
/// ```json
/// { "class": "NavigationBar", "attributes": { "titleColor": "gold", "barTintColor": "midnightblue" },
///   "effective": { "titleColor": "#FFD700FF" } }
/// ```
@Component(help: "The bar at the top of a screen.")
final class NavigationBar: View {
  @Inspectable var isTranslucent = true {
    didSet {
      guard !isTranslucent else { return }
      isTranslucent = true
      warn("a navigation bar stays translucent: what scrolls beneath it must show through")
    }
  }

  @Inspectable(help: "The bar's colour; unset for the system's.")
  var barTintColor: Color? {
    didSet { titleColor = barTintColor.map(Self.contrast) ?? .black }
  }

  // Applied after the tint, so that a stored title colour wins over the derived one.
  @Inspectable(dependsOn: ["barTintColor"]) var titleColor = Color.black

  /// Returns black or white, whichever is easier to read on the colour, by the colour's luma (ITU-R BT.601).
  private static func contrast(to color: Color) -> Color {
    0.299 * color.red + 0.587 * color.green + 0.114 * color.blue > 0.5 ? .black : .white
  }

  override func draw(in canvas: inout Canvas, size: Size) {
    let bounds = Rect(origin: .zero, size: size)
    canvas.fill(Path(bounds), with: (barTintColor ?? Color(white: 0.97)).withAlpha(isTranslucent ? 0.85 : 1))
    let hairline = Rect(x: 0, y: size.height - 0.5, width: size.width, height: 0.5)
    canvas.fill(Path(hairline), with: Color(white: 0, alpha: 0.3))
    let style = TextStyle(
      size: min(17, size.height * 0.6), weight: .bold, color: titleColor, alignment: .center,
      verticalAlignment: .middle,
      lineLimit: 1)
    canvas.text("Title", in: bounds, style: style)
    var chevron = Path()
    let (x, middle) = (14.0, size.height / 2)
    chevron.move(to: Point(x: x + 7, y: middle - 7))
    chevron.addLine(to: Point(x: x, y: middle))
    chevron.addLine(to: Point(x: x + 7, y: middle + 7))
    canvas.stroke(chevron, with: titleColor, style: StrokeStyle(width: 2.5, cap: .round, join: .round))
  }
}
