package import InspectorKit
internal import WorkbenchSupport

/// A readable description of component classes: a heading for each class, and a row for each property and each action.
///
/// Inherited rows are printed only once, for the first class with these rows; the text of a later class refers to that
/// class.
package struct ComponentText {
  /// The sections already printed, each with the name of the class under which its rows were printed.
  private var shown: [ComponentSection: String] = [:]

  package init() {}

  /// Returns the lines that describe a class, and records its sections as printed.
  ///
  /// - Parameter width: the width of the terminal; nil for no limit.
  package mutating func lines(_ component: ComponentDefinition, _ style: Style, width: Int?) -> [String] {
    var head = "\(style.bold(TerminalText.escaped(component.label)))  \(TerminalText.escaped(component.name))"
    if let base = component.base { head += ": \(TerminalText.escaped(base))" }
    if let extends = component.extends { head += "  extends \(TerminalText.escaped(extends))" }
    var lines = [head]
    if let help = component.help { lines.append(TerminalText.escaped(help)) }
    if component.passesTouches == true { lines.append("touches pass through it, unless they hit one of its children") }
    if !component.readsParent.isEmpty {
      lines.append("reads from its parent: \(TerminalText.escaped(component.readsParent.joined(separator: ", ")))")
    }
    if !component.readsSettings.isEmpty {
      lines.append("reads the settings: \(TerminalText.escaped(component.readsSettings.joined(separator: ", ")))")
    }
    if let title = component.title { lines.append("titled \(TerminalText.escaped(title))") }
    if let words = component.arrangement?.words { lines.append("lists are \(TerminalText.escaped(words))") }
    for preset in component.presets {
      let words = TerminalText.escaped("preset '\(preset.name)': \(preset.help.map { "\($0) " } ?? "")")
      lines.append(words + ValueText(style: style).values(of: preset, in: component))
    }
    return lines.flatMap { Style.wrapped($0, to: width) } + table(component, style).lines(width: width)
      + actions(component, style).lines(width: width)
  }

  /// Returns a table with a row for each action, inherited ones included.
  private func actions(_ component: ComponentDefinition, _ style: Style) -> TextTable {
    var table = TextTable()
    for action in component.actions {
      if action.name == component.actions.first?.name {
        table.add(headings: ["    ACTION", "LABEL", ""], style)
      }
      table.add(
        ["    \(action.name)", action.label, action.help ?? ""].map {
          TextTable.Cell(TerminalText.escaped($0), as: .words)
        })
      if let condition = action.enabledWhen {
        table.add(line: "      \(style.dim("enabled when \(TerminalText.escaped(condition))"))")
      }
    }
    return table
  }

  /// Returns a table of the properties in sections by class, in the order of the inspector's pane. Records the printed
  /// sections; a section printed before is replaced by one line that refers to its first class.
  private mutating func table(_ component: ComponentDefinition, _ style: Style) -> TextTable {
    var table = TextTable()
    let headings = ["    NAME", "LABEL", "TYPE", "DEFAULT", "UNIT", "GROUP"]
    table.add(headings: headings, style)
    table.optionalColumns = [4, 5]
    let values = ValueText(style: style)
    for section in component.sections {
      let name = TerminalText.escaped(section.className)
      let count = section.properties.count == 1 ? "1 property" : "\(section.properties.count) properties"
      if let first = shown[section] {
        table.add(line: "  \(name)  \(style.dim("\(count), see '\(TerminalText.escaped(first))' above"))")
        continue
      }
      if section.properties.allSatisfy(\.isOfExtension) {
        table.add(line: "  \(name)  \(style.dim("\(count) of an extension, see 'plugin describe \(name)'"))")
        continue
      }
      shown[section] = component.name
      table.add(line: "  \(name)")
      for property in section.properties {
        let texts = [property.unit ?? "", property.group ?? ""]
        table.add(
          [
            TextTable.Cell(TerminalText.escaped(property.name), as: .name, prefix: "    ", prefixWidth: 4),
            TextTable.Cell(TerminalText.escaped(property.label), as: .words),
            TextTable.Cell(property.type.rawValue + (property.isOptional ? "?" : ""), as: .fixed),
            values.cell(property.defaultValue, of: property),
          ] + texts.map { TextTable.Cell(TerminalText.escaped($0), as: .words) })
        let limits = property.limits
        for line in (limits.isEmpty ? [] : [limits]) + property.remarks {
          table.add(line: "      \(style.dim(TerminalText.escaped(line)))")
        }
      }
    }
    return table
  }
}

/// The properties declared by one class, in the order in which the inspector's pane shows them.
private struct ComponentSection: Hashable {
  var className: String
  var properties: [PropertyDefinition]
}

extension ComponentDefinition {
  /// The properties grouped by their declaring class, base class first.
  fileprivate var sections: [ComponentSection] {
    var sections: [ComponentSection] = []
    for property in properties {
      if let last = sections.indices.last, sections[last].className == property.declaringClass {
        sections[last].properties.append(property)
      } else {
        sections.append(ComponentSection(className: property.declaringClass, properties: [property]))
      }
    }
    return sections.map { section in
      let rows = PropertyGroups.rows(of: section.properties, name: \.name, definition: \.self)
      return ComponentSection(className: section.className, properties: rows)
    }
  }
}
