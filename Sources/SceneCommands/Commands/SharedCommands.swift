package import CommandReports

/// The scene commands that the program and its shell share, one row each.
package enum SharedCommands {
  /// The commands in the order in which help lists them.
  package static let all: [any InspectorCommand.Type] = [
    NewCommand.self, CheckCommand.self, FileCommand<TreeCommand>.self, FileCommand<ShowCommand>.self,
    FileCommand<GetCommand>.self, FileCommand<WhyCommand>.self,
    FindCommand.self, SetCommand.self, UnsetCommand.self, ResetCommand.self, RunCommand.self,
    EditCommand.self, UpgradeCommand.self,
    FileCommand<PaletteListCommand>.self, PaletteSetCommand.self, PaletteRenameCommand.self, PaletteRemoveCommand.self,
    ExportCommand.self, RenderCommand.self, DiagramCommand.self,
    SchemaCommand.self, HumanizeCommand.self,
  ]
}
