import InspectorKit
import JSONText
import Testing

@testable import PluginConformance

// The law of drawing, broken by components that keep all other laws, or by a worker that alters a drawing.
extension ConformanceLawTests {
  @Test func whatDrawsWellKeepsIt() { #expect(findings(Dials.self) == []) }

  @Test func whatDrawsHasAPlace() {
    struct Places: InspectorPlugin { static var components: [Component.Type] { [Nowhere.self, Somewhere.self] } }
    #expect(
      findings(Places.self) == [
        "warning drawing: Nowhere: it draws itself, but no picture shows it because it has no place; declare 'frame' as a Rect, or 'position' as a Point, or extend 'View'"
      ])
  }

  @Test func somethingIsLost() {
    struct Dividing: InspectorPlugin { static var components: [Component.Type] { [Divider.self] } }
    let words =
      "not all of it is drawn: entries are left out whose numbers are not finite, or beyond 1000000 points; keep its numbers finite, and within the limits of a drawing"
    #expect(
      findings(Dividing.self) == [
        "error drawing: Divider in 0x0: \(words)", "error drawing: Divider.parts = 0 in 100x40: \(words)",
      ])
  }

  @Test func tooMuchIsDrawn() {
    struct Rules: InspectorPlugin { static var components: [Component.Type] { [Ruled.self] } }
    #expect(
      findings(Rules.self) == [
        "warning drawing: Ruled in 500000x500000: not all of it is drawn: entries after the first 20000 are left out, what is beyond 1024 KB of a drawing is left out; keep its numbers finite, and within the limits of a drawing"
      ])
  }

  @Test func itIsDrawnDifferently() {
    struct Counting: InspectorPlugin { static var components: [Component.Type] { [Counted.self] } }
    #expect(
      findings(Counting.self) == [
        "error drawing: Counted in 100x40: asked twice, it draws two different pictures; draw only from the properties and the size"
      ])
  }

  @Test func workersDrawDifferently() throws {
    let subject = TwistedSubject(Dials.self)
    subject.twist = { restarts, request, reply in
      guard restarts == 3, request["build"]?["draw"] != nil else { return reply }
      return reply.replacing(#""text":"some text""#, with: #""text":"other text""#)
    }
    #expect(
      try findings(subject) == [
        "error drawing: Dial in 100x40: with everyday values for all properties, two workers draw different pictures of it; draw only from the properties and the size, and sort elements of sets and dictionaries"
      ])
  }

  @Test func drawingSetsAValue() {
    struct Notes: InspectorPlugin { static var components: [Component.Type] { [Noting.self] } }
    #expect(
      findings(Notes.self) == [
        #"error drawing: Noting in 100x40: drawing makes 'note' "drawn"; drawing code may read values, but not set them"#
      ])
  }

  @Test func drawingChangesTheAnswer() throws {
    let subject = TwistedSubject(Dials.self)
    subject.twist = { _, request, reply in
      request["build"]?["draw"] == nil
        ? reply : reply.replacing(#"{"effective":{"steps":"#, with: #"{"effective":{"level":7,"steps":"#)
    }
    #expect(
      try findings(subject) == [
        "error drawing: Dial.steps = 1 in 100x40: asked to draw itself, it answers 7 for 'level', but 3 otherwise; drawing code may read values, but not set them"
      ])
  }

  @Test func theDrawingCannotBeRead() throws {
    let subject = TwistedSubject(Dials.self)
    subject.twist = { _, _, reply in reply.replacing(#"{"text":"a","#, with: #"{"fill":[],"text":"a","#) }
    #expect(
      try findings(subject) == [
        #"error drawing: Dial.caption = "a" in 100x40: the drawing cannot be read: entry 2: it has both 'fill' and 'text'; an entry has one of them"#
      ])
  }

  /// Checks that exactly the faulty component is reported among all drawn components.
  @Test(arguments: [SubjectFailure.Kind.ended, .late, .garbage])
  func drawingEndsThePlugin(kind: SubjectFailure.Kind) throws {
    let subject = TwistedSubject(Dials.self)
    subject.failure = { request in
      let rows = request["build"]?["rows"]?.arrayValue ?? []
      let isGuilty = rows.contains { $0.arrayValue?.contains(.string("שלום")) == true }
      return request["build"]?["draw"] != nil && isGuilty ? SubjectFailure(kind, "it fell over") : nil
    }
    let found = try findings(subject)
    #expect(
      found.last
        == #"error drawing: Dial.caption = "שלום" in 100x40: asked to draw itself, it fell over; it must draw every value that its declaration allows, in every size"#
    )
    #expect(found.allSatisfy { $0.hasPrefix("error drawing: Dial.") && $0.contains("שלום") })
  }

  @Test func whatIsLeftOutIsNoSentence() throws {
    let subject = TwistedSubject(Dials.self)
    subject.twist = { _, _, reply in reply.replacing(#""drawing":["#, with: #""left":5,"drawing":["#) }
    #expect(
      try findings(subject) == [
        "error drawing: Dial in 100x40: asked to draw itself, the answer's 'left' is 5, not a list of sentences; it must draw every value that its declaration allows, in every size"
      ])
  }

  @Test func theSizeIsPartOfAFinding() {
    let finding = ConformanceFinding(
      .drawing, class: "Dial", property: "level", value: "3", size: Size(width: 0.5, height: 0), message: "it is red")
    #expect(finding.description == "drawing: Dial.level = 3 in 0.5x0: it is red")
  }
}
