internal import ArgumentParser
internal import InspectorKit
internal import JSONText
internal import Workbench

struct PluginDescribeCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin describe",
    arguments: "<name>",
    summary: "Prints a plugin's components and properties.",
    discussion: """
      Labels, types, defaults, limits, units, groups, and beneath each property what else its author says of it. With \
      '--json' it is what the plugin itself answers when it is asked.
      """,
    examples: [
      .init("plugin describe Shapes", "by its name"),
      .init("plugin describe --plugin ./inspector-plugin-dials Dials", "one that is not installed"),
    ],
    scenes: .none, statuses: [.done, .findings, .usage, .noPlugin, .cannotWrite], jsonFormat: "inspector-plugin/1")

  @Argument(help: "The plugin's name.")
  var name: String

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    let library = run.library
    guard let plugin = library.plugin(named: name) else {
      let hint = DidYouMean.suffix(for: name, among: library.plugins.map(\.name))
      let remedy = hint.isEmpty ? "; 'inspector plugin list' shows those that are there" : hint
      throw CommandFailure.refused("plugin.missing", "no plugin is named '\(name)'\(remedy)")
    }
    guard let description = plugin.description else {
      throw CommandFailure(
        plugin.problem
          ?? PluginFailure(.missing, plugin: plugin.name, message: "plugin '\(plugin.name)' does not describe itself"))
    }
    if run.isJSON {
      run.print(description.json.text())
    } else {
      run.print("\(TerminalText.escaped(description.name))  \(TerminalText.escaped(description.version))")
      if let path = plugin.path { run.print(TerminalText.escaped(path)) }
      for component in description.components {
        run.print("")
        lines(component, run.style, width: run.tableWidth).forEach(run.print)
      }
    }
    return .done
  }

  private func lines(_ component: ComponentDefinition, _ style: Style, width: Int?) -> [String] {
    var head = "\(style.bold(TerminalText.escaped(component.label)))  \(TerminalText.escaped(component.name))"
    if let base = component.base { head += ": \(TerminalText.escaped(base))" }
    var lines = [head]
    if let help = component.help { lines.append(TerminalText.escaped(help)) }
    if !component.readsParent.isEmpty {
      lines.append("reads of its parent: \(TerminalText.escaped(component.readsParent.joined(separator: ", ")))")
    }
    return lines + table(component, style).lines(width: width)
  }

  /// The properties in sections by class, as the inspector's pane has them.
  private func table(_ component: ComponentDefinition, _ style: Style) -> TextTable {
    var table = TextTable()
    let headings = ["    NAME", "LABEL", "TYPE", "DEFAULT", "LIMITS", "UNIT", "GROUP"]
    table.add(headings.map { TextTable.Cell($0, style: style.dim) })
    table.optionalColumns = [4, 5, 6]
    let values = ValueText(style: style)
    for section in component.sections {
      table.add(line: "  \(TerminalText.escaped(section.className))")
      for property in section.properties {
        let texts = [property.limits, property.unit ?? "", property.group ?? ""]
        table.add(
          [
            TextTable.Cell("    \(TerminalText.escaped(property.name))"),
            TextTable.Cell(TerminalText.escaped(property.label)),
            TextTable.Cell(property.type.rawValue + (property.isOptional ? "?" : "")),
            values.cell(property.defaultValue),
          ] + texts.map { TextTable.Cell(TerminalText.escaped($0)) })
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
