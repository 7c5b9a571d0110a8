import JSONText
import Testing

@testable import InspectorKit

/// Tests of the text form of constraints.
struct LayoutConstraintTests {
  private static let texts = [
    #"{"attribute":"width","constant":20}"#,
    #"{"attribute":"left","to":"parent.margins.left","constant":-4.5,"id":"edge"}"#,
    #"{"attribute":"height","relation":"<=","to":"self.width","multiplier":0.5,"priority":750}"#,
    ##"{"attribute":"top","to":"#a.b.bottom"}"##,
    #"{"attribute":"width","relation":">=","to":"intrinsic.height"}"#,
  ]

  @Test(arguments: texts) func isReadAndWritten(_ text: String) throws {
    let constraint = try LayoutConstraint(try JSON.parse(Array(text.utf8)))
    #expect(constraint.json.text() == text)
  }

  private static let wrong = [
    (#"5"#, "it is not an object; write {\"attribute\": …}"),
    (#"{}"#, "it has no 'attribute'"),
    (#"{"attribute":"widht"}"#, "its 'attribute' is 'widht'; did you mean 'width'?"),
    (#"{"attribute":5}"#, "its 'attribute' is not a string"),
    (#"{"attribute":"width","constnat":5}"#, "it has an unknown member 'constnat'; did you mean 'constant'?"),
    (#"{"attribute":"width","relation":"=="}"#, "its 'relation' is '=='; it is '=', '<=' or '>='"),
    (
      #"{"attribute":"width","to":"uncle.width"}"#,
      "its 'to' is about 'uncle'; it is about 'parent', 'parent.margins', 'self', 'intrinsic' or '#ID'"
    ),
    (#"{"attribute":"width","to":"self.width"}"#, "it compares 'width' with itself"),
    (#"{"attribute":"width","to":"parent.left"}"#, "it compares a length with a position: 'width' with 'parent.left'"),
    (#"{"attribute":"left","to":"parent.top"}"#, "'left' and 'parent.top' are on different axes"),
    (#"{"attribute":"width","priority":0}"#, "its 'priority' is 0; it is 1 to 1000"),
    (#"{"attribute":"width","priority":2.5}"#, "its 'priority' is not an integer"),
    (#"{"attribute":"width","constant":2e9}"#, "its 'constant' is beyond a billion"),
    (#"{"attribute":"width","multiplier":"2"}"#, "its 'multiplier' is not a number"),
  ]

  @Test(arguments: wrong.indices) func saysWhatIsWrong(_ number: Int) throws {
    let (text, words) = Self.wrong[number]
    let json = try JSON.parse(Array(text.utf8))
    let error = #expect(throws: StatedProblem.self) { try LayoutConstraint(json) }
    #expect(error?.description == words)
  }

  @Test func isReadAsPeopleWouldSayIt() {
    typealias Constraint = LayoutConstraint
    #expect(Constraint(.width, to: .parent(.width), constant: -5).description == "width = parent.width - 5")
    #expect(
      Constraint(.left, .atLeast, to: .object("a", .right), multiplier: 2, constant: 0.5, priority: 300).description
        == "left >= 2 × #a.right + 0.5 (priority 300)")
    #expect(Constraint(.height, constant: 20).description == "height = 20")
  }
}
