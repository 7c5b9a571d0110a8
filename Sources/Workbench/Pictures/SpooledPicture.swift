package import InspectorKit
package import ScenePictures

/// A picture whose text waits in a spool to be written.
package struct SpooledPicture {
  /// The SVG text, in UTF-8.
  package let svg: ByteSpool

  /// How much of the scene it shows, in points.
  package let size: Size

  /// Whether a character was drawn whose width is a guess, since DejaVu Sans lacks it.
  package let hasGuessedText: Bool

  init(svg: ByteSpool, size: Size, hasGuessedText: Bool) {
    (self.svg, self.size, self.hasGuessedText) = (svg, size, hasGuessedText)
  }

  /// Copies a picture in memory to a spool.
  package init(_ picture: DrawnPicture) {
    (svg, size, hasGuessedText) = (ByteSpool(), picture.size, picture.hasGuessedText)
    svg.append(picture.svg)
  }
}
