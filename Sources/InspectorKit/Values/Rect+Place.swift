extension Rect {
  /// Makes the frame of an object in its parent: the object's `frame` or, if it has none, the rectangle at its
  /// `position` with its `size`, which is empty if the object has no `size`. Returns nil if the object has no place.
  ///
  /// - Parameter value: returns the value of the object's property with a name; nil if there is none.
  package init?(placedBy value: (String) -> PropertyValue?) {
    if case .rect(let frame)? = value("frame") {
      self = frame
      return
    }
    guard case .point(let position)? = value("position") else { return nil }
    guard case .size(let size)? = value("size") else {
      self.init(origin: position, size: .zero)
      return
    }
    self.init(origin: position, size: size)
  }
}
