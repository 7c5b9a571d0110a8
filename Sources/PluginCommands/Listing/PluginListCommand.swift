internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct PluginListCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin list",
    arguments: "",
    summary: "Lists the plugins that were found.",
    discussion: """
      It lists their versions and components, and says why others are not used: a file cannot be executed, another \
      user owns it or can write to it, a plugin with the same name is found first, or a folder does not exist. Plugins \
      are searched for where '--plugin' says, in $INSPECTOR_PLUGIN_PATH, in $XDG_DATA_HOME/inspector/plugins, and \
      beside the program. Of several plugins with the same name, the first is used; of several classes with the same \
      name, the first plugin's is used, unless a scene's 'plugins' names another plugin. A plugin that failed to \
      describe itself is tried again here; other commands try it again only when its file changes or more time or \
      memory is allowed.
      """,
    examples: [
      .init("plugin list", "all plugins"),
      .init("plugin list --plugin ./build", "also those in a folder", isForShell: false),
    ],
    scenes: .none, statuses: [.done, .usage, .cannotWrite], jsonFormat: "inspector-plugin-list/1")

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    run.context.asksPluginsAgain = true
    let library = run.library { $0.code != .pluginRefused }
    if run.isJSON {
      var line = JSONLine()
      line.add("format", "inspector-plugin-list/1")
      line.add("safeMode", .bool(library.isSafeMode))
      line.add("plugins", .array(library.plugins.map(\.record)))
      line.add("unused", .array(library.unused.map(\.record)))
      line.add("shadowed", .array(library.registry.shadowedClasses.map(\.record)))
      line.add("problems", .array(library.problems.map(\.json)))
      line.add("sandbox", .sandbox(run.sandbox))
      run.print(line.text)
      return .done
    }
    if library.isSafeMode {
      run.note("inspector: no plugins were searched for because of '--safe-mode'")
    } else if library.plugins.isEmpty {
      run.note("inspector: no plugins were found; give one with '--plugin', or set INSPECTOR_PLUGIN_PATH")
    } else {
      printTable(of: library.plugins, run)
    }
    run.sayMissingSandbox()
    let messages = library.unused.map(\.message) + library.registry.shadowedClasses.map(\.message)
    guard !messages.isEmpty else { return .done }
    run.print(run.style.dim("NOT USED"))
    for message in messages { run.printWords(TerminalText.escaped(message)) }
    run.printSummary(run.style.dim("'inspector plugin doctor' says how to fix each"))
    return .done
  }

  private func printTable(of plugins: [InstalledPlugin], _ run: CommandRun) {
    var table = TextTable()
    table.add(headings: ["NAME", "VERSION", "COMPONENTS", "PATH"], run.style)
    for plugin in plugins {
      let count =
        plugin.description.map { description in
          let extensions = description.extensions.count
          return "\(description.components.count)\(extensions > 0 ? ", \(pluralised(extensions, "extension"))" : "")"
        } ?? "does not work"
      table.add([
        TextTable.Cell(TerminalText.escaped(plugin.name), as: .name),
        TextTable.Cell(TerminalText.escaped(plugin.description?.version ?? ""), as: .fixed),
        TextTable.Cell(count, as: .words), TextTable.Cell(TerminalText.escaped(plugin.path ?? "")),
      ])
    }
    run.print(table)
  }
}

extension CommandRun {
  /// Reports each sandbox feature that this kernel lacks, unless plugins run without a sandbox.
  func sayMissingSandbox() {
    for part in sandbox == .off ? [] : PluginSandbox.missing {
      say("inspector: this kernel has no \(part.rawValue), so that \(part.consequence)")
    }
  }
}

extension JSON {
  /// Returns the JSON object for the member `sandbox`: the mode of the plugins' sandbox, and the sandbox features that
  /// this kernel lacks.
  static func sandbox(_ mode: PluginSandbox) -> JSON {
    ["mode": .string(mode.rawValue), "missing": .array(PluginSandbox.missing.map { .string($0.rawValue) })]
  }
}

extension UnusedPlugin {
  fileprivate var record: JSON {
    var members = FileName.members("path", path)
    members += [("reason", .string(reason.rawValue)), ("message", .string(FileName.shown(message)))]
    if let usedInstead { members += FileName.members("usedInstead", usedInstead) }
    return JSON(members: members)
  }
}

extension ShadowedClass {
  fileprivate var record: JSON {
    [
      "class": .string(name), "plugin": .string(FileName.shown(plugin.name)),
      "usedInstead": .string(FileName.shown(winner.name)), "message": .string(FileName.shown(message)),
    ]
  }
}

extension InstalledPlugin {
  fileprivate var record: JSON {
    var members: [(String, JSON)] = [
      ("name", .string(FileName.shown(name))), ("version", description.map { .string($0.version) } ?? .null),
    ]
    members += path.map { FileName.members("path", $0) } ?? [("path", .null)]
    members.append(("data", .bool(isData)))
    members.append(("components", .array(description?.components.map { .string($0.name) } ?? [])))
    members.append(("extensions", .array(description?.extensions.map { .string($0.name) } ?? [])))
    if let problem {
      let message = FileName.shown(problem.message)
      members.append(("problem", ["code": .string(problem.code.rawValue), "message": .string(message)]))
    }
    return JSON(members: members)
  }
}
