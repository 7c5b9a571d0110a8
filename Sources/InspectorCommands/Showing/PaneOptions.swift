internal import InspectorKit
internal import Workbench

/// What the inspector's panes show, and how.
struct PaneOptions {
  /// Identifiers in the place of labels.
  var isRaw = false

  /// What is known of each property besides its values.
  var isLong = false

  /// The groups that Interface Builder draws, with blank lines between them.
  var isGrouped = false

  /// Properties, too, that their conditions hide.
  var showsHidden = false

  /// Only properties with a value of their own that is not the default.
  var onlyModified = false

  // MARK: which rows

  func isShown(_ property: InspectedProperty) -> Bool {
    isWanted(property) && (showsHidden || property.isVisible || property.storedText != nil)
  }

  func isShown(_ property: MixedProperty) -> Bool {
    isWanted(property) && (showsHidden || property.isVisible || property.stored > 0)
  }

  /// Whether a property is asked for at all, on paper and as data.
  func isWanted(_ property: InspectedProperty) -> Bool { !onlyModified || property.isModified }

  func isWanted(_ property: MixedProperty) -> Bool { !onlyModified || property.modified > 0 }

  // MARK: names

  /// What a property is called; of one that no plugin knows, as it is stored.
  func name(_ property: InspectedProperty) -> String {
    TerminalText.escaped(isRaw || property.definition == nil ? property.name : property.label)
  }

  func name(_ property: MixedProperty) -> String {
    TerminalText.escaped(isRaw || property.definition == nil ? property.name : property.label)
  }

  func title(_ title: String, className: String) -> String {
    TerminalText.escaped(isRaw && !className.isEmpty ? className : title)
  }
}

/// A pane's table: rows with headings, sections and groups.
struct PaneTable {
  private let options: PaneOptions
  private let values: ValueText
  private var table = TextTable()
  private var style: Style { values.style }

  /// - Parameter headings: of the columns before the note.
  init(_ headings: [String], _ options: PaneOptions, _ values: ValueText) {
    self.options = options
    self.values = values
    let all = headings + (options.isLong ? ["LIMITS", "UNIT", "NOTE"] : ["NOTE"])
    table.add(all.map { TextTable.Cell($0, style: values.style.dim) })
    if options.isLong { table.optionalColumns = Set(headings.count..<all.count) }
  }

  /// Adds a row.
  ///
  /// - Parameter definition: of the property, where it is the row of one.
  mutating func add(_ cells: [TextTable.Cell], _ definition: PropertyDefinition?, note: String) {
    let note = TextTable.Cell(TerminalText.escaped(note))
    guard options.isLong else { return table.add(cells + [note]) }
    table.add(
      cells + [
        TextTable.Cell(TerminalText.escaped(definition.map(Self.limits) ?? "")),
        TextTable.Cell(TerminalText.escaped(definition?.unit ?? "")), note,
      ])
    // A sentence is too long for a column.
    if let help = definition?.help { table.add(line: "     \(style.dim(TerminalText.escaped(help)))") }
  }

  /// Begins a section.
  mutating func begin(_ title: String) { table.add(line: style.bold(title)) }

  /// Begins a group: an empty line but before the first, and the name that an author gave it.
  mutating func beginGroup(_ title: String?, isFirst: Bool) {
    guard options.isGrouped else { return }
    if !isFirst { table.add(line: "") }
    if let title { table.add(line: "   \(style.dim(TerminalText.escaped(title)))") }
  }

  func lines(width: Int? = nil) -> [String] { table.lines(width: width) }

  /// Everything that bounds a value, in words.
  static func limits(_ property: PropertyDefinition) -> String {
    var words: [String] = []
    if let range = property.range { words.append(range.text) }
    if let range = property.softRange { words.append("usually \(range.text)") }
    if let step = property.step { words.append("in steps of \(PropertyValue.double(step).text)") }
    if !property.options.isEmpty {
      let options = property.options.map { option in
        let text = option.value.text
        return text == option.label ? text : "\(text) \(option.label)"
      }
      words.append(options.joined(separator: ", "))
    }
    if property.isReadOnly { words.append("read-only") }
    if property.isRequired { words.append("required") }
    return words.joined(separator: "; ")
  }
}
