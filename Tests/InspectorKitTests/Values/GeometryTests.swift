import Testing

@testable import InspectorKit

@Suite struct GeometryTests {
  @Test func aRectIsAnOriginAndASize() {
    var rect = Rect(origin: Point(x: 1, y: 2), size: Size(width: 3, height: 4))
    #expect(rect == Rect(x: 1, y: 2, width: 3, height: 4))
    rect.origin = Point(x: 5, y: 6)
    rect.size = .zero
    #expect(rect == Rect(x: 5, y: 6, width: 0, height: 0))
    #expect((rect.origin, rect.size) == (Point(x: 5, y: 6), Size.zero))
  }

  @Test func zeros() {
    #expect(Point.zero == Point(x: 0, y: 0))
    #expect(Rect.zero == Rect(origin: .zero, size: .zero))
  }

  @Test func everyValueKnowsItsType() {
    let values: [PropertyValue] = [
      .int(1), .string(""), .double(1), .bool(true), .color(.clear), .point(.zero), .size(.zero), .rect(.zero),
    ]
    #expect(values.map(\.type) == PropertyType.allCases)
    #expect(values.allSatisfy { $0.problem == nil })
  }
}
