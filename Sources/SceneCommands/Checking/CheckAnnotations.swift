internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

/// A report of findings as workflow commands of GitHub Actions: errors one by one, then a command for each group of
/// warnings.
///
/// GitHub shows at most 50 annotations of a job, so no more are printed; the last one counts the rest. The format is
/// that of "Workflow commands for GitHub Actions" in GitHub's documentation.
final class CheckAnnotations: CheckReport {
  private let run: CommandRun
  private var groups = FindingGroups()
  private var printed = 0

  /// The number of findings that are not printed for lack of room.
  private var unprinted = 0

  private static let most = 50

  init(_ run: CommandRun) { self.run = run }

  func add(_ scene: CheckedScene) {
    for finding in scene.diagnostics {
      if finding.severity == .error {
        add(finding, count: 1, suffix: "")
      } else {
        groups.add(finding, of: scene.scene)
      }
    }
  }

  func finish(_ totals: CheckTotals, _ templates: ShownTemplates) {
    for group in groups.list {
      add(group.first, count: group.count, suffix: group.count > 1 ? " (and \(group.count - 1) more like it)" : "")
    }
    guard unprinted > 0 else { return }
    run.print(
      "::\(totals.errors > 0 ? "error" : "warning")::\(unprinted) more \(unprinted == 1 ? "finding" : "findings"); 'inspector check' lists them"
    )
  }

  private func add(_ finding: Diagnostic, count: Int, suffix: String) {
    // The last line is reserved for the number of findings that are not printed.
    guard printed < Self.most - 1 else {
      unprinted += count
      return
    }
    printed += 1
    let properties = [
      finding.file.map { "file=\(Self.escaped(TerminalText.escaped(CheckSARIF.plain($0))))" },
      finding.line.map { "line=\($0)" },
      finding.column.map { "col=\($0)" }, "title=\(Self.escaped(finding.code.rawValue))",
    ].compactMap(\.self)
    let message = TerminalText.escaped(finding.message + suffix).replacing("%", with: "%25")
    run.print("::\(finding.severity.rawValue) \(properties.joined(separator: ","))::\(message)")
  }

  /// Escapes the value of a property of a workflow command, in which a colon and a comma have special meanings.
  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
