/// The base of every visual component.
///
/// ```json
/// { "id": "card", "class": "View",
///   "attributes": { "frame": { "x": 0, "y": 0, "width": 320, "height": 480 }, "alpha": 2, "layer.cornerRadius": 12 } }
/// ```
///
/// Its effective `alpha` is 1: the hook clamps it, and the document keeps the 2.
open class View: Component {
  /// Where the view lies in its parent, in points.
  public var frame = Rect.zero

  public var backgroundColor: Color?

  public var isHidden = false

  /// A number to find the view by.
  public var tag = 0

  /// How opaque the view is, 0…1; values beyond are clamped.
  public var alpha = 1.0 {
    didSet {
      if alpha < 0 { alpha = 0 }
      if alpha > 1 { alpha = 1 }
    }
  }

  /// Where the content's origin lies, relative to the view's.
  public var contentOffset = Point.zero

  /// What is drawn around the view's content.
  public let layer = Layer()

  override open class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(View.self, overridesLifecycle: false)
    list.property("frame", of: View.self, observed: false, get: { $0.frame }, set: { $0.frame = $1 })
    list.property("backgroundColor", of: View.self, observed: false, get: { $0.backgroundColor }, set: { $0.backgroundColor = $1 })
    list.property("isHidden", of: View.self, observed: false, get: { $0.isHidden }, set: { $0.isHidden = $1 })
    list.property("tag", of: View.self, observed: false, get: { $0.tag }, set: { $0.tag = $1 })
    list.property("alpha", of: View.self, observed: true, get: { $0.alpha }, set: { $0.alpha = $1 })
    list.property("contentOffset", of: View.self, observed: false, get: { $0.contentOffset }, set: { $0.contentOffset = $1 })
    list.part("layer", of: View.self) { $0.layer }
  }
}

/// The border and corners of a ``View``: `layer.cornerRadius`, `layer.borderWidth`, `layer.borderColor`.
public final class Layer: Component {
  /// In points.
  public var cornerRadius = 0.0

  /// In points.
  public var borderWidth = 0.0

  public var borderColor: Color?

  override public class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Layer.self, overridesLifecycle: false)
    list.property("cornerRadius", of: Layer.self, observed: false, get: { $0.cornerRadius }, set: { $0.cornerRadius = $1 })
    list.property("borderWidth", of: Layer.self, observed: false, get: { $0.borderWidth }, set: { $0.borderWidth = $1 })
    list.property("borderColor", of: Layer.self, observed: false, get: { $0.borderColor }, set: { $0.borderColor = $1 })
  }
}
