import TestSupport
import Testing

@testable import InspectorKit

/// Tests of value names: the text shown for a number with flags is parsed as the same number.
@Suite struct ValueNamesTests {
  private let names = ValueNames(flags: [
    .init(value: .int(1), label: "Round"), .init(value: .int(4), label: "Long Tail"),
    .init(value: .int(1 << 62), label: "Top"),
  ])

  @Test(arguments: [
    ("Round", 1), ("round|LONG TAIL", 5), ("Round, 8", 9), ("Top|Round", 1 << 62 | 1), (" Round ", 1), ("8|2", 10),
  ]) func reads(text: String, value: Int) { #expect(names.value(meantBy: text) == .int(value)) }

  @Test(arguments: ["", "|", "Round|", "Rund", "5", "-1", "Round;Long Tail", "1.5"])
  func readsNoOther(text: String) { #expect(names.value(meantBy: text) == nil) }

  @Test(arguments: [
    (0, nil), (-1, nil), (2, nil), (1, "Round"), (5, "Round|Long Tail"), (13, "Round|Long Tail|8"),
    (1 << 62 | 3, "Round|Top|2"), (.max, "Round|Long Tail|Top|4611686018427387898"),
  ]) func shows(value: Int, label: String?) { #expect(names.label(of: .int(value)) == label) }

  @Test func whatIsShownIsRead() {
    var random = SeededGenerator(seed: 34)
    for _ in 0..<2_000 {
      let value = Int.random(in: .min ... .max, using: &random)
      guard let label = names.label(of: .int(value)) else { continue }
      #expect(names.value(meantBy: label) == .int(value))
    }
  }
}
