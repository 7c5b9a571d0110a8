public import ComponentModel
public import InspectorKit

/// The options of a scene's picture: its scale, its background, the objects that it shows, and marks on them.
public struct PictureOptions: Sendable {
  /// The number of pixels for each point; greater than 0.
  public var scale = 1.0

  /// The background colour; nil for a transparent background.
  public var background: Color?

  /// The ids of the selected objects, each of which gets a frame with handles.
  public var selected: [String] = []

  /// True if a grid is drawn, with lines every 10 points, stronger lines every 100, and larger distances in a large
  /// picture.
  public var showsGrid = false

  /// The ids of the only objects to draw; nil for all.
  public var only: Set<String>?

  /// The objects to outline, by id, each with its colour.
  package var outlines: [(object: String, color: Color)] = []

  /// Creates options for a picture of all objects without marks, with one pixel for each point.
  public init() {}
}

/// A remark on an object in a picture: it could not be built, or is not drawn as its component intends.
public struct PictureNote: Hashable, Sendable {
  /// The id of the object concerned.
  public var object: String

  /// The remark, in one sentence.
  public var message: String

  /// True if the object could not be built; the picture then shows a box in its place.
  public var isFailure: Bool

  package init(object: String, message: String, isFailure: Bool) {
    (self.object, self.message, self.isFailure) = (object, message, isFailure)
  }
}

/// A picture as SVG text.
public struct DrawnPicture: Sendable {
  /// The SVG text, in UTF-8.
  public var svg: [UInt8]

  /// The size of the part of the scene that the picture shows, in points.
  public var size: Size

  /// True if the width of a drawn character is a guess, since DejaVu Sans lacks the character.
  public var hasGuessedText: Bool

  /// The remarks on objects that could not be built; the picture shows boxes in their places. Empty for a picture of a
  /// single scene, since the picture's notes contain these remarks.
  public var failures: [PictureNote] = []

  /// The objects that the picture omits.
  public var omissions = PictureOmissions()

  package init(svg: [UInt8], size: Size, hasGuessedText: Bool) {
    (self.svg, self.size, self.hasGuessedText) = (svg, size, hasGuessedText)
  }
}

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
