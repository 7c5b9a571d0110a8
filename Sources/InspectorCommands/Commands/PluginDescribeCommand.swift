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
      .init(
        "plugin describe --plugin ./inspector-plugin-meters Meters", "one that is not installed", isForShell: false),
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
        ComponentText.lines(component, run.style, width: run.tableWidth).forEach(run.print)
      }
    }
    return .done
  }
}
