internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Settings
internal import Workbench

struct SettingsListCommand: InspectorCommand {
  static let row = CommandRow(
    name: "settings list",
    arguments: "",
    summary: "Lists the settings, with the places that say them.",
    discussion: """
      Settings are shared by the program, its shells and other programs. Your own are in \
      '$XDG_CONFIG_HOME/inspector/settings.json' (by default in '~/.config'), those of a workspace in \
      '.inspector/settings.json' of the folder around the working folder that has '.inspector' or '.git'. A workspace's \
      come before your own, environment variables before both, and options before all. Keys that begin with 'user.' are \
      your own. The pager and what concerns plugins are not read from a workspace. Keys that nothing reads are reported.
      """,
    examples: [
      .init("settings list", "all settings"),
      .init("settings list --json | jq -r '.settings[].key'", "only the keys", isForShell: false),
    ],
    scenes: .none, statuses: [.done, .usage, .cannotWrite], jsonFormat: SettingReport.format)

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let settings = SettingReport.settings(run)
    SettingReport.sayUnknown(settings, run)
    guard !run.isJSON else {
      SettingReport.print(settings.keys, of: settings, run)
      return .done
    }
    let style = run.style
    var table = TextTable()
    table.add(headings: ["KEY", "VALUE", "SET BY", "HELP"], style)
    for key in settings.keys {
      let layer = settings.layers(of: key).last
      table.add([
        TextTable.Cell(TerminalText.escaped(key), as: .fixed, style: style.bold),
        TextTable.Cell(layer.map { TerminalText.escaped($0.value.text) } ?? "", as: .words),
        TextTable.Cell(layer.map { TerminalText.escaped($0.place) } ?? "", as: .words, style: style.dim),
        TextTable.Cell(settings.definition(of: key)?.property.help ?? "", as: .words, style: style.dim),
      ])
    }
    run.print(table)
    return .done
  }
}

struct SettingsGetCommand: InspectorCommand {
  static let row = CommandRow(
    name: "settings get",
    arguments: "<key>",
    summary: "Prints the value of a setting.",
    discussion: """
      It prints the value that is in effect: that of an option, else of an environment variable, else of the workspace, \
      else your own, else the default. If a setting has no value, nothing is printed, and the exit code is 1.
      """,
    examples: [
      .init("settings get color", "when colours are used"),
      .init("settings get --json plugins.timeout", "with the places that say it"),
    ],
    scenes: .none, statuses: [.done, .findings, .usage, .cannotWrite], jsonFormat: SettingReport.format)

  @Argument(help: "The key, such as 'color' or 'user.theme'.")
  var key: String

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let settings = SettingReport.settings(for: key, run)
    try run.context.suite.definition(of: key)
    SettingReport.sayUnknown(settings, run)
    let value = settings[key]
    if run.isJSON { SettingReport.print([key], of: settings, run) } else if let value { run.print(value.text) }
    return value == nil ? .findings : .done
  }
}

struct SettingsWhyCommand: InspectorCommand {
  static let row = CommandRow(
    name: "settings why",
    arguments: "<key>",
    summary: "Says which places set a setting, and which of them decides.",
    discussion:
      "The first line is the value in effect. Each line names the file with its line, the variable or the option.",
    examples: [
      .init("settings why color", "all places, the strongest first"),
      .init("settings why plugins.timeout --timeout 9", "an option decides", isForShell: false),
    ],
    scenes: .none, statuses: [.done, .usage, .cannotWrite], jsonFormat: SettingReport.format)

  @Argument(help: "The key, such as 'color' or 'user.theme'.")
  var key: String

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let settings = SettingReport.settings(for: key, run)
    let definition = try run.context.suite.definition(of: key)
    SettingReport.sayUnknown(settings, run)
    guard !run.isJSON else {
      SettingReport.print([key], of: settings, run)
      return .done
    }
    let style = run.style
    var table = TextTable()
    let layers = settings.layers(of: key)
    for (number, layer) in layers.enumerated().reversed() {
      let value = TerminalText.escaped(layer.value.text)
      let isUsed = number == layers.count - 1
      let shown = TextTable.Cell(value, as: .fixed, style: { isUsed ? style.bold($0) : style.dim($0) })
      table.add([shown, TextTable.Cell(TerminalText.escaped(layer.place), as: .words, style: style.dim)])
    }
    run.print(table)
    if layers.isEmpty { run.note("inspector: no place sets '\(TerminalText.escaped(key))'") }
    if let definition {
      let variables = definition.variables.map(\.name).joined(separator: ", ")
      let help = definition.property.help.map { [$0] } ?? []
      let parts = help + (variables.isEmpty ? [] : ["Variables: \(variables)"])
      if !parts.isEmpty { run.note("inspector: \(parts.joined(separator: " "))") }
    }
    return .done
  }
}
