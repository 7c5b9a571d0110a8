internal import InspectorKit
internal import JSONText
internal import Workbench

/// The inspector's pane of several objects.
struct MixedPane {
  let inspection: MixedInspection
  let options: PaneOptions

  /// How many of differing values are shown.
  private static let shownValues = 5

  // MARK: text

  func lines(_ style: Style, width: Int?) -> [String] {
    let classes = inspection.classes.map { found in
      let name = options.isRaw ? found.name : found.label
      return "\(TerminalText.escaped(name)) ×\(found.count)"
    }
    let lines = [
      "\(style.bold("\(Counted(inspection.objects, "object"))"))  \(classes.joined(separator: ", "))"
    ]
    let values = ValueText(style: style)
    var table = PaneTable(["", "PROPERTY", "TYPE", "VALUE", "STORED", "DEFAULT"], options, values)
    var isEmpty = true
    for section in inspection.sections {
      let groups = groups(of: section)
      guard !groups.isEmpty else { continue }
      isEmpty = false
      let title = options.title(section.title, className: section.className)
      let isPart = section.objects < inspection.objects
      table.begin(isPart ? "\(title)  (\(section.objects) of \(inspection.objects))" : title)
      for (place, group) in groups.enumerated() {
        table.beginGroup(group.first?.definition?.group, isFirst: place == 0)
        for property in group { add(property, to: &table, values) }
      }
    }
    return isEmpty ? lines : lines + table.lines(width: width)
  }

  private func groups(of section: MixedInspection.Section) -> [[MixedProperty]] {
    let all = options.isGrouped ? section.groups : [section.properties]
    return all.map { $0.filter(options.isShown) }.filter { !$0.isEmpty }
  }

  private func add(_ property: MixedProperty, to table: inout PaneTable, _ values: ValueText) {
    let style = values.style
    let name = options.name(property)
    table.add(
      [
        TextTable.Cell(property.modified > 0 ? "*" : "", style: style.new),
        property.modified > 0 ? TextTable.Cell(name, style: style.bold) : TextTable.Cell(name),
        TextTable.Cell(property.type?.rawValue ?? "", style: style.dim), cell(property.values, values),
        TextTable.Cell(stored(property), style: style.dim),
        property.definition == nil ? TextTable.Cell("") : cell(property.defaults, values),
      ], property.definition, note: note(property))
    // A colour's numbers tell people nothing.
    guard property.values.isMixed, property.type != .color else { return }
    for part in property.parts {
      table.add(
        [
          TextTable.Cell(""), TextTable.Cell("  \(part.name)"), TextTable.Cell(""), cell(part.values, values),
          TextTable.Cell(""), TextTable.Cell(""),
        ], nil, note: "")
    }
  }

  /// The value that all have, or those that there are.
  private func cell(_ mixed: MixedValues, _ values: ValueText) -> TextTable.Cell {
    if let common = mixed.common { return values.cell(common) }
    let counts = onPaper(mixed.counts, values)
    var words = counts.prefix(Self.shownValues).map { "\(values.short($0.value)) ×\($0.count)" }
    if counts.count > Self.shownValues { words.append("…, \(counts.count - Self.shownValues) more") }
    return TextTable.Cell("mixed: \(words.joined(separator: ", "))")
  }

  /// Colours that look the same are one on paper, and several as data.
  private func onPaper(
    _ counts: [(value: ColumnValue, count: Int)], _ values: ValueText
  ) -> [(value: ColumnValue, count: Int)] {
    guard case .value(.color)? = counts.lazy.map(\.value).first(where: { $0 != .unset }) else { return counts }
    var merged: [(value: ColumnValue, count: Int)] = []
    var places: [String: Int] = [:]
    for (value, count) in counts {
      let text = values.short(value)
      if let place = places[text] {
        merged[place].count += count
      } else {
        places[text] = merged.count
        merged.append((value: value, count: count))
      }
    }
    return merged.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
  }

  private func stored(_ property: MixedProperty) -> String {
    switch property.stored {
    case 0: ""
    case property.objects: "all"
    default: "\(property.stored) of \(property.objects)"
    }
  }

  /// States that one would not expect of a value.
  private func note(_ property: MixedProperty) -> String {
    let states: [PropertyState] = [.refused, .inactive, .unset]
    return states.compactMap { state in property.states[state].map { "\(state.rawValue) ×\($0)" } }
      .joined(separator: ", ")
  }

  // MARK: JSON

  /// `inspector-mixed/1`.
  func document(scene: String, selector: String) -> String {
    var line = JSONLine()
    line.add("format", "inspector-mixed/1")
    line.add("scene", .string(scene))
    line.add("selector", .string(selector))
    line.add("objects", .int(inspection.objects))
    line.add(
      "classes",
      .array(
        inspection.classes.map { name, label, count in
          ["class": .string(name), "label": .string(label), "count": .int(count)]
        }))
    line.add("diagnostics", .array(inspection.diagnostics.map(\.json)))
    let sections = inspection.sections.compactMap { section -> String? in
      let properties = section.properties.filter(options.isWanted)
      guard !properties.isEmpty else { return nil }
      var line = JSONLine()
      line.add("title", .string(section.title))
      line.add("class", section.className.isEmpty ? .null : .string(section.className))
      line.add("objects", .int(section.objects))
      line.add("properties", list: properties.map { "\n\($0.record)" })
      return "\n\(line.text)"
    }
    line.add("sections", list: sections)
    return line.text
  }
}

extension MixedProperty {
  /// An element of `properties` in `inspector-mixed/1`.
  fileprivate var record: String {
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

extension MixedValues {
  /// `mixed`, and `value` or `values`.
  fileprivate func add(to line: inout JSONLine) {
    line.add("mixed", .bool(isMixed))
    if let common {
      line.add("value", raw: common.jsonText ?? "null")
      return
    }
    let records = counts.map { value, count in
      var line = JSONLine()
      line.add("value", raw: value.jsonText ?? "null")
      line.add("count", .int(count))
      return line.text
    }
    line.add("values", list: records)
  }
}
