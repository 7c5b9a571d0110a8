import CommandLineKit
import InspectorKit
import JSONText
import Workbench

/// The inspector pane of one object or of several: sections of rows, as text and as JSON.
protocol Pane {
  associatedtype Section: PaneSection

  var sections: [Section] { get }
  var options: PaneOptions { get }

  /// Returns the pane as text: a heading, and the lines of ``table(_:width:)``.
  ///
  /// - Parameter width: the width of the terminal in columns; nil to leave lines unbroken.
  func lines(_ style: Style, width: Int?) -> [String]

  /// The headings of the columns between the type and the note.
  static var headings: [String] { get }

  /// Returns a row's cells below the ``headings``.
  func cells(_ row: Section.Row, _ values: ValueText) -> [TextTable.Cell]

  func note(_ row: Section.Row) -> String

  /// Returns the lines below a row for the components of its value: each component's name, and its cells below the
  /// ``headings``.
  func parts(_ row: Section.Row, _ values: ValueText) -> [(name: String, cells: [TextTable.Cell])]

  /// Returns the lines below a row that do not align with the ``headings``.
  func lines(below row: Section.Row, _ style: Style) -> [String]

  /// Returns the remark after a section's title; empty for no remark.
  func remark(_ section: Section) -> String

  /// Adds the JSON members of a section that are specific to this kind of pane.
  func addMembers(of section: Section, to line: inout JSONLine)

  /// Returns a row as an element of the JSON array `properties`.
  func record(_ row: Section.Row) -> String
}

/// A section of a pane: the properties that one class declares, or the unknown properties.
protocol PaneSection {
  associatedtype Row: PaneRow

  var title: String { get }

  /// The name of the class; empty for the section of unknown properties.
  var className: String { get }
  var properties: [Row] { get }
  var groups: [[Row]] { get }
}

/// A row of a pane: a property of one object, or of several.
protocol PaneRow {
  var name: String { get }
  var label: String { get }

  /// The declaration of the property; nil for a property that no plugin declares.
  var definition: PropertyDefinition? { get }

  /// The type of the value; nil if the type is unknown.
  var type: PropertyType? { get }

  /// True if the property has no visibility condition, or its condition is met.
  var isVisible: Bool { get }

  /// True if an object of the pane stores a value.
  var isStored: Bool { get }

  /// True if an object of the pane stores a value that differs from the default.
  var isModified: Bool { get }

  /// The row as an element of the JSON array `properties`.
  var record: String { get }
}

extension Pane {
  func parts(_ row: Section.Row, _ values: ValueText) -> [(name: String, cells: [TextTable.Cell])] { [] }
  func lines(below row: Section.Row, _ style: Style) -> [String] { [] }
  func remark(_ section: Section) -> String { "" }
  func addMembers(of section: Section, to line: inout JSONLine) {}
  func record(_ row: Section.Row) -> String { row.record }

  /// Returns the lines of the table of all sections; empty if no row passes the filters.
  func table(_ style: Style, width: Int?) -> [String] {
    let values = ValueText(style: style)
    let headings = ["", "PROPERTY", "TYPE"] + Self.headings
    let all = headings + (options.isLong ? ["UNIT", "LIMITS", "NOTE"] : ["NOTE"])
    var table = TextTable()
    table.add(headings: all, style)
    table.isCut = !options.isLong
    if options.isLong { table.optionalColumns = Set(headings.count..<all.count) }
    var isEmpty = true
    for section in sections {
      let groups = (options.isGrouped ? section.groups : [section.properties])
        .map { $0.filter(options.isShown) }.filter { !$0.isEmpty }
      guard !groups.isEmpty else { continue }
      isEmpty = false
      let title = style.bold(options.title(section.title, className: section.className) + remark(section))
      if isFolded(section) {
        let count = section.properties.count == 1 ? "1 property" : "\(section.properties.count) properties"
        table.add(line: title + style.dim("  \(count); '--all' shows what is not in use"))
        continue
      }
      table.add(line: title)
      for (place, group) in groups.enumerated() {
        if options.isGrouped {
          if place > 0 { table.add(line: "") }
          // The title that an author gave the group.
          if let title = group[0].definition?.group {
            table.add(line: "   \(style.dim(TerminalText.escaped(title)))")
          }
        }
        for row in group { add(row, to: &table, values) }
      }
    }
    return isEmpty ? [] : table.lines(width: width)
  }

  /// Returns the note of a row whose property is an alias; nil for any other row. With `--long` the note is empty,
  /// since the remarks below the row contain it.
  func otherNameNote(_ row: Section.Row) -> String? {
    row.definition?.aliasOf.map { options.isLong ? "" : "another name of '\($0)'" }
  }

  /// Returns true if only the title of a section is shown, because all its properties belong to an extension and are
  /// unused. An object may have many such properties.
  private func isFolded(_ section: Section) -> Bool {
    guard !options.showsHidden, options.words.isEmpty else { return false }
    return section.properties.allSatisfy { row in
      row.definition?.isOfExtension == true && !row.isStored && !row.isModified && note(row).isEmpty
    }
  }

  /// Adds the line of a row, its remarks, and the lines of its parts.
  private func add(_ row: Section.Row, to table: inout TextTable, _ values: ValueText) {
    let style = values.style
    let name = options.name(row)
    let head = [
      TextTable.Cell(row.isModified ? "*" : "", as: .fixed, style: style.new),
      row.isModified ? TextTable.Cell(name, as: .words, style: style.bold) : TextTable.Cell(name, as: .words),
      TextTable.Cell(row.type?.rawValue ?? "", as: .fixed, style: style.dim),
    ]
    table.add(head + cells(row, values) + details(row.definition, note: note(row)))
    if options.isLong {
      // Sentences are too long for a column.
      for line in row.definition?.remarks ?? [] { table.add(line: "     \(style.dim(TerminalText.escaped(line)))") }
    }
    for line in lines(below: row, style) { table.add(line: "     \(line)") }
    for part in parts(row, values) {
      let head = ["", "  \(TerminalText.escaped(part.name))", ""].map { TextTable.Cell($0) }
      table.add(head + part.cells + details(nil, note: ""))
    }
  }

  /// Returns the cells to the right of the columns in ``headings``: the note or, with `--long`, the unit, the limits
  /// and the note.
  private func details(_ definition: PropertyDefinition?, note: String) -> [TextTable.Cell] {
    let note = TextTable.Cell(TerminalText.escaped(note), as: .words)
    guard options.isLong else { return [note] }
    return [
      TextTable.Cell(TerminalText.escaped(definition?.unit ?? "")),
      TextTable.Cell(TerminalText.escaped(definition?.limits ?? ""), as: .words), note,
    ]
  }

  /// Adds the JSON member `sections`, with the rows that pass the filters. A section without such rows is left out.
  func addSections(to line: inout JSONLine) {
    let records = sections.compactMap { section -> String? in
      let properties = section.properties.filter(options.isWanted)
      guard !properties.isEmpty else { return nil }
      var line = JSONLine()
      line.add("title", .string(section.title))
      line.add("class", section.className.isEmpty ? .null : .string(section.className))
      addMembers(of: section, to: &line)
      line.add("properties", list: properties.map { "\n\(record($0))" })
      return "\n\(line.text)"
    }
    line.add("sections", list: records)
  }
}

extension Array where Element: PaneSection {
  /// Returns `others` with the rows of these sections added to the sections of the same classes. A section whose class
  /// is not among the others is inserted before the section of unknown properties.
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

/// The options that decide which rows a pane shows, and in which form.
struct PaneOptions {
  /// True if identifiers replace labels.
  var isRaw = false

  /// True if a pane shows limits, units and remarks besides values.
  var isLong = false

  /// True if blank lines separate the groups that Interface Builder shows.
  var isGrouped = false

  /// True if aliases, unused extensions and properties hidden by their conditions are shown, too.
  var showsHidden = false

  /// True if only properties with a stored value that differs from the default are shown.
  var onlyModified = false

  /// The search words. A property is shown if its label or identifier contains each of them; empty to show all.
  var words: [String] = []

  // MARK: filters

  func isShown(_ row: some PaneRow) -> Bool { isWanted(row) && (showsHidden || row.isVisible || row.isStored) }

  /// Returns true if a property passes the row filters, which apply to text and JSON.
  func isWanted(_ row: some PaneRow) -> Bool { (!onlyModified || row.isModified) && holdsWords(row) }

  func holdsWords(_ row: some PaneRow) -> Bool {
    guard !words.isEmpty else { return true }
    let (label, name) = (row.label.lowercased(), row.name.lowercased())
    return words.allSatisfy { word in
      let word = word.lowercased()
      return label.contains(word) || name.contains(word)
    }
  }

  // MARK: names

  /// Returns the displayed name of a property: its label or identifier or, if no plugin declares the property, the
  /// stored name.
  func name(_ row: some PaneRow) -> String {
    TerminalText.escaped(isRaw || row.definition == nil ? row.name : row.label)
  }

  func title(_ title: String, className: String) -> String {
    TerminalText.escaped(isRaw && !className.isEmpty ? className : title)
  }
}
