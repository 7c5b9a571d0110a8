/// How a component looks.
package struct ComponentPicture: Hashable, Sendable {
  /// The component's drawing; nil where its class has no drawing of its own.
  package var drawing: DisplayList?

  /// That as JSON, where it is to be sent.
  private(set) var json: [UInt8] = []

  package init(drawing: DisplayList? = nil) {
    self.drawing = drawing
  }

  /// Calls a component's drawing code and keeps the result.
  ///
  /// - Parameters:
  ///   - type: the component's class; nil where its parts are not drawn.
  ///   - size: the size in which it draws; nil for that of its frame.
  package init(of component: Component, _ type: ComponentType? = nil, size: Size? = nil) {
    let given = size ?? type?.frame(of: component)?.size ?? (component as? View)?.frame.size ?? .zero
    let size = Size(width: max(given.width, 0), height: max(given.height, 0))
    var canvas = Canvas()
    component.draw(in: &canvas, size: size)
    for part in type?.visibleParts ?? [] { part.draw(of: component, in: &canvas, size: size) }
    if !canvas.isUntouched || !canvas.displayList.entries.isEmpty {
      let (list, json) = canvas.displayList.fittingMessage
      (drawing, self.json) = (list, json)
    }
  }
}
