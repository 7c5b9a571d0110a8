internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

/// The inspector pane of several objects, which shows each property once.
struct MixedPane: Pane {
  let inspection: MixedInspection
  let options: PaneOptions

  var sections: [MixedInspection.Section] {
    options.showsHidden
      ? inspection.otherNames.joined(to: inspection.sections) { $0.properties += $1 } : inspection.sections
  }

  // MARK: text

  func lines(_ style: Style, width: Int?) -> [String] {
    let classes = inspection.classes.map { found in
      let name = options.isRaw ? found.name : found.label
      return "\(TerminalText.escaped(name)) ×\(found.count)"
    }
    let head = "\(style.bold("\(pluralised(inspection.objects, "object"))"))  \(classes.joined(separator: ", "))"
    return Style.wrapped(head, to: width) + table(style, width: width)
  }

  static let headings = ["VALUE", "STORED", "DEFAULT"]

  func cells(_ row: MixedProperty, _ values: ValueText) -> [TextTable.Cell] {
    [
      values.cell(row.values, of: row.definition),
      // An unknown property has no effective values, so only its stored values are shown.
      row.definition == nil
        ? values.cell(row.storedValues) : TextTable.Cell(stored(row), style: values.style.dim),
      row.definition == nil ? TextTable.Cell("") : values.cell(row.defaults, of: row.definition),
    ]
  }

  func parts(_ row: MixedProperty, _ values: ValueText) -> [(name: String, cells: [TextTable.Cell])] {
    // The numeric parts of a colour mean nothing to users.
    guard row.values.isMixed, row.type != .color else { return [] }
    return row.parts.map { ($0.name, [values.cell($0.values), TextTable.Cell(""), TextTable.Cell("")]) }
  }

  func remark(_ section: MixedInspection.Section) -> String {
    section.objects < inspection.objects ? "  (\(section.objects) of \(inspection.objects))" : ""
  }

  private func stored(_ property: MixedProperty) -> String {
    switch property.stored {
    case 0: ""
    case property.objects: "all"
    default: "\(property.stored) of \(property.objects)"
    }
  }

  /// Returns a row's note: the unexpected states of the values, each with the number of objects.
  func note(_ row: MixedProperty) -> String {
    if let name = otherNameNote(row) { return name }
    let states: [PropertyState] = [.failed, .refused, .inactive, .bound, .inherited, .unset, .computed]
    return states.compactMap { state in row.states[state].map { "\(state.rawValue) ×\($0)" } }.joined(separator: ", ")
  }

  // MARK: JSON

  /// Returns the pane as an `inspector-mixed/1` document.
  func document(scene: String, selector: String) -> String {
    var line = JSONLine()
    line.add("format", "inspector-mixed/1")
    line.add("scene", path: scene)
    line.add("selector", .string(selector))
    line.add("objects", .int(inspection.objects))
    line.add(
      "classes",
      .array(
        inspection.classes.map { name, label, count in
          ["class": .string(name), "label": .string(label), "count": .int(count)]
        }))
    line.add("diagnostics", .array(inspection.diagnostics.map(\.json)))
    addSections(to: &line)
    return line.text
  }

  func addMembers(of section: MixedInspection.Section, to line: inout JSONLine) {
    line.add("objects", .int(section.objects))
  }
}

extension MixedInspection.Section: PaneSection {}

extension MixedProperty: PaneRow {
  var type: PropertyType? { definition?.type }

  var isStored: Bool { stored > 0 }
  var isModified: Bool { modified > 0 }

  /// The property as an element of `properties` in `inspector-mixed/1`.
  var record: String {
    var line = JSONLine()
    line.add("name", .string(name))
    line.add("label", .string(label))
    if let type { line.add("type", .string(type.rawValue)) }
    line.add("objects", .int(objects))
    line.add("stored", .int(stored))
    line.add("modified", .int(modified))
    line.add(
      "states",
      .object(states.sorted { $0.key.rawValue < $1.key.rawValue }.map { .init($0.key.rawValue, .int($0.value)) }))
    if let common = defaults.common { line.add("default", raw: common.jsonText ?? "null") }
    values.add(to: &line)
    if definition == nil { line.add("storedValues", list: storedValues.records) }
    if !parts.isEmpty {
      let records = parts.map { part in
        var line = JSONLine()
        line.add("name", .string(part.name))
        part.values.add(to: &line)
        return line.text
      }
      line.add("parts", list: records)
    }
    if !isVisible { line.add("visible", .bool(false)) }
    definition?.addDetails(to: &line)
    return line.text
  }
}
