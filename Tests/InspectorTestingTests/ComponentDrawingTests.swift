import InspectorTesting
import Testing

/// Tests of drawings of a component under test.
@Suite struct ComponentDrawingTests {
  @Test func whatIsDrawnIsThere() throws {
    var dial = try ComponentUnderTest(Dial.self, ["caption": "Fuel", "frame": "0,0 30x20"])
    let drawing = try dial.drawing(in: Size(width: 100, height: 40))
    let bounds = Rect(x: 0, y: 0, width: 100, height: 40)
    #expect(
      drawing.entries == [.fill(Path(ellipseIn: bounds), .color(.white), .nonzero), .text("Fuel", bounds, TextStyle())])
    #expect(drawing.notes.isEmpty)
    #expect(
      try dial.drawing().entries.first
        == .fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 30, height: 20)), .color(.white), .nonzero))

    try dial.set("isLoud", to: true)
    try dial.set("level", to: 12)
    #expect(try dial.drawing().texts == ["Fuel", "12"])
    try dial.set("caption", to: "")
    #expect(try dial.drawing().texts == ["12"])
  }

  @Test func whatIsLostIsNoted() throws {
    let drawing = try ComponentUnderTest(Divider.self, ["parts": 0]).drawing(in: Size(width: 100, height: 40))
    #expect(drawing.entries.count == 1)
    #expect(drawing.notes == ["entries are left out whose numbers are not finite, or beyond 1000000 points"])
  }

  @Test func aClassWithoutADrawingHasNone() throws {
    let needle = try ComponentUnderTest(NeedleOnly.self)
    do {
      _ = try needle.drawing(in: .zero)
      Issue.record("there is no drawing")
    } catch {
      #expect(error.description == "'NeedleOnly' does not draw itself; override 'draw(in:size:)'")
    }
  }
}
