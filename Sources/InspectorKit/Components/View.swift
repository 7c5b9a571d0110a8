/// The base of every visual component.
///
/// ```json
/// { "id": "card", "class": "View",
///   "attributes": { "frame": { "x": 0, "y": 0, "width": 320, "height": 480 }, "alpha": 2, "layer.cornerRadius": 12 } }
/// ```
///
/// The effective `alpha` of this view is 1, since `didSet` clamps the value. The document keeps the 2.
@Component
open class View: Component {
  /// The view's place in its parent, in points.
  @Inspectable open var frame = Rect.zero

  @Inspectable open var backgroundColor: Color?

  @Inspectable open var isHidden = false

  /// A number for finding the view.
  @Inspectable open var tag = 0

  /// The opacity of the view, 0…1; values beyond are clamped.
  @Inspectable(softRange: 0...1, step: 0.05) open var alpha = 1.0 {
    didSet {
      if alpha < 0 { alpha = 0 }
      if alpha > 1 { alpha = 1 }
    }
  }

  /// The position of the content's origin, relative to the view's.
  @Inspectable open var contentOffset = Point.zero

  /// A name by which tests find the view; people do not see it.
  @Inspectable open var accessibilityIdentifier: String?

  /// The border and corners that are drawn around the view's content.
  @Part public let layer = Layer()
}

/// The border and corners of a ``View``: `layer.cornerRadius`, `layer.borderWidth`, `layer.borderColor`,
/// `layer.masksToBounds`.
@Component
public final class Layer: Component {
  /// The radius of the corners, in points.
  @Inspectable public var cornerRadius = 0.0

  /// The width of the border, in points; 0 for none.
  @Inspectable public var borderWidth = 0.0

  @Inspectable public var borderColor: Color?

  /// True if content beyond the border is clipped.
  @Inspectable public var masksToBounds = false
}
