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
      Labels, types, defaults, ranges and options. With '--json' it is what the plugin itself answers when it is \
      asked.
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
        lines(component, run.style).forEach(run.print)
      }
    }
    return .done
  }

  private func lines(_ component: ComponentDefinition, _ style: Style) -> [String] {
    var head = "\(style.bold(TerminalText.escaped(component.label)))  \(TerminalText.escaped(component.name))"
    if let base = component.base { head += ": \(TerminalText.escaped(base))" }
    var lines = [head]
    if let help = component.help { lines.append(TerminalText.escaped(help)) }
    if !component.readsParent.isEmpty {
      lines.append("reads of its parent: \(TerminalText.escaped(component.readsParent.joined(separator: ", ")))")
    }
    var table = TextTable()
    table.add(
      ["  NAME", "LABEL", "TYPE", "DEFAULT", "LIMITS", "CLASS", "HELP"].map { TextTable.Cell($0, style: style.dim) })
    let values = ValueText(style: style)
    for property in component.properties {
      table.add([
        TextTable.Cell("  \(TerminalText.escaped(property.name))"),
        TextTable.Cell(TerminalText.escaped(property.label)),
        TextTable.Cell(property.type.rawValue + (property.isOptional ? "?" : "")), values.cell(property.defaultValue),
        TextTable.Cell(limits(property, values)), TextTable.Cell(TerminalText.escaped(property.declaringClass)),
        TextTable.Cell(TerminalText.escaped(property.help ?? "")),
      ])
    }
    return lines + table.lines()
  }

  private func limits(_ property: PropertyDefinition, _ values: ValueText) -> String {
    if let range = property.range { return range.text }
    return property.options.map { values.text($0.value) }.joined(separator: ", ")
  }
}
