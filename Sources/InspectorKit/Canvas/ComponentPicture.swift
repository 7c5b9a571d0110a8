/// How a component looks.
package struct ComponentPicture: Hashable, Sendable {
  /// What it draws; nil where its class has no drawing of its own.
  package var drawing: DisplayList?

  /// That as JSON, where it is to be sent.
  private(set) var json: [UInt8] = []

  package init(drawing: DisplayList? = nil) {
    self.drawing = drawing
  }

  /// Has a component draw itself.
  ///
  /// - Parameter size: the size in which it draws; nil for that of its frame.
  package init(of component: Component, size: Size? = nil) {
    let size = size ?? (component as? View)?.frame.size ?? .zero
    var canvas = Canvas()
    component.draw(in: &canvas, size: Size(width: max(size.width, 0), height: max(size.height, 0)))
    if !canvas.isUntouched {
      let (list, json) = canvas.displayList.fittingMessage
      (drawing, self.json) = (list, json)
    }
  }
}
