internal import Workbench

/// Hands rows on, and in the end makes the objects that were told the shell's selection.
final class FindSelecting: FindReport {
  private let report: any FindReport
  private let live: any LiveScenes
  private var ids: [String] = []

  init(_ report: any FindReport, _ live: any LiveScenes) {
    self.report = report
    self.live = live
  }

  func add(_ row: FindRow) {
    ids.append(row.object.id)
    report.add(row)
  }

  func finish(_ end: FindEnd) {
    report.finish(end)
    if !ids.isEmpty { live.select(ids) }
  }
}
