internal import InspectorKit
internal import JSONText
internal import Workbench

/// The inspector's pane of one object.
struct ObjectPane {
  let object: ObjectInspection
  let options: PaneOptions

  // MARK: text

  func lines(_ style: Style) -> [String] {
    let head = [style.bold(TerminalText.escaped(object.id)), TerminalText.escaped(object.className)]
    let name = object.objectName.map { [TerminalText.escaped($0)] } ?? []
    let lines = [(head + name).joined(separator: "  ")]
    let values = ValueText(style: style)
    var table = PaneTable(["", "PROPERTY", "TYPE", "STORED", "EFFECTIVE", "DEFAULT"], options, values)
    var isEmpty = true
    for section in object.sections {
      let groups = groups(of: section)
      guard !groups.isEmpty else { continue }
      isEmpty = false
      table.begin(options.title(section.title, className: section.className))
      for (place, group) in groups.enumerated() {
        table.beginGroup(group.first?.group, isFirst: place == 0)
        for property in group {
          table.add(row(property, values), property.definition, note: property.notes.joined(separator: "; "))
        }
      }
    }
    return isEmpty ? lines : lines + table.lines()
  }

  /// The rows that are shown, in groups where these are asked for.
  private func groups(of section: ObjectInspection.Section) -> [[InspectedProperty]] {
    let all = options.isGrouped ? section.groups : [section.properties]
    return all.map { $0.filter(options.isShown) }.filter { !$0.isEmpty }
  }

  private func row(_ property: InspectedProperty, _ values: ValueText) -> [TextTable.Cell] {
    let isUnknown = property.state == .unknown
    let style = values.style
    let name = options.name(property)
    return [
      TextTable.Cell(property.isModified ? "*" : "", style: style.new),
      property.isModified ? TextTable.Cell(name, style: style.bold) : TextTable.Cell(name),
      TextTable.Cell(property.type?.rawValue ?? "", style: style.dim),
      values.stored(property),
      isUnknown ? TextTable.Cell("") : values.cell(property.effective),
      isUnknown ? TextTable.Cell("") : values.cell(property.defaultValue),
    ]
  }

  // MARK: JSON

  /// `inspector-object/1`.
  var document: String {
    var line = JSONLine()
    line.add("format", "inspector-object/1")
    line.add("id", .string(object.id))
    line.add("class", .string(object.className))
    line.add("label", .string(object.classLabel))
    line.add("name", object.objectName.map(JSON.string) ?? .null)
    line.add("diagnostics", .array(object.diagnostics.map(\.json)))
    let sections = object.sections.compactMap { section -> String? in
      let properties = section.properties.filter(options.isWanted)
      guard !properties.isEmpty else { return nil }
      var line = JSONLine()
      line.add("title", .string(section.title))
      line.add("class", section.className.isEmpty ? .null : .string(section.className))
      line.add("properties", list: properties.map { "\n\($0.record)" })
      return "\n\(line.text)"
    }
    line.add("sections", list: sections)
    return line.text
  }
}
