internal import ArgumentParser
public import CommandLineKit
internal import CommandReports
internal import InspectorShell
internal import PluginCommands
internal import SceneCommands

/// The table of all commands, a row for each. It is the source of help and the shell, and the README's table names its
/// rows.
public enum CommandTable {
  /// The commands that the program shares with its shell.
  static let shared: [any InspectorCommand.Type] = SharedCommands.all + AuthoringCommands.all

  /// All commands, in the order of the help text.
  static let all: [any InspectorCommand.Type] =
    shared + [ShellCommand.self, CompletionsCommand.self, ManualCommand.self]

  /// The rows of all commands.
  public static var rows: [CommandRow] { all.map { $0.row } }

  /// The words that may begin a command line.
  static var words: [String] { all.map { $0.row.group ?? $0.row.name } + ["help"] }
}

/// The program as a whole.
struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspector",
    abstract: "Inspects and edits the components of JSON scenes, and exports them.",
    discussion: """
      A scene is a JSON document of components; plugins declare their properties and run their hooks.
      Wherever a scene is read, '-' is the standard input.
      """,
    version: inspectorVersion,
    subcommands: CommandTable.all.filter { $0.row.group == nil } + [PaletteGroup.self, PluginGroup.self])
}

/// The commands that begin with `palette`.
struct PaletteGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "palette", abstract: "Lists and changes the named colours of scenes.",
    subcommands: CommandTable.all.filter { $0.row.group == "palette" })
}

/// The commands that begin with `plugin`.
struct PluginGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Creates, describes, checks, packs and installs plugins.",
    subcommands: CommandTable.all.filter { $0.row.group == "plugin" })
}
