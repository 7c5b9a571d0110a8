public import InspectorKit

extension ComponentUnderTest {
  /// Draws the component as it is stored now, as a picture of its scene shows it.
  ///
  /// ```swift
  /// @Test func aLabelShowsItsText() throws {
  ///   let label = try ComponentUnderTest(PriceLabel.self, ["price": 12])
  ///   let drawing = try label.drawing(in: Size(width: 100, height: 40))
  ///   #expect(drawing.texts == ["12 €"])
  ///   #expect(drawing.entries.first == .fill(Path(Rect(x: 0, y: 0, width: 100, height: 40)), .color(.white), .nonzero))
  ///   #expect(drawing.notes.isEmpty)
  /// }
  /// ```
  ///
  /// It holds what the component and its parts draw; background, border and children of a ``View`` are drawn by the host.
  /// Numbers are rounded to a ten-thousandth of a point, as in every message of a plugin.
  ///
  /// - Parameter size: the size in which it draws itself, in points; nil for that of its frame.
  /// - Returns: what it draws, with a note for each limit beyond which something is left out.
  /// - Throws: ``TestProblem`` for a class that does not draw.
  public func drawing(in size: Size? = nil) throws(TestProblem) -> DisplayList {
    try bench.drawing(of: attributes, in: size)
  }
}
