import ArgumentParser
import Testing

@testable import CommandLineKit
@testable import CommandReports
@testable import SceneCommands

/// Long rows of words are read as short ones are.
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

  /// What is wrong is said of what was written.
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
