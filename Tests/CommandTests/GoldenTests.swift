import ArgumentParser
import Foundation
import Testing
import Workbench

@testable import InspectorCommands

/// Tests of whole runs. Each folder of `Tests/Golden` contains `commands.txt`, the files that the commands need, and
/// `expected.txt`, the transcript. `INSPECTOR_RECORD=1` records all transcripts again, and fails; a case's name instead
/// of 1 records only this case.
@Suite struct GoldenTests {
  @Test(arguments: GoldenCase.names)
  func matches(name: String) throws {
    let recorded = ProcessInfo.processInfo.environment["INSPECTOR_RECORD"]
    if let recorded, recorded != "1", recorded != name { return }
    let golden = try GoldenCase(name)
    let transcript = try golden.run()
    if recorded != nil {
      try transcript.write(toFile: golden.expectedPath, atomically: true, encoding: .utf8)
      Issue.record("'\(name)' was recorded again; look at the difference, and run without INSPECTOR_RECORD")
      return
    }
    let expected = (try? String(contentsOfFile: golden.expectedPath, encoding: .utf8)) ?? ""
    if transcript != expected { Issue.record("'\(name)' differs:\n\(lineDifference(expected, transcript))") }
  }

  /// Checks that some case runs every command of the table, as text and as JSON.
  @Test func everyCommandIsRun() throws {
    let commands = try GoldenCase.names.flatMap { try GoldenCase($0).commands }.filter { $0.contains("inspector ") }
    for row in CommandTable.rows {
      let lines = commands.filter { $0.contains("inspector \(row.name)") }
      #expect(lines.contains { !$0.contains("--json") }, "no golden case runs '\(row.name)'")
      #expect(lines.contains { $0.contains("--json") }, "no golden case runs '\(row.name) --json'")
    }
  }

  /// Checks that the documentation's index lists every command.
  @Test func everyCommandIsInTheIndex() throws {
    let index = try String(contentsOfFile: "\(GoldenCase.testsFolder)/../Documentation/README.md", encoding: .utf8)
    let lines = index.split(separator: "\n").filter { $0.hasPrefix("| `") }
    for row in CommandTable.rows where !row.isHidden {
      let isNamed = lines.contains { line in
        guard let group = row.group else { return line.contains("`\(row.name)") }
        return line.hasPrefix("| `\(group) ") && (line.contains("`\(row.name)") || line.contains("`\(row.verb)"))
      }
      #expect(isNamed, "the table of 'Documentation/README.md' does not name '\(row.name)'")
    }
  }

  /// Checks that every group of commands has its own help.
  @Test func everyGroupHasHelp() {
    let groups = CommandTable.groups.map { $0.configuration.commandName ?? "" }
    #expect(Set(groups) == Set(CommandTable.program.compactMap { $0.row.group }))
  }

  /// Checks that a command's row lists every exit code that the command returns in some case.
  @Test func everyExitCodeIsListed() throws {
    for name in GoldenCase.names {
      var row: CommandRow?
      let transcript = try String(contentsOfFile: try GoldenCase(name).expectedPath, encoding: .utf8)
      for line in transcript.split(separator: "\n") {
        if line.hasPrefix("$ ") {
          let words = line.components(separatedBy: "inspector ").last ?? ""
          row = CommandTable.rows.first { words.hasPrefix("\($0.name) ") }
        } else if let row, line.hasPrefix("[exit "), let code = Int32(line.dropFirst(6).dropLast()), code < 128 {
          let listed = row.statuses.map(\.rawValue)
          #expect(listed.contains(code), "'\(row.name)' ends with \(code) in '\(name)', and its help does not say so")
        }
      }
    }
  }

  /// Checks that some case returns every exit code in the table.
  @Test func everyExitCodeIsGiven() throws {
    let transcripts = try GoldenCase.names.map {
      try String(contentsOfFile: try GoldenCase($0).expectedPath, encoding: .utf8)
    }
    let lines = transcripts.flatMap { $0.split(separator: "\n") }
    for status in Set(CommandTable.rows.flatMap(\.statuses)) where status != .done {
      #expect(lines.contains("[exit \(status.rawValue)]"), "no golden case ends with \(status.rawValue)")
    }
  }
}

/// Returns the differing lines, with `-` before expected lines and `+` before found ones.
func lineDifference(_ expected: String, _ found: String) -> String {
  let old = expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let new = found.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  return new.difference(from: old).map { change in
    switch change {
    case .remove(let place, let line, _): "- \(place + 1): \(line)"
    case .insert(let place, let line, _): "+ \(place + 1): \(line)"
    }
  }.joined(separator: "\n")
}
