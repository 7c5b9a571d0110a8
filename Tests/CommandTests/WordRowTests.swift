import ArgumentParser
import Testing

@testable import CommandLineKit
@testable import CommandReports
@testable import SceneCommands

/// Tests that long rows of words are parsed like short ones.
@Suite struct WordRowTests {
  private static let many = (0..<100).map { "word\($0)" }

  @Test(arguments: [
    many, many + ["--json"], ["--json"] + many, ["--plugin"] + many, many + ["--plugin", "x"] + many,
    many + ["--"] + many,
    ["--"] + many + ["-x", "--json"], ["a", "--plugin=x"] + many + ["-n"] + many, Array(many.prefix(3)),
  ])
  func longRowsAreReadAsShortOnesAre(arguments: [String]) throws {
    let read = try? WordRows.parse(SetCommand.self, arguments) as? SetCommand
    let expected = try? SetCommand.parse(arguments)
    #expect(read?.arguments == expected?.arguments)
    #expect(read?.global.plugins == expected?.global.plugins)
    #expect(read?.global.json == expected?.global.json)
  }

  /// Checks that cached commands do not change the result of parsing a similar command line.
  @Test(arguments: [
    ["a", "x=1"], ["--color", "auto", "#a", "x=1"], ["--color", "auto", "#b", "x=2", "y=3"], ["-n", "#a", "x=1"],
    ["-n", "#b", "x=2", "--json"], ["--plugin", "a", "b", "c"], ["--", "-1", "x=1"], ["--", "-2", "x=1", "--json"],
    ["a", "--plugin=x", "b", "c"], ["a"], [],
  ])
  func formerCommandsAreUsedAgainWithOtherWords(arguments: [String]) throws {
    let former = ParsedCommands()
    for words in [arguments, arguments.map { $0 == "x=1" ? "x=7" : $0 }, arguments] {
      let read = try? WordRows.parse(SetCommand.self, words, former: former) as? SetCommand
      let expected = try? SetCommand.parse(words)
      #expect(read?.arguments == expected?.arguments)
      #expect(read?.global.plugins == expected?.global.plugins)
      #expect(read?.global.json == expected?.global.json)
      #expect(read?.edit.dryRun == expected?.edit.dryRun)
    }
    let refused = ["--nonsense"] + arguments
    #expect(throws: (any Error).self) { try WordRows.parse(SetCommand.self, refused, former: former) }
  }

  /// Checks that an error message quotes the original words instead of a shortened row.
  @Test func aMistakeIsSaidOfWhatWasWritten() throws {
    let arguments = Self.many + ["--nonsense"]
    func words(_ parse: () throws -> Void) -> String {
      do { try parse() } catch { return "\(error)" }
      return "no error"
    }
    let expected = words { _ = try CheckCommand.parse(arguments) }
    #expect(expected != "no error")
    #expect(words { _ = try WordRows.parse(CheckCommand.self, arguments) } == expected)
  }
}
