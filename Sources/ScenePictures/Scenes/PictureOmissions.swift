public import ComponentModel

/// The objects that a picture leaves out because of their places.
public struct PictureOmissions: Hashable, Sendable {
  /// The objects that have no frame or an empty one; nil if there are none.
  public var frameless: FramelessObjects?

  /// The objects to which their class's placement gives no place; nil if there are none.
  public var unplaced: UnplacedObjects?

  /// True if the picture shows nothing, since no object has a place.
  public var isEmpty = false

  package init() {}

  /// The sentence about objects that lack a frame, or else about an empty picture; nil if the picture shows some object and
  /// none lacks a frame.
  public var warning: String? {
    frameless?.message ?? (isEmpty ? "the picture is empty, since no object has a place in it" : nil)
  }
}

/// The objects that a picture does not show because their class's placement gives them no place, or a negative
/// size.
public struct UnplacedObjects: Hashable, Sendable {
  /// The number of objects.
  public var count: Int

  /// The id of the first object.
  public var first: String

  package init(count: Int, first: String) { (self.count, self.first) = (count, first) }

  /// The omission in one sentence.
  public var message: String {
    count == 1
      ? "1 object is left out, since its class's placement gives it no place or a negative size: '\(first)'"
      : "\(count) objects are left out, since the placement of their class gives them no place or a negative size; the first is '\(first)'"
  }
}
