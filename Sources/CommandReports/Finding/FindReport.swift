package import CommandLineKit
import InspectorKit
import JSONText
package import SceneSessions

/// A receiver of found objects.
package protocol FindReport: AnyObject {
  func add(_ row: FindRow)
  func finish(_ end: FindEnd)

  /// Returns the printed text of a value to group by: values with the same text form one group.
  func printed(_ value: ColumnValue) -> String
}

/// The totals of a search, known at its end.
package struct FindEnd {
  /// The number of matching objects; `nil` if `--limit` ended the search before it was known.
  package var count: Int?

  /// The values of the group with the number of their objects.
  package var groups: [(value: ColumnValue, count: Int)] = []

  /// The failures of scenes that could not be searched.
  package var failures: [Diagnostic] = []
}

/// A report as one `inspector-find/1` document, or as one JSON record per line.
package final class FindJSON: FindReport {
  private let run: CommandRun
  private let plan: FindPlan

  /// The list of records; `nil` for one JSON record per line.
  private let records: JSONRecords?

  package init(_ run: CommandRun, _ plan: FindPlan, isLines: Bool) {
    self.run = run
    self.plan = plan
    records = isLines ? nil : JSONRecords(run.context, [("format", "inspector-find/1")], list: "objects")
  }

  package func add(_ row: FindRow) { write(record(row)) }

  package func printed(_ value: ColumnValue) -> String { value.jsonText ?? "" }

  private func write(_ record: String) {
    if let records { records.add(record) } else { run.print(record) }
  }

  private func record(_ row: FindRow) -> String {
    var line = JSONLine()
    line.add("scene", path: row.scene)
    line.add("id", .string(row.object.id))
    line.add("class", .string(row.object.className))
    line.add("name", row.object.name.map(JSON.string) ?? .null)
    var group: [FindPlan.Titled] = []
    if let titled = plan.group, !plan.columns.contains(where: { $0.title == titled.title }) { group = [titled] }
    for titled in plan.columns + group {
      switch titled.column {
      case .scene, .id, .className, .name: break
      case .parent: line.add(titled.title, raw: row[titled.column].jsonText ?? "null")
      case .property: if let text = row[titled.column].jsonText { line.add(titled.title, raw: text) }
      }
    }
    let undeclared = (plan.columns + group).filter { titled in
      if case .property(let place) = titled.column { row.object.undeclared.contains(place) } else { false }
    }
    let isFree = !plan.columns.contains { $0.title == "undeclared" }
    if !undeclared.isEmpty, isFree { line.add("undeclared", .array(undeclared.map { .string($0.title) })) }
    return line.text
  }

  package func finish(_ end: FindEnd) {
    let groups = end.groups.map { value, count in
      var line = JSONLine()
      if let text = value.jsonText { line.add("value", raw: text) }
      line.add("count", .int(count))
      return line.text
    }
    guard let records else {
      guard plan.isCount else { return }
      if plan.group != nil { groups.forEach(run.print) } else { run.print("{\"count\":\(end.count ?? 0)}") }
      return
    }
    var tail: [(String, String)] = []
    if plan.group != nil { tail.append(("groups", "[\(groups.joined(separator: ","))]")) }
    if let count = end.count { tail.append(("count", "\(count)")) }
    tail.append(("errors", JSON.array(end.failures.map(\.record)).text()))
    records.finish(tail)
  }
}

/// A found object and its scene.
package struct FindRow {
  var scene: String
  var object: FoundObject

  /// The object's value in a column.
  subscript(column: FindPlan.Column) -> ColumnValue {
    switch column {
    case .scene: .value(.string(FileName.shown(scene)))
    case .id: .value(.string(object.id))
    case .className: .value(.string(object.className))
    case .name: object.name.map { .value(.string($0)) } ?? .absent
    case .parent(let place), .property(let place): object.values[place]
    }
  }
}

/// A report that passes rows on to another report, and finally makes the printed objects the shell's selection.
package final class FindSelecting: FindReport {
  private let report: any FindReport
  private let workspace: any Workspace
  private let job: InspectorJob
  private var ids: [String] = []

  /// - Parameter job: what was given up selects nothing.
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
