public import ComponentModel

/// The objects that a picture omits because of their places.
public struct PictureOmissions: Hashable, Sendable {
  /// The objects that have no frame or an empty one; nil if there are none.
  public var frameless: FramelessObjects?

  /// The objects without a place because of their class's placement; nil if there are none.
  public var unplaced: UnplacedObjects?

  /// True if the picture shows nothing, since no object has a place.
  public var isEmpty = false

  package init() {}

  /// A sentence about objects without a frame or about an empty picture; nil if the picture shows an object and none
  /// lacks a frame.
  public var warning: String? {
    frameless?.message ?? (isEmpty ? "the picture is empty, since no object has a place in it" : nil)
  }
}

/// The objects that a picture omits because their class's placement yields no place, or a negative size.
public struct UnplacedObjects: Hashable, Sendable {
  /// The number of objects without a place.
  public var count: Int

  /// The id of the first object without a place.
  public var first: String

  package init(count: Int, first: String) { (self.count, self.first) = (count, first) }

  /// The omission as a sentence for the user.
  public var message: String {
    count == 1
      ? "1 object is left out, since its class's placement gives it no place or a negative size: '\(first)'"
      : "\(count) objects are left out, since the placement of their class gives them no place or a negative size; the first is '\(first)'"
  }
}
