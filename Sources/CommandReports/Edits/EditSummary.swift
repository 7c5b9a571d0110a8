package import CommandLineKit
package import JSONText
internal import SceneSessions

/// The numbers of scenes with each outcome of an edit.
package struct EditSummary {
  private var (changed, partly, unchanged, refused) = (0, 0, 0, 0)
  /// The exit status of a changed scene; `findings` if the command counts differences as findings.
  private var changedStatus = ExitStatus.done
  /// The number of failed scenes by their exit status.
  private var failed: [ExitStatus: Int] = [:]
  private var exitCodes: [ExitStatus: Int] = [:]
  package private(set) var count = 0

  package mutating func add(_ outcome: EditOutcome) {
    count += 1
    exitCodes[outcome.status, default: 0] += 1
    guard let failure = outcome.failure else {
      let (isChanged, isDone) = (outcome.result?.hasNewText == true, outcome.result?.skipped.isEmpty != false)
      if isChanged, isDone { changedStatus = outcome.status }
      switch (isChanged, isDone) {
      case (true, true): changed += 1
      case (true, false): partly += 1
      case (false, true): unchanged += 1
      case (false, false): refused += 1
      }
      return
    }
    let status = ExitStatus(failure)
    if failure.isRefusalOfEdit, status == .findings { refused += 1 } else { failed[status, default: 0] += 1 }
  }

  /// Returns the lines of a table with a row for each outcome that occurred.
  ///
  /// - Parameter left: the number of scenes that were not processed.
  package func lines(isDryRun: Bool, left: Int, style: Style, width: Int?) -> [String] {
    var rows: [(count: Int, outcome: String, code: Int32?)] = [
      (changed, isDryRun ? "would be changed" : "changed", changedStatus == .done ? nil : changedStatus.rawValue),
      (partly, isDryRun ? "would be changed in part" : "changed in part", ExitStatus.findings.rawValue),
      (unchanged, "unchanged", nil),
      (refused, "refused", ExitStatus.findings.rawValue),
    ]
    for (status, count) in failed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      rows.append((count, "failed: \(status.meaning)", status.rawValue))
    }
    rows.append((left, "not reached", nil))
    return Self.table(rows, style).lines(width: width)
  }

  /// Returns a table of scene outcomes, without rows for outcomes that did not occur.
  package static func table(_ rows: [(count: Int, outcome: String, code: Int32?)], _ style: Style) -> TextTable {
    var table = TextTable()
    table.add(headings: ["SCENES", "OUTCOME", "EXIT"], style)
    table.optionalColumns = [2]
    for row in rows where row.count > 0 {
      let count = String(row.count)
      let padding = String(repeating: " ", count: max("SCENES".utf8.count - count.utf8.count, 0))
      table.add([
        TextTable.Cell(padding + count, as: .fixed), TextTable.Cell(row.outcome, as: .words),
        TextTable.Cell(row.code.map { String($0) } ?? "", as: .fixed),
      ])
    }
    return table
  }

  /// Returns the `summary` member of an `inspector-changes/1` document.
  ///
  /// - Parameters:
  ///   - left: the number of scenes that were not processed.
  ///   - failure: the failure of the edit as a whole; nil for none.
  ///   - status: the exit status of the command.
  package func json(left: Int, _ failure: Diagnostic?, _ status: ExitStatus) -> JSON {
    let codes = exitCodes.sorted { $0.key.rawValue < $1.key.rawValue }.map { status, count in
      JSON.Member(String(status.rawValue), .int(count))
    }
    var members: [JSON.Member] = [
      .init("scenes", .int(count)), .init("changed", .int(changed)), .init("changedInPart", .int(partly)),
      .init("unchanged", .int(unchanged)), .init("refused", .int(refused)),
      .init("failed", .int(failed.values.reduce(0, +))), .init("notReached", .int(left)),
      .init("exitCodes", .object(codes)), .init("exitCode", .int(Int(status.rawValue))),
    ]
    if let failure { members.append(.init("error", failure.record)) }
    return .object(members)
  }
}
