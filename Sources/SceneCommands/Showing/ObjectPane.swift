internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

/// The inspector's pane of one object.
struct ObjectPane: Pane {
  let object: ObjectInspection
  let options: PaneOptions

  var sections: [ObjectInspection.Section] { object.sections }

  // MARK: text

  func lines(_ style: Style, width: Int?) -> [String] {
    let base = object.inspectedAs.map { " (as \($0))" } ?? ""
    let head = [style.bold(TerminalText.escaped(object.id)), TerminalText.escaped(object.className + base)]
    let name = object.objectName.map { [TerminalText.escaped($0)] } ?? []
    return StyledText.wrapped((head + name).joined(separator: "  "), to: width) + table(style, width: width)
  }

  static let headings = ["STORED", "EFFECTIVE", "DEFAULT"]

  func cells(_ row: InspectedProperty, _ values: ValueText) -> [TextTable.Cell] {
    let isUnknown = row.state == .unknown
    return [
      values.stored(row), row.hasEffective ? values.cell(row.effective) : TextTable.Cell(""),
      isUnknown ? TextTable.Cell("") : values.cell(row.defaultValue),
    ]
  }

  /// Why the component failed stands once: beside the property that it was at, else beside the first.
  func note(_ row: InspectedProperty) -> String {
    let isElsewhere = row.state == .failed && row.name != failedRow
    return row.notes.map { note in
      if isElsewhere, case .failed = note { row.state.rawValue } else { note.text }
    }.joined(separator: "; ")
  }

  private var failedRow: String? {
    let names = object.sections.lazy.flatMap(\.properties).map(\.name)
    return names.first { $0 == object.failure?.property } ?? names.first
  }

  // MARK: JSON

  /// `inspector-object/1`.
  var document: String {
    var line = JSONLine()
    line.add("format", "inspector-object/1")
    line.add("id", .string(object.id))
    line.add("class", .string(object.className))
    line.add("label", .string(object.classLabel))
    if let base = object.inspectedAs { line.add("inspectedAs", .string(base)) }
    line.add("name", object.objectName.map(JSON.string) ?? .null)
    line.add("diagnostics", .array(object.diagnostics.map(\.json)))
    addSections(to: &line)
    return line.text
  }
}

extension ObjectInspection.Section: PaneSection {}

extension InspectedProperty: PaneRow {
  var isStored: Bool { storedText != nil }
}
