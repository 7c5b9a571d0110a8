internal import ArgumentParser
internal import InspectorKit
internal import JSONText
internal import Workbench

struct PluginListCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin list",
    arguments: "",
    summary: "Lists the plugins that were found.",
    discussion: """
      With their versions and components, and why others are not used. Plugins are looked for at '--plugin', beside \
      the program, in $INSPECTOR_PLUGIN_PATH, and in $XDG_DATA_HOME/inspector/plugins; the first of a name is used.
      """,
    examples: [
      .init("plugin list", "what is there"),
      .init("plugin list --plugin ./build", "with those of a folder", isForShell: false),
    ],
    scenes: .none, statuses: [.done, .usage, .cannotWrite], jsonFormat: "inspector-plugin-list/1")

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    let library = run.library
    guard !run.isJSON else {
      var line = JSONLine()
      line.add("format", "inspector-plugin-list/1")
      line.add("plugins", .array(library.plugins.map(\.record)))
      line.add("problems", .array(library.problems.map(\.json)))
      run.print(line.text)
      return .done
    }
    guard !library.plugins.isEmpty else {
      run.say("inspector: no plugins were found; give one with '--plugin', or set INSPECTOR_PLUGIN_PATH")
      return .done
    }
    var table = TextTable()
    table.add(["NAME", "VERSION", "COMPONENTS", "PATH"].map { TextTable.Cell($0, style: run.style.dim) })
    for plugin in library.plugins {
      let count = plugin.description.map { "\($0.components.count)" } ?? "does not work"
      table.add(
        [plugin.name, plugin.description?.version ?? "", count, plugin.path ?? ""].map {
          TextTable.Cell(TerminalText.escaped($0))
        })
    }
    run.print(table)
    return .done
  }
}

extension InstalledPlugin {
  fileprivate var record: JSON {
    var members: [JSON.Member] = [
      .init("name", .string(name)), .init("version", description.map { .string($0.version) } ?? .null),
      .init("path", path.map(JSON.string) ?? .null),
      .init("components", .array(description?.components.map { .string($0.name) } ?? [])),
    ]
    if let problem {
      members.append(.init("problem", ["code": .string(problem.code), "message": .string(problem.message)]))
    }
    return .object(members)
  }
}
