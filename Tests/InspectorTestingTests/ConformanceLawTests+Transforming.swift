import InspectorKit
import JSONText
import Testing

@testable import PluginConformance

// The laws on transformers.
extension ConformanceLawTests {
  @Component final class Clock: Component {
    @Inspectable(options: ["am", "pm"], storedAs: "upper") var half = "am"
    @Inspectable(range: 0...23, storedAs: "pairs") var hour = 3
    @Inspectable(range: 0...9, storedAs: "none") var minute = 7
  }

  struct Clocks: InspectorPlugin {
    static var components: [Component.Type] { [Clock.self] }
    static var transformers: [ValueTransformer] {
      [
        ValueTransformer("upper", decode: { (t: String) in t.lowercased() }, encode: { (t: String) in t.uppercased() }),
        ValueTransformer("pairs", decode: { (n: Int) in n * 2 }, encode: { (n: Int) in n / 2 }),
        ValueTransformer("none", decode: { (n: Int) in n }, encode: { (n: Int) -> Int? in n == 7 ? nil : n }),
      ]
    }
  }

  private func transforming(_ findings: [String]) -> [String] {
    findings.filter { $0.hasPrefix("error values: Clock") }
  }

  @Test func defaultsComeBack() {
    #expect(
      transforming(findings(Clocks.self)) == [
        "error values: Clock.hour = 3: 'pairs' stores the default as 1, which it reads as 2",
        "error values: Clock.minute = 7: 'none' has no stored form for the default",
      ])
  }

  @Test func transformersAnswerEachTimeTheSame() throws {
    let subject = TwistedSubject(Clocks.self)
    subject.twist = { restarts, request, reply in
      guard request["transform"]?["name"]?.stringValue == "upper", request["transform"]?["direction"] == "encode" else {
        return reply
      }
      return reply.replacing("AM", with: "AM\(restarts)")
    }
    let found = transforming(try findings(subject)).filter { $0.contains("half") }
    #expect(
      found.count == 2 && found[0].contains("stores the default as") && found[1].contains("and in another worker as"))
  }

  @Test func transformersAnswerWithTheirTypes() throws {
    for (twisted, words) in [
      (#"[1,"PM"]"#, "'upper' stores it as 1, which is not a String"),
      ("[]", "asked 'upper' to encode values: the answer is not 2 results"),
    ] {
      let subject = TwistedSubject(Clocks.self)
      subject.twist = { _, request, reply in
        let isMeant = request["transform"]?["name"] == "upper" && request["transform"]?["direction"] == "encode"
        return isMeant ? reply.replacing(#"["AM","PM"]"#, with: twisted) : reply
      }
      #expect(transforming(try findings(subject)).contains { $0.contains(words) })
    }
  }
}
