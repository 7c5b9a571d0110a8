internal import ArgumentParser
public import CommandLineKit
public import CommandReports
internal import InspectorShell
internal import PluginCommands
internal import SceneCommands

extension CommandTable {
  /// All commands: first the program's, in the order of the help text, then the shell-only ones.
  static let all: [any InspectorCommand.Type] = program + shellCommands

  /// The commands of the program, in the order of the help text.
  static let program: [any InspectorCommand.Type] =
    sceneCommands + pluginCommands + [
      PluginDevCommand.self, ShellCommand.self, HelpCommand.self, CompletionsCommand.self, ManualCommand.self,
    ]

  /// The groups of commands, such as `palette`, whose commands begin with the group's name.
  static let groups: [any ParsableCommand.Type] = [
    PaletteGroup.self, OverridesGroup.self, SettingsGroup.self, FormatGroup.self, PluginGroup.self,
  ]

  /// The rows of the program's commands, in the order of the help text.
  public static let rows: [CommandRow] = program.map { $0.row }

  /// The words that can begin a command line: commands, and groups of commands.
  static var words: [String] { rows.flatMap { [$0.group ?? $0.name] + $0.otherNames } }

  /// Returns the types that parse the program's commands in a group; for nil, those of the commands outside groups.
  static func parsed(ofGroup group: String?) -> [any ParsableCommand.Type] {
    program.filter { $0.row.group == group }.map { $0.inProgram }
  }
}

/// The argument parser's tree of all commands, for help, completion scripts and error messages.
struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspector",
    abstract: "Inspects and edits the components of JSON scenes, and exports them.",
    discussion: """
      A scene is a JSON document of components; plugins declare the components' properties and run their hooks.
      Wherever a command reads a scene, '-' is standard input.
      \(HelpTopic.list)
      """,
    version: inspectorVersion,
    subcommands: CommandTable.parsed(ofGroup: nil) + CommandTable.groups)
}

/// The commands that begin with `palette`.
struct PaletteGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "palette", abstract: "Lists and changes the named colours of scenes.",
    subcommands: CommandTable.parsed(ofGroup: "palette"))
}

/// The commands that begin with `overrides`.
struct OverridesGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overrides", abstract: "Lists, reverts and applies the values that replace those of templates.",
    subcommands: CommandTable.parsed(ofGroup: "overrides"))
}

/// The commands that begin with `settings`.
struct SettingsGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Lists and changes the settings that programs share.",
    subcommands: CommandTable.parsed(ofGroup: "settings"))
}

/// The commands that begin with `format`.
struct FormatGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "format", abstract: "Lists, describes and checks the formats of other programs.",
    subcommands: CommandTable.parsed(ofGroup: "format"))
}

/// The commands that begin with `plugin`.
struct PluginGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Creates, describes, checks, packs and installs plugins.",
    subcommands: CommandTable.parsed(ofGroup: "plugin"))
}
