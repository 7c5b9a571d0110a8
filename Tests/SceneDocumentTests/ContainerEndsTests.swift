import TestSupport
import Testing

@testable import SceneDocument

/// Tests that the indexed ends of long arrays and objects equal those found by scanning each value.
@Suite struct ContainerEndsTests {
  /// Returns a random value, with brackets and quotes in its strings.
  private func value(_ random: inout some RandomNumberGenerator, levels: Int) -> String {
    let count = Int.random(in: 0...5, using: &random)
    let inner = levels > 0 ? Int.random(in: 0...3, using: &random) : 0
    switch inner {
    case 1: return "[" + (0..<count).map { _ in value(&random, levels: levels - 1) }.joined(separator: ", ") + "]"
    case 2, 3:
      let members = (0..<count).map { "\"k\($0)]{\\\"\":\(value(&random, levels: levels - 1))" }
      return "{ " + members.joined(separator: ",") + "\n}"
    default:
      return ["1", "\"\"", "\"a]}[{\\\\\"", "null", "\"\(String(repeating: "x{", count: count * 7))\""].randomElement(
        using: &random) ?? "0"
    }
  }

  private func check(_ json: String) throws {
    let text = try #require(TextBytes(Array(json.utf8)))
    let ends = try #require(ContainerEnds(of: text))
    var (isString, isEscaped) = (false, false)
    for offset in 0..<text.count {
      let byte = text.base[offset]
      if !isString, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        let end = TrustedText.skipContainer(text.base + offset) - text.base
        let isLong = end - offset >= ContainerEnds.shortest
        #expect(ends.end(ofContainerAt: offset) == (isLong ? end : nil), "at \(offset) of \(json)")
      } else {
        #expect(ends.end(ofContainerAt: offset) == nil, "at \(offset) of \(json)")
      }
      if byte == UInt8(ascii: "\""), !isEscaped { isString.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    #expect(ends.end(ofContainerAt: text.count + 1000) == nil)
  }

  @Test(arguments: 1...30)
  func listedEndsAreThoseOfAScan(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    try check("{\"a\": \(value(&random, levels: 5)), \"b\": [\(value(&random, levels: 6))]}")
  }

  /// Checks that containers are indexed from 64 bytes, even if many begin in one block of the text.
  @Test func shortContainersAreNotListed() throws {
    for length in 58...66 { try check("[\(String(repeating: "1", count: length - 2))]") }
    try check(String(repeating: "[", count: 700) + String(repeating: "]", count: 700))
    try check("\"a text\"")
  }
}
