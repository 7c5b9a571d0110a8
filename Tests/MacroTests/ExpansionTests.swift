import Foundation
import Testing

/// Tests of the complete text of macro expansions.
@Suite struct ExpansionTests {
  @Test func wholeText() throws {
    let fixture = try Fixture("Expansion")
    let golden = try Fixture.folder.appending(path: "Expansion.expanded.txt")
    let output = try Compiler().compile(fixture.source, ["-Xfrontend", "-dump-macro-expansions"])
    #expect(diagnostics(in: output.text) == [])
    let found = expansions(in: output.text)
    if Fixture.isRecording {
      try found.write(to: golden, atomically: true, encoding: .utf8)
      Issue.record("recorded the expansions again; run without INSPECTOR_RECORD")
      return
    }
    let expected = try String(contentsOf: golden, encoding: .utf8)
    expectSame(found.components(separatedBy: "\n"), expected.components(separatedBy: "\n"))
  }

  /// Returns each expansion under its role, sorted by role and text, since the compiler's order varies.
  private func expansions(in output: String) -> String {
    let roles = ["Mm": "members", "Mp": "peers", "Ma": "accessors"]
    let rule = "------------------------------\n"
    let pieces = output.components(separatedBy: rule)
    let headed = zip(pieces, pieces.dropFirst()).compactMap { head, body -> String? in
      guard let match = head.wholeMatch(of: /@__swiftmacro_\w+f(Mm|Mp|Ma)\d*_\.swift\n/),
        let role = roles[String(match.1)], !body.allSatisfy(\.isWhitespace)
      else { return nil }
      return "== \(role)\n\(body.trimmingCharacters(in: .newlines))\n"
    }
    return headed.sorted().joined()
  }
}
