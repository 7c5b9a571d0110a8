public import InspectorKit

/// What a picture of a scene shows besides the objects.
public struct PictureOptions: Sendable {
  /// How many of the picture's pixels a point has; more than 0.
  public var scale = 1.0

  /// The colour behind all objects; nil for none.
  public var background: Color?

  /// The ids of objects around which a frame with handles is drawn.
  public var selected: [String] = []

  /// Whether lines are drawn every 10 points, stronger ones every 100.
  public var showsGrid = false

  /// The ids of the only objects that are drawn; nil for all.
  public var only: Set<String>?

  /// Objects that are outlined, by their ids, each in its colour.
  package var outlines: [(object: String, color: Color)] = []

  /// A picture of all objects, in the size of the scene.
  public init() {}
}

/// What is to be known about a picture: an object that failed or whose drawing is not as its component meant it.
public struct PictureNote: Hashable, Sendable {
  /// The object's id.
  public var object: String

  /// A sentence about it.
  public var message: String

  /// Whether the object could not be built, so that a box stands for it.
  public var isFailure: Bool

  package init(object: String, message: String, isFailure: Bool) {
    (self.object, self.message, self.isFailure) = (object, message, isFailure)
  }
}

/// A picture as text.
public struct DrawnPicture: Sendable {
  /// The SVG text, in UTF-8.
  public var svg: [UInt8]

  /// How much of the scene it shows, in points.
  public var size: Size

  /// Whether a character was drawn whose width is a guess, since DejaVu Sans lacks it.
  public var hasGuessedText: Bool

  /// The objects that could not be built, so that boxes stand for them.
  public var failures: [PictureNote] = []

  package init(svg: [UInt8], size: Size, hasGuessedText: Bool) {
    (self.svg, self.size, self.hasGuessedText) = (svg, size, hasGuessedText)
  }
}
