internal import InspectorKit
internal import Workbench

/// What a class is, for people: its head, and a row for each property.
enum ComponentText {
  static func lines(_ component: ComponentDefinition, _ style: Style, width: Int?) -> [String] {
    var head = "\(style.bold(TerminalText.escaped(component.label)))  \(TerminalText.escaped(component.name))"
    if let base = component.base { head += ": \(TerminalText.escaped(base))" }
    var lines = [head]
    if let help = component.help { lines.append(TerminalText.escaped(help)) }
    if !component.readsParent.isEmpty {
      lines.append("reads of its parent: \(TerminalText.escaped(component.readsParent.joined(separator: ", ")))")
    }
    return lines.flatMap { StyledText.wrapped($0, to: width) } + table(component, style).lines(width: width)
  }

  /// The properties in sections by class, as the inspector's pane has them.
  private static func table(_ component: ComponentDefinition, _ style: Style) -> TextTable {
    var table = TextTable()
    let headings = ["    NAME", "LABEL", "TYPE", "DEFAULT", "UNIT", "GROUP", "LIMITS"]
    table.add(headings.map { TextTable.Cell($0, style: style.dim) })
    table.optionalColumns = [4, 5, 6]
    let values = ValueText(style: style)
    for section in component.sections {
      table.add(line: "  \(TerminalText.escaped(section.className))")
      for property in section.properties {
        let texts = [property.unit ?? "", property.group ?? "", property.limits]
        table.add(
          [
            TextTable.Cell("    \(TerminalText.escaped(property.name))", isWords: true),
            TextTable.Cell(TerminalText.escaped(property.label), isWords: true),
            TextTable.Cell(property.type.rawValue + (property.isOptional ? "?" : "")),
            values.cell(property.defaultValue),
          ] + texts.map { TextTable.Cell(TerminalText.escaped($0), isWords: true) })
        for line in property.remarks { table.add(line: "      \(style.dim(TerminalText.escaped(line)))") }
      }
    }
    return table
  }
}

extension ComponentDefinition {
  /// The properties by the class that declares them, base class first, each class's in the order of its rows.
  fileprivate var sections: [(className: String, properties: [PropertyDefinition])] {
    var sections: [(className: String, properties: [PropertyDefinition])] = []
    for property in properties {
      if let last = sections.indices.last, sections[last].className == property.declaringClass {
        sections[last].properties.append(property)
      } else {
        sections.append((property.declaringClass, [property]))
      }
    }
    return sections.map { ($0.className, PropertyGroups.rows(of: $0.properties, name: \.name, definition: \.self)) }
  }
}
