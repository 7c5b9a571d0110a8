import JSONText
import TestSupport
import Testing

@testable import InspectorKit

/// Tests of the frames that result from constraints.
struct LayoutSolverTests {
  typealias Constraint = LayoutConstraint

  private static let solver = LayoutSolver(
    frame: Rect(x: 3, y: 4, width: 30, height: 20), intrinsicSize: Size(width: 48, height: 16),
    parentSize: Size(width: 100, height: 80))

  /// Constraints as text, and the resulting frame of the object above.
  private static let cases: [([String], String)] = [
    ([], "3,4 30x20"),
    // With a single position, the size is the intrinsic one.
    ([#"{"attribute":"left","constant":10}"#], "10,4 48x16"),
    ([#"{"attribute":"right","to":"parent.right","constant":-10}"#], "42,4 48x16"),
    ([#"{"attribute":"trailing","to":"parent.margins.trailing"}"#], "44,4 48x16"),
    ([#"{"attribute":"centerX","to":"parent.centerX"}"#], "26,4 48x16"),
    ([#"{"attribute":"bottom","to":"parent.margins.bottom"}"#], "3,56 48x16"),
    (
      [#"{"attribute":"leading","constant":5}"#, #"{"attribute":"trailing","to":"parent.trailing","constant":-5}"#],
      "5,4 90x16"
    ),
    ([#"{"attribute":"width","to":"parent.width","multiplier":0.5,"constant":-4}"#], "3,4 46x16"),
    ([#"{"attribute":"width","to":"parent.height"}"#], "3,4 80x16"),
    ([#"{"attribute":"width","to":"intrinsic.width","constant":12}"#], "3,4 60x16"),
    (
      [#"{"attribute":"height","constant":40}"#, #"{"attribute":"width","to":"self.height","multiplier":1.5}"#],
      "3,4 60x40"
    ),
    // An aspect that both axes share: the largest rectangle of 2:1 that fits.
    (
      [
        #"{"attribute":"width","to":"self.height","multiplier":2}"#,
        #"{"attribute":"width","relation":"<=","to":"parent.width"}"#,
        #"{"attribute":"height","relation":"<=","to":"parent.height"}"#,
        #"{"attribute":"width","constant":1000,"priority":900}"#,
      ], "3,4 100x50"
    ),
    ([#"{"attribute":"width","relation":">=","constant":60}"#], "3,4 60x16"),
    ([#"{"attribute":"width","relation":"<=","constant":20}"#], "3,4 20x16"),
    // Below the compression resistance of 750, and above it.
    ([#"{"attribute":"width","constant":20,"priority":700}"#], "3,4 48x16"),
    ([#"{"attribute":"width","constant":20,"priority":800}"#], "3,4 20x16"),
    ([#"{"attribute":"width","constant":70,"priority":200}"#], "3,4 48x16"),
    ([#"{"attribute":"width","constant":70,"priority":300}"#], "3,4 70x16"),
    ([#"{"attribute":"width","constant":20}"#, #"{"attribute":"width","constant":70,"priority":999}"#], "3,4 20x16"),
    // If not all constraints can be met, the sum of violations is minimal.
    (
      [
        #"{"attribute":"height","constant":30}"#, #"{"attribute":"height","constant":40}"#,
        #"{"attribute":"height","constant":90}"#,
      ], "3,4 48x40"
    ),
    // A multiplier that is not a binary fraction.
    ([#"{"attribute":"width","to":"parent.width","multiplier":0.333333333333}"#], "3,4 33.333333x16"),
  ]

  private static func constraints(_ texts: [String]) throws -> [Constraint] {
    try texts.map { try Constraint(try JSON.parse(Array($0.utf8))) }
  }

  @Test(arguments: cases.indices) func makesTheFrame(_ number: Int) throws {
    let (texts, frame) = Self.cases[number]
    let layout = Self.solver.layout(try Self.constraints(texts))
    #expect(PropertyValue.rect(layout.frame).text == frame, "\(texts)")
  }

  @Test func tellsWhatClashes() throws {
    let list: [Constraint] = [
      .init(.left, constant: 5), .init(.width, constant: 30, priority: 999), .init(.right, to: .parent(.right)),
      .init(.width, .atMost, constant: 60), .init(.width, .atLeast, constant: 10),
    ]
    #expect(Self.solver.layout(list).clashing == [0, 2, 3])
    #expect(Self.solver.layout(Array(list.dropLast(2))).clashing == [])
  }

  @Test func tellsWhatIsOpen() throws {
    var solver = Self.solver
    func free(_ list: [Constraint]) -> [String] { solver.layout(list, findsFreedom: true).free }
    #expect(free([.init(.left, constant: 5)]) == ["y"])
    solver.intrinsicSize = nil
    #expect(free([.init(.left, constant: 5)]) == ["y", "width", "height"])
    #expect(free([.init(.right, constant: 50)]) == ["x", "y", "width", "height"])
    #expect(free([.init(.width, .atLeast, constant: 500)]) == ["x", "y", "width", "height"])
    let whole: [Constraint] = [
      .init(.left, constant: 5), .init(.top, constant: 5), .init(.width, to: .own(.height)),
      .init(.height, constant: 5, priority: 1),
    ]
    #expect(free(whole) == [])
    #expect(free(Array(whole.dropLast())) == ["width", "height"])
  }

  @Test func tellsWhatIsNotSolved() {
    let list: [Constraint] = [.init(.left, to: .object("other", .right)), .init(.top, constant: 9)]
    let layout = Self.solver.layout(list)
    #expect(layout.unsolved.map(\.constraint) == [0])
    #expect(layout.unsolved[0].reason == .sibling("other"))
    #expect(layout.frame.y == 9 && layout.frame.x == 3)
    let alone = LayoutSolver(frame: .zero)
    #expect(alone.layout([.init(.left, to: .parent(.left))]).unsolved[0].reason == .noParent)
    #expect(alone.layout([.init(.width, to: .intrinsic(.width))]).unsolved[0].reason == .noIntrinsicSize)
    let low = LayoutSolver(frame: Rect(x: 0, y: 0, width: 5, height: 6), intrinsicSize: Size(width: -1, height: 9))
    let partly = low.layout([.init(.width, to: .intrinsic(.width)), .init(.height, to: .intrinsic(.height))])
    #expect(partly.unsolved.map(\.reason) == [.noIntrinsicSize])
    #expect(partly.frame.width == 5 && partly.frame.height == 9)
    let huge = LayoutSolver(frame: Rect(x: 0, y: 0, width: 1e300, height: 1))
    #expect(huge.layout([.init(.left, constant: 5)]).unsolved[0].reason == .tooLarge)
    let many = Array(repeating: Constraint(.left, constant: 5), count: LayoutSolver.greatestCount + 3)
    let limited = Self.solver.layout(many)
    #expect(limited.frame.x == 5)
    #expect(limited.unsolved.map(\.reason) == [.tooMany, .tooMany, .tooMany])
  }

  /// Checks that the sum of violations is minimal for each priority. The sums are linear between points at which two
  /// constraints of an axis are exactly met, so that one of these points has the minimum.
  @Test(arguments: 0..<400) func violatesAsLittleAsCanBe(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }
    let list: [Constraint] = (0..<Int.random(in: 1...7, using: &random)).map { _ in
      Constraint(
        pick([.left, .right, .centerX, .width]), pick([.equal, .equal, .atMost, .atLeast]),
        constant: pick([-40, 0, 5, 20, 33, 90]), priority: pick([1000, 1000, 600, 100]))
    }
    let solver = LayoutSolver(frame: Rect(x: 7, y: 0, width: 11, height: 0))
    let frame = solver.layout(list).frame
    let rows = list.enumerated().map { number, constraint in
      var row = LayoutRow(constraint.attribute, constraint.relation, constraint.priority, number)
      row.constant = constraint.constant
      return row
    }
    let lines = rows.map { ($0.coefficients[0], $0.coefficients[2], $0.constant) } + [(1, 0, 7), (0, 1, 11)]
    var least: [Double]?
    func sums(_ x: Double, _ width: Double) -> [Double] {
      [1000, 600, 100].map { priority in
        rows.filter { $0.priority == priority }.reduce(0) { $0 + $1.violation([x, 0, width, 0]) }
      }
    }
    for (number, first) in lines.enumerated() {
      for second in lines[..<number] {
        let determinant = first.0 * second.1 - first.1 * second.0
        guard abs(determinant) > 1e-9 else { continue }
        let x = (first.2 * second.1 - first.1 * second.2) / determinant
        let width = (first.0 * second.2 - first.2 * second.0) / determinant
        let found = sums(x, width)
        if let known = least {
          let place = found.indices.first { abs(found[$0] - known[$0]) > 1e-6 }
          if let place, found[place] < known[place] { least = found }
        } else {
          least = found
        }
      }
    }
    let found = sums(frame.x, frame.width)
    for (sum, wanted) in zip(found, try #require(least)) { #expect(abs(sum - wanted) < 1e-4, "\(list) \(frame)") }
  }
}
