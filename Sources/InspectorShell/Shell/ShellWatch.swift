internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

/// A watched list of objects of a scene. The shell prints the whole list once, and then its changes after each command.
final class ShellWatch {
  let number: Int

  /// The selector as typed, or the selector to which `.` or `@` was expanded.
  let text: String
  private let list: LiveList

  /// The component failures that have been reported. No failure is reported twice.
  private var reported = Set<Diagnostic>()

  init(_ number: Int, _ text: String, _ list: LiveList) {
    (self.number, self.text, self.list) = (number, text, list)
  }

  var count: Int { list.count }

  /// Makes the list follow another session: the session of a scratch, which holds trial edits of the scene, or again
  /// the scene's own session.
  func follow(_ session: SceneSession) { list.follow(session) }

  /// Returns the lines of the whole list, and warns about objects whose values are unknown.
  func lines(_ run: CommandRun) -> [String] {
    reportFailures(run)
    let values = ColumnText(run, list.columns)
    var table = TextTable()
    table.optionalColumns = [2]
    let titles = ["ID", "CLASS", "TITLE"] + list.columns.map { TerminalText.escaped($0.text) }
    table.add(headings: titles, run.style)
    var shown: ColumnValue?
    for row in list.rows {
      if let group = list.group, row.group != shown {
        shown = row.group
        let value = row.group.map { TerminalText.escaped($0.plainText) } ?? ""
        table.add(line: run.style.bold("\(TerminalText.escaped(group.text)): \(value.isEmpty ? "none" : value)"))
      }
      table.add(head(row) + cells(nil, row, values))
    }
    return list.rows.isEmpty ? ["no object matches yet"] : table.lines(width: run.tableWidth)
  }

  /// Updates the list, and returns a title with a line for each changed object; empty if nothing changed. The marks are
  /// `-` for removed, `+` for added, `>` for moved, and `~` for changed values.
  func news(_ run: CommandRun) throws(Diagnostic) -> [String] {
    let difference = try list.update()
    reportFailures(run)
    guard !difference.isEmpty else { return [] }
    var rows: [(index: Int, mark: String, old: LiveRow?, new: LiveRow)] = []
    let changed = Dictionary(difference.changed.map { ($0.index, $0.old) }, uniquingKeysWith: { first, _ in first })
    rows += difference.inserted.map { ($0.index, "+", nil, $0.row) }
    rows += difference.moved.map { ($0.to, ">", changed[$0.to], $0.row) }
    let moved = Set(difference.moved.map(\.to))
    rows += difference.changed.filter { !moved.contains($0.index) }.map { ($0.index, "~", $0.old, $0.new) }
    rows.sort { $0.index < $1.index }
    var table = TextTable()
    let minus = TextTable.Cell("-", as: .fixed, style: run.style.old)
    for gone in difference.removed { table.add([minus] + head(gone.row)) }
    let shown = ColumnText(run, list.columns)
    for row in rows {
      let mark = TextTable.Cell(row.mark, as: .fixed, style: run.style.new)
      table.add([mark] + head(row.new, from: row.old) + cells(row.old, row.new, shown))
    }
    let title = run.style.dim("watch \(number)  \(TerminalText.escaped(text))")
    return [title] + table.lines(width: run.tableWidth)
  }

  // MARK: JSON

  /// Returns the whole list as an `inspector-watch/1` document.
  func document(_ scene: String) -> String {
    var line = JSONLine()
    line.add("format", "inspector-watch/1")
    line.add("number", .int(number))
    line.add("scene", path: scene)
    line.add("selector", .string(text))
    line.add("columns", .array(list.columns.map { .string($0.text) }))
    line.add("group", list.group.map { .string($0.text) } ?? .null)
    line.add("objects", list: list.rows.map { "\n\(record($0))" })
    return line.text
  }

  /// Updates the list, and returns its changes as the JSON text of an element of `watches` in an `inspector-watches/1`
  /// document.
  func record(_ scene: String) throws(Diagnostic) -> String {
    let difference = try list.update()
    var line = JSONLine()
    line.add("number", .int(number))
    line.add("scene", path: scene)
    line.add("selector", .string(text))
    line.add("objects", .int(count))
    line.add("removed", list: difference.removed.map { record($0.row) })
    line.add("inserted", list: difference.inserted.map { record($0.row) })
    line.add("moved", list: difference.moved.map { record($0.row) })
    line.add(
      "changed",
      list: difference.changed.compactMap { change in
        let (old, new) = (record(change.old), record(change.new))
        // Only the title may have changed, which is a text for people.
        guard !old.isExactly(new) else { return nil }
        var line = JSONLine()
        line.add("old", raw: old)
        line.add("new", raw: new)
        return line.text
      })
    return line.text
  }

  private static let ownKeys: Set = ["id", "class", "name", "group"]

  /// Returns an object with its columns as JSON text, in the form of `find --json`.
  private func record(_ row: LiveRow) -> String {
    var line = JSONLine()
    line.add("id", .string(row.object.id))
    line.add("class", .string(row.object.className))
    line.add("name", row.object.name.map(JSON.string) ?? .null)
    if let group = row.group { line.add("group", raw: group.jsonText ?? "null") }
    for (column, value) in zip(list.columns, row.object.values) where !Self.ownKeys.contains(column.text) {
      if let text = value.jsonText {
        line.add(column.text, raw: text)
      } else if column.isParent {
        line.add(column.text, .null)
      }
    }
    return line.text
  }

  // MARK: Text

  /// Warns once about each object whose values are unknown.
  private func reportFailures(_ run: CommandRun) {
    for var failure in list.diagnostics where reported.insert(failure).inserted {
      failure.severity = .warning
      run.say(failure.shown())
    }
  }

  /// Returns the cells for id, class and title. A changed text is preceded by the old text and an arrow.
  private func head(_ row: LiveRow, from old: LiveRow? = nil) -> [TextTable.Cell] {
    func words(_ row: LiveRow) -> [String?] {
      [TerminalText.escaped(row.object.id), TerminalText.escaped(row.object.className), title(row.object)]
    }
    return zip(words(old ?? row), words(row)).enumerated().map { place, texts in
      let (former, now) = texts
      let isSame = former.map(ExactText.init) == now.map(ExactText.init)
      guard isSame else { return TextTable.Cell("\(former ?? "(none)") → \(now ?? "(none)")", as: .words) }
      return TextTable.Cell(now ?? "", as: place == 0 ? .name : .words)
    }
  }

  /// Returns the title of an object; nil if the object has no title, or if a column shows the same text.
  private func title(_ object: FoundObject) -> String? {
    guard let title = object.title, !list.columns.contains(where: { $0.text == title.property }) else { return nil }
    return title.shown
  }

  /// Returns the cells for the values of the columns. A changed value is preceded by the old value and an arrow.
  private func cells(_ old: LiveRow?, _ new: LiveRow, _ values: ColumnText) -> [TextTable.Cell] {
    new.object.values.enumerated().map { place, value in
      let definition = values.definitions[place]
      guard let former = old?.object.values[place], former != value else {
        return values.text.cell(value, of: definition)
      }
      return TextTable.Cell(
        "\(values.text.short(former, of: definition)) → \(values.text.short(value, of: definition))")
    }
  }
}

/// The formatter of a list's columns.
private struct ColumnText {
  let text: ValueText

  /// For each column, the declaration whose options or flags name its values; nil if its values have no names.
  let definitions: [PropertyDefinition?]

  init(_ run: CommandRun, _ columns: [FindColumn]) {
    text = ValueText(style: run.style)
    definitions = DeclaredProperties(run).definitions(of: columns)
  }
}

extension Shell {
  /// Prints the changes that a command made to the watched lists.
  func reportWatches() {
    // If a cancelled command left changes unreported, the next command reports them.
    guard !job.isCancelled else { return }
    for scene in scenes {
      for watch in scene.watches {
        do throws(Diagnostic) {
          try watch.news(run).forEach(print)
        } catch {
          if job.isCancelled {
            return say("watch \(watch.number): cancelled; the next command shows what has changed")
          }
          say("watch \(watch.number): \(TerminalText.escapedLines(error.message))")
        }
      }
    }
  }
}
