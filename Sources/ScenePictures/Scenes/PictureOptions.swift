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
