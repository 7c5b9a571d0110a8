import InspectorKit

/// A row of stars that shows a rating, with the inspectable properties of the iOS control of the same name.
///
/// ```json
/// { "class": "CosmosView", "attributes": { "rating": 3.7, "fillMode": 1, "starSize": 30, "text": "(124)" },
///   "effective": { "rating": 3.7, "fillMode": 1, "starSize": 30, "text": "(124)", "totalStars": 5 } }
/// ```
///
/// A rating greater than the number of stars fills all stars. The rating is kept, with a warning. A rating below 0
/// counts as 0:
///
/// ```json
/// { "class": "CosmosView", "attributes": { "rating": 7 }, "effective": { "rating": 7 },
///   "warnings": ["a rating of 7 fills all of the 5 stars"] }
/// ```
/// ```json
/// { "class": "CosmosView", "attributes": { "rating": -1 }, "effective": { "rating": 0 } }
/// ```
@Component(help: "Stars that show a rating and take one.")
final class CosmosView: View {
  /// The default colour of the stars.
  private static let orange = Color(red: 1, green: 149.0 / 255, blue: 0)

  /// The default arrangement of lists: the highest ratings first.
  override class var arrangement: Arrangement? { Arrangement(sort: [.descending("rating")]) }

  @Inspectable(help: "How many stars are filled.", dependsOn: ["totalStars"])
  var rating = 2.718281828 {
    didSet {
      if rating < 0 { rating = 0 }
      if rating > Double(totalStars) {
        warn("a rating of \(PropertyValue.double(rating).text) fills all of the \(totalStars) stars")
      }
    }
  }

  @Inspectable(help: "A text after the stars.") var text: String?

  @Inspectable(range: 0...) var totalStars = 5

  @Inspectable(help: "The width of a star, in points.") var starSize = 20.0

  @Inspectable var filledColor = CosmosView.orange
  @Inspectable var emptyColor = Color.clear

  @Inspectable var emptyBorderColor = CosmosView.orange
  @Inspectable(help: "One pixel on a screen of two pixels a point.") var emptyBorderWidth = 0.5

  @Inspectable var filledBorderColor = CosmosView.orange
  @Inspectable(help: "One pixel on a screen of two pixels a point.") var filledBorderWidth = 0.5

  @Inspectable(help: "Between two stars, in points.") var starMargin = 5.0

  @Inspectable(help: "Whether the last star is filled as a whole, by halves, or precisely.")
  var fillMode = FillMode.full

  enum FillMode: Int, InspectableOptions { case full, half, precise }

  @Inspectable var textSize = 13.0
  @Inspectable(help: "Between stars and text, in points.") var textMargin = 5.0
  @Inspectable var textColor = Color(white: 127.0 / 255)

  @Inspectable(help: "Whether touching the stars changes the rating.") var updateOnTouch = true
  @Inspectable(help: "The least rating that a touch gives.") var minTouchRating = 1.0

  @Inspectable(help: "The asset's name of a filled star's image; unset for a drawn star.") var filledImage: String?
  @Inspectable(help: "The asset's name of an empty star's image; unset for a drawn star.") var emptyImage: String?

  /// Takes the rating away.
  @Action("Clear Stars", enabledWhen: "[rating>0]") func clear() { rating = 0 }

  /// Fills every star.
  @Action func fill() { rating = Double(totalStars) }

  override func draw(in canvas: inout Canvas, size: Size) {
    // More stars would be too small to see.
    let count = min(totalStars, 1000)
    for number in 0..<count {
      let origin = Point(x: Double(number) * (starSize + starMargin), y: 0)
      drawStar(in: Rect(origin: origin, size: Size(width: starSize, height: starSize)), part: part(of: number), &canvas)
    }
    guard let text else { return }
    let left = Double(count) * (starSize + starMargin) - starMargin + textMargin
    let place = Rect(x: left, y: 0, width: max(0, size.width - left), height: starSize)
    let style = TextStyle(
      size: textSize, color: textColor, verticalAlignment: .middle, lineLimit: 1, wraps: false, truncation: .clip)
    canvas.text(text, in: place, style: style)
  }

  /// Returns the filled fraction of a star, from 0 to 1.
  private func part(of number: Int) -> Double {
    let rest = min(max(rating - Double(number), 0), 1)
    return switch fillMode {
    case .full: rest.rounded()
    case .half: (rest * 2).rounded() / 2
    case .precise: rest
    }
  }

  private func drawStar(in rect: Rect, part: Double, _ canvas: inout Canvas) {
    if let image = part >= 0.5 ? filledImage : emptyImage { return canvas.image(named: image, in: rect) }
    // Half of the border lies outside of the outline.
    let inset = max(emptyBorderWidth, filledBorderWidth) / 2
    let star = Path(
      starIn: Rect(
        x: rect.x + inset, y: rect.y + inset, width: max(0, rect.width - 2 * inset),
        height: max(0, rect.height - 2 * inset)), pointCount: 5)
    let split = rect.width * part
    let left = Rect(x: rect.x, y: rect.y, width: split, height: rect.height)
    let right = Rect(x: rect.x + split, y: rect.y, width: rect.width - split, height: rect.height)
    if part < 1 {
      canvas.group(clip: part > 0 ? Path(right) : nil) {
        $0.fill(star, with: emptyColor)
        $0.stroke(star, with: emptyBorderColor, style: StrokeStyle(width: emptyBorderWidth))
      }
    }
    if part > 0 {
      canvas.group(clip: part < 1 ? Path(left) : nil) {
        $0.fill(star, with: filledColor)
        $0.stroke(star, with: filledBorderColor, style: StrokeStyle(width: filledBorderWidth))
      }
    }
  }
}
