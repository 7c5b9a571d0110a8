internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import Workbench

/// The inspector's pane of one object, or of several as one: sections of rows, on paper and as data.
protocol Pane {
  associatedtype Section: PaneSection

  var sections: [Section] { get }
  var options: PaneOptions { get }

  /// The headings of the columns between the type and the note.
  static var headings: [String] { get }

  /// A row's cells in these columns.
  func cells(_ row: Section.Row, _ values: ValueText) -> [TextTable.Cell]

  func note(_ row: Section.Row) -> String

  /// Rows beneath a row: their names, and their cells in the same columns.
  func parts(_ row: Section.Row, _ values: ValueText) -> [(name: String, cells: [TextTable.Cell])]

  /// The remark after a section's title.
  func remark(_ section: Section) -> String

  /// Adds the members of a section beside its title and its properties.
  func addMembers(of section: Section, to line: inout JSONLine)
}

/// The properties that one class declares.
protocol PaneSection {
  associatedtype Row: PaneRow

  var title: String { get }

  /// Empty for the section of unknown properties.
  var className: String { get }
  var properties: [Row] { get }
  var groups: [[Row]] { get }
}

/// A property in a pane.
protocol PaneRow {
  var name: String { get }
  var label: String { get }

  /// Nil for a property that no plugin knows.
  var definition: PropertyDefinition? { get }

  /// Whether the property's condition lets it be shown.
  var isVisible: Bool { get }

  /// Whether a value is stored.
  var isStored: Bool { get }

  /// Whether a value of its own is there that is not the default.
  var isModified: Bool { get }

  /// The row as an element of the JSON array `properties`.
  var record: String { get }
}

extension Pane {
  func parts(_ row: Section.Row, _ values: ValueText) -> [(name: String, cells: [TextTable.Cell])] { [] }
  func remark(_ section: Section) -> String { "" }
  func addMembers(of section: Section, to line: inout JSONLine) {}

  /// The table; no lines where there is no row to show.
  func table(_ style: Style, width: Int? = nil) -> [String] {
    let values = ValueText(style: style)
    var table = PaneTable(["", "PROPERTY", "TYPE"] + Self.headings, options, values)
    var isEmpty = true
    for section in sections {
      let all = options.isGrouped ? section.groups : [section.properties]
      let groups = all.map { $0.filter(options.isShown) }.filter { !$0.isEmpty }
      guard !groups.isEmpty else { continue }
      isEmpty = false
      if isFolded(section) {
        let count = section.properties.count == 1 ? "1 property" : "\(section.properties.count) properties"
        let title = options.title(section.title, className: section.className) + remark(section)
        table.begin(title, remark: "  \(count); '--all' shows what is not in use")
        continue
      }
      table.begin(options.title(section.title, className: section.className) + remark(section))
      for (place, group) in groups.enumerated() {
        table.beginGroup(group.first?.definition?.group, isFirst: place == 0)
        for row in group { add(row, to: &table, values) }
      }
    }
    return isEmpty ? [] : table.lines(width: width)
  }

  /// The note of a row that is another name of a property; nil for the property itself. With '--long' it stands among the
  /// remarks.
  func otherNameNote(_ row: Section.Row) -> String? {
    row.definition?.aliasOf.map { options.isLong ? "" : "another name of '\($0)'" }
  }

  /// Whether a section is what an extension adds, of which nothing is in use: there may be many for every object.
  private func isFolded(_ section: Section) -> Bool {
    guard !options.showsHidden, options.words.isEmpty else { return false }
    return section.properties.allSatisfy { row in
      row.definition?.isOfExtension == true && !row.isStored && !row.isModified && note(row).isEmpty
    }
  }

  private func add(_ row: Section.Row, to table: inout PaneTable, _ values: ValueText) {
    let style = values.style
    let name = options.name(row)
    let head = [
      TextTable.Cell(row.isModified ? "*" : "", style: style.new),
      row.isModified ? TextTable.Cell(name, isWords: true, style: style.bold) : TextTable.Cell(name, isWords: true),
      TextTable.Cell(row.definition?.type.rawValue ?? "", style: style.dim),
    ]
    table.add(head + cells(row, values), row.definition, note: note(row))
    for part in parts(row, values) {
      let head = ["", "  \(TerminalText.escaped(part.name))", ""].map { TextTable.Cell($0) }
      table.add(head + part.cells, nil, note: "")
    }
  }

  /// The member `sections`.
  func addSections(to line: inout JSONLine) {
    let records = sections.compactMap { section -> String? in
      let properties = section.properties.filter(options.isWanted)
      guard !properties.isEmpty else { return nil }
      var line = JSONLine()
      line.add("title", .string(section.title))
      line.add("class", section.className.isEmpty ? .null : .string(section.className))
      addMembers(of: section, to: &line)
      line.add("properties", list: properties.map { "\n\($0.record)" })
      return "\n\(line.text)"
    }
    line.add("sections", list: records)
  }
}

extension Array where Element: PaneSection {
  /// The sections of others with the rows of these, which stand in sections of their classes: of an extension that has none
  /// yet before those without a class.
  func joined(to others: [Element], _ add: (inout Element, [Element.Row]) -> Void) -> [Element] {
    var joined = others
    for section in self {
      if let place = joined.firstIndex(where: { $0.className == section.className }) {
        add(&joined[place], section.properties)
      } else {
        joined.insert(section, at: joined.firstIndex(where: \.className.isEmpty) ?? joined.endIndex)
      }
    }
    return joined
  }
}
