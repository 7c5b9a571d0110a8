package import CommandLineKit
import InspectorKit
import JSONText
package import SceneSessions

/// A receiver of found objects that prints them in one format, such as a table, CSV or JSON.
package protocol FindReport: AnyObject {
  /// Prints a found object, or keeps it for the end of the report.
  func add(_ row: FindRow)

  /// Ends the report.
  ///
  /// - Parameters:
  ///   - count: the number of matching objects; `nil` if `--limit` ended the search before it was known.
  ///   - groups: the value of each group with the number of its objects; empty if no grouping was requested.
  ///   - failures: the failures of scenes that could not be searched.
  func finish(count: Int?, groups: [(value: ColumnValue, count: Int)], failures: [Diagnostic])

  /// True if the report shows the titles of objects. Reading a title requires a search through the object's attributes.
  var showsTitles: Bool { get }

  /// True if the report shows the positions of objects in their files.
  var showsPositions: Bool { get }

  /// Returns the printed text of a value to group by; values with the same text form one group.
  func printed(_ value: ColumnValue) -> String
}

extension FindReport {
  /// False, since JSON and CSV have only standard and requested columns.
  package var showsTitles: Bool { false }
  package var showsPositions: Bool { false }
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

  package func add(_ row: FindRow) {
    let record = record(row)
    if let records { records.add(record) } else { run.print(record) }
  }

  package func printed(_ value: ColumnValue) -> String { value.jsonText ?? "" }

  private func record(_ row: FindRow) -> String {
    var line = JSONLine()
    line.add("scene", path: row.scene)
    line.add("id", .string(row.object.id))
    line.add("class", .string(row.object.className))
    line.add("name", row.object.name.map(JSON.string) ?? .null)
    var group: [(title: String, column: FindPlan.Column)] = []
    if let titled = plan.group, !plan.columns.contains(where: { $0.title == titled.title }) { group = [titled] }
    for titled in plan.columns + group {
      switch titled.column {
      case .scene, .id, .className, .name, .title: break
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

  package func finish(count: Int?, groups: [(value: ColumnValue, count: Int)], failures: [Diagnostic]) {
    let groupRecords = groups.map { value, count in
      var line = JSONLine()
      if let text = value.jsonText { line.add("value", raw: text) }
      line.add("count", .int(count))
      return line.text
    }
    guard let records else {
      guard plan.isCount else { return }
      if plan.group != nil { groupRecords.forEach(run.print) } else { run.print("{\"count\":\(count ?? 0)}") }
      return
    }
    var tail: [(String, String)] = []
    if plan.group != nil { tail.append(("groups", "[\(groupRecords.joined(separator: ","))]")) }
    if let count { tail.append(("count", "\(count)")) }
    tail.append(("errors", JSON.array(failures.map(\.record)).text()))
    records.finish(tail)
  }
}

/// A found object and its scene.
package struct FindRow {
  var scene: String
  var object: FoundObject

  /// Returns the object's value in a column; `.absent` if the object has none.
  subscript(column: FindPlan.Column) -> ColumnValue {
    switch column {
    case .scene: .value(.string(FileName.shown(scene)))
    case .id: .value(.string(object.id))
    case .className: .value(.string(object.className))
    case .name: object.name.map { .value(.string($0)) } ?? .absent
    case .title: object.title.map { .value(.string($0.text)) } ?? .absent
    case .parent(let place), .property(let place): object.values[place]
    }
  }
}
