package import SceneSessions

/// Passes rows on to a report, and at the end makes the objects that were printed the shell's selection.
package final class FindSelecting: FindReport {
  private let report: any FindReport
  private let workspace: any Workspace
  private let job: InspectorJob
  private var ids: [String] = []

  /// - Parameter cancellation: what was given up selects nothing.
  package init(_ report: any FindReport, _ workspace: any Workspace, under job: InspectorJob) {
    self.report = report
    self.workspace = workspace
    self.job = job
  }

  package func add(_ row: FindRow) {
    ids.append(row.object.id)
    report.add(row)
  }

  package func printed(_ value: ColumnValue) -> String { report.printed(value) }

  package func finish(_ end: FindEnd) {
    report.finish(end)
    if !ids.isEmpty, !job.isCancelled { workspace.select(ids) }
  }
}
