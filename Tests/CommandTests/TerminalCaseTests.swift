import Foundation
import Testing

/// Tests of the program at a terminal. `Tests/Terminal/drive` types each `Tests/Terminal/<case>.case` and the shell
/// article's ```` ```terminal ```` blocks, and checks the screen.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 types"))
struct TerminalCaseTests {
  private static let folder = "\(GoldenCase.testsFolder)/Terminal"

  static let cases: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".case") }.sorted()

  @Test func thereAreCases() { #expect(Self.cases.count >= 16) }

  @Test(arguments: cases) func holds(name: String) throws { try drive("\(Self.folder)/\(name)") }

  @Test func theArticleShowsWhatTheTerminalDoes() throws {
    try drive("\(GoldenCase.testsFolder)/../Documentation/Shell.md")
  }

  private func drive(_ path: String) throws { try expectPasses("Terminal/drive", [path]) }
}
