import Testing

@testable import CommandLineKit

/// Tests that help topics fit terminals, except for the examples, whose lines are not wrapped.
@Suite struct HelpTopicTests {
  @Test(arguments: HelpTopic.all.map(\.name), [40, 60, 80, 200])
  func textFits(name: String, width: Int) throws {
    let topic = try #require(HelpTopic.named(name))
    let examples = Set(topic.text.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { "  \($0.dropFirst(4))" })
    let wide = topic.lines(.plain, width: width).filter { $0.count > min(width, 100) && !examples.contains($0) }
    #expect(wide == [])
  }

  @Test(arguments: [
    ("selectors", "selectors"), ("Exit Codes", "exit-codes"), ("COLORS", "colours"), ("selector", nil), ("", nil),
  ])
  func topicsAreFoundByTheirSpellings(name: String, topic: String?) {
    #expect(HelpTopic.named(name)?.name == topic)
  }

  @Test func aListKeepsItsIndentation() {
    let topic = HelpTopic(
      name: "a", summary: "B.", articles: ["C"], text: "## D\n10. one two\n- three four\n|x\ty\n|1\t2\n    e   f")
    #expect(
      topic.lines(.plain, width: 8) == [
        "a  B.", "", "D", "10. one", "    two", "- three", "  four", "  x  y", "  1  2", "  e   f", "", "More:",
        "Documentation/C.md",
      ])
  }

  @Test func theManualHasTheVariables() {
    let rows = HelpTopic.rows(of: "environment", under: "Variables")
    #expect(rows.first?.first == "INSPECTOR_PLUGIN_PATH")
    #expect(rows.allSatisfy { $0.count == 2 })
    #expect(HelpTopic.rows(of: "environment", under: "Files").contains { $0[0].hasSuffix("shellrc") })
    #expect(HelpTopic.rows(of: "environment", under: "Nothing").isEmpty)
  }
}
