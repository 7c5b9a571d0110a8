public import ComponentModel

/// The objects that a picture leaves out because of their places.
public struct PictureOmissions: Hashable, Sendable {
  /// The objects that have no frame or an empty one; nil if there are none.
  public var frameless: FramelessObjects?

  /// The objects to which no entry of their class's placement applies; nil if there are none.
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

/// The objects that a picture does not show because no entry of their class's placement applies to them.
public struct UnplacedObjects: Hashable, Sendable {
  /// The number of objects.
  public var count: Int

  /// The id of the first object.
  public var first: String

  package init(count: Int, first: String) { (self.count, self.first) = (count, first) }

  /// The omission in one sentence.
  public var message: String {
    count == 1
      ? "1 object is left out, since its class's placement gives it no place: '\(first)'"
      : "\(count) objects are left out, since the placement of their class gives them no place; the first is '\(first)'"
  }
}
