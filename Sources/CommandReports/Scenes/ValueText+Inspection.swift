package import CommandLineKit
package import InspectorKit
package import SceneSessions

extension ValueText {
  /// Formats a column's value in the short form for tables, with the label of its option if the label adds information:
  /// `1 (Half)`. An absent value is empty.
  package func short(_ value: ColumnValue, of definition: PropertyDefinition? = nil) -> String {
    switch value {
    case .absent: ""
    case .unset: short(nil)
    case .value(let value): labelled(value, of: definition) ?? short(value)
    case .raw(let text): Self.raw(text)
    }
  }

  /// Returns the cell of a column's value; empty for an absent value.
  package func cell(_ value: ColumnValue) -> TextTable.Cell {
    switch value {
    case .absent: TextTable.Cell("")
    case .unset: cell(nil)
    case .value(let value): cell(value)
    case .raw(let text): TextTable.Cell(Self.raw(text))
    }
  }

  /// Returns the cell of a column's value, with the label of its option if the label adds information.
  package func cell(_ value: ColumnValue, of definition: PropertyDefinition?) -> TextTable.Cell {
    if case .value(let value) = value { cell(value, of: definition) } else { cell(value) }
  }

  /// Returns the cell of a stored value, formatted by its type: a colour's name or digits as written, and JSON text for
  /// a refused value or a property that no plugin knows. Empty if nothing is stored.
  package func stored(_ property: InspectedProperty) -> TextTable.Cell {
    guard let raw = property.storedText else { return TextTable.Cell("") }
    switch property.stored {
    case .value(.color(let color)?):
      return TextTable.Cell(
        Self.name(raw) ?? color.shortText, prefix: style.swatch(color), prefixWidth: style.swatchWidth)
    case .value(let value): return cell(value, of: property.definition)
    case .absent:
      return property.state == .unknown
        ? TextTable.Cell(Self.raw(raw)) : TextTable.Cell(Self.raw(raw), style: style.error)
    }
  }
}

extension ColumnValue {
  /// The value as JSON text; `nil` for an absent one.
  package var jsonText: String? {
    switch self {
    case .absent: nil
    case .unset: "null"
    case .value(let value): value.json.text()
    case .raw(let text): text
    }
  }

  /// The value as text for other programs; empty for an absent or unset value.
  package var plainText: String {
    switch self {
    case .absent, .unset: ""
    case .value(.string(let text)): text
    case .value(let value): value.text
    case .raw(let text): text
    }
  }
}
