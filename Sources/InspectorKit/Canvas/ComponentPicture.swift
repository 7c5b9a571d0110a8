/// How a component looks: what it draws in a size, and the size that it would need.
package struct ComponentPicture: Hashable, Sendable {
  /// What it draws; nil where its class has no drawing of its own.
  package var drawing: DisplayList?

  /// The size that its content needs, in points; nil where it fits any.
  package var intrinsicSize: Size?

  package init(drawing: DisplayList? = nil, intrinsicSize: Size? = nil) {
    self.drawing = drawing
    self.intrinsicSize = intrinsicSize
  }

  /// Has a component draw itself.
  ///
  /// - Parameter size: the size in which it draws; nil for that of its frame.
  package init(of component: Component, size: Size? = nil) {
    let size = size ?? (component as? View)?.frame.size ?? .zero
    var canvas = Canvas()
    component.draw(in: &canvas, size: Size(width: max(size.width, 0), height: max(size.height, 0)))
    if !canvas.isUntouched { drawing = canvas.displayList.fittingMessage }
    if let needed = component.intrinsicContentSize, needed.width.isFinite, needed.height.isFinite {
      intrinsicSize = Size(width: max(needed.width, 0), height: max(needed.height, 0))
    }
  }
}
