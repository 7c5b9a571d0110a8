internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

/// The inspector pane of one object.
struct ObjectPane: Pane {
  let object: ObjectInspection
  let options: PaneOptions

  /// The layers of each value, by property name; empty if layers are not shown.
  var layers: [String: [ValueExplanation.Reason]] = [:]

  var sections: [ObjectInspection.Section] {
    options.showsHidden ? object.otherNames.joined(to: object.sections) { $0.properties += $1 } : object.sections
  }

  // MARK: text

  func lines(_ style: Style, width: Int?) -> [String] {
    let base = object.inspectedAs.map { " (as \($0))" } ?? ""
    let head = [style.bold(TerminalText.escaped(object.id)), TerminalText.escaped(object.className + base)]
    let name = object.objectName.map { [TerminalText.escaped($0)] } ?? []
    return Style.wrapped((head + name).joined(separator: "  "), to: width) + table(style, width: width)
      + offers(style, width: width)
  }

  /// Returns the lines about the component's actions and its class's presets, which follow the sections; empty if there
  /// are none, or if the options filter the rows.
  private func offers(_ style: Style, width: Int?) -> [String] {
    guard !options.onlyModified, options.words.isEmpty else { return [] }
    let actions = object.actions.map { action in
      let words = [action.definition.label] + (action.isEnabled ? [] : ["inactive"])
      return TerminalText.escaped("\(action.definition.name) (\(words.joined(separator: ", ")))")
    }
    let presets = object.presets.map { TerminalText.escaped($0.name) }
    return [("actions", actions), ("presets", presets)].filter { !$0.1.isEmpty }.flatMap { title, names in
      Style.wrapped(style.dim("\(title): \(names.joined(separator: ", "))"), to: width)
    }
  }

  static let headings = ["STORED", "EFFECTIVE", "DEFAULT"]

  func cells(_ row: InspectedProperty, _ values: ValueText) -> [TextTable.Cell] {
    // Only a declared property has a default.
    let isUnknown = row.definition == nil
    return [
      values.stored(row), row.hasEffective ? values.cell(row.effective, of: row.definition) : TextTable.Cell(""),
      isUnknown ? TextTable.Cell("") : values.cell(row.defaultValue, of: row.definition),
    ]
  }

  /// Returns a row's note. The reason for a component's failure appears only once: in the row of the failing property
  /// if known, otherwise in the first row.
  func note(_ row: InspectedProperty) -> String {
    if let name = otherNameNote(row) { return name }
    let isElsewhere = row.state == .failed && row.name != failedRow
    return row.notes.map { note in
      if isElsewhere, case .failed = note { row.state.rawValue } else { note.text }
    }.joined(separator: "; ")
  }

  /// Returns a line for each layer of a row's value, the outermost last.
  func lines(below row: InspectedProperty, _ style: Style) -> [String] {
    let layers = layers[row.name] ?? []
    let width = layers.map(\.kind.rawValue.utf8.count).max() ?? 0
    return layers.map { layer in
      let kind = layer.kind.rawValue
      let gap = String(repeating: " ", count: width - kind.utf8.count + 2)
      return "\(style.dim(kind))\(gap)\(layer.words(scene: ""))"
    }
  }

  private var failedRow: String? {
    let names = object.sections.lazy.flatMap(\.properties).map(\.name)
    return names.first { $0 == object.failure?.property } ?? names.first
  }

  // MARK: JSON

  func record(_ row: InspectedProperty) -> String {
    row.record { line in
      if let layers = layers[row.name] { line.add("layers", list: layers.map(\.record)) }
    }
  }

  /// The pane as an `inspector-object/1` document.
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
    if !object.actions.isEmpty { line.add("actions", list: object.actions.map { "\n\($0.record)" }) }
    if !object.presets.isEmpty { line.add("presets", list: object.presets.map { "\n\($0.json.text())" }) }
    return line.text
  }
}

extension InspectedAction {
  /// The action as an element of the JSON array `actions`.
  fileprivate var record: String {
    var line = JSONLine()
    line.add("name", .string(definition.name))
    line.add("label", .string(definition.label))
    if let help = definition.help { line.add("help", .string(help)) }
    if let condition = definition.enabledWhen { line.add("enabledWhen", .string(condition)) }
    line.add("enabled", .bool(isEnabled))
    return line.text
  }
}

extension ObjectInspection.Section: PaneSection {}

extension InspectedProperty: PaneRow {
  var isStored: Bool { storedText != nil }
}
