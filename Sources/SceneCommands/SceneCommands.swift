package import CommandReports

extension CommandTable {
  /// The commands on scenes, which the program and its shell share.
  package static let sceneCommands: [any InspectorCommand.Type] = [
    NewCommand.self, CheckCommand.self, FileCommand<TreeCommand>.self, FileCommand<LsCommand>.self,
    FileCommand<ShowCommand>.self, FileCommand<GetCommand>.self, FileCommand<WhyCommand>.self,
    FindCommand.self, FileCommand<AtCommand>.self, DiffCommand.self, SetCommand.self, UnsetCommand.self,
    ResetCommand.self, RunCommand.self,
    AddCommand.self, RemoveCommand.self, DuplicateCommand.self, MoveCommand.self, RenameCommand.self, NameCommand.self,
    SetClassCommand.self, ExtractCommand.self, UnpackCommand.self, BindCommand.self, UnbindCommand.self,
    EditCommand.self, ReplaceCommand.self, UpgradeCommand.self,
    PaletteListCommand.self, PaletteSetCommand.self, PaletteExtractCommand.self, PaletteRenameCommand.self,
    PaletteRemoveCommand.self,
    FileCommand<OverridesListCommand>.self, OverridesRevertCommand.self, OverridesApplyCommand.self,
    FileCommand<SourcesCommand>.self, DependentsCommand.self, ExportCommand.self, RenderCommand.self,
    DiagramCommand.self,
    SchemaCommand.self, HumanizeCommand.self,
    SettingsListCommand.self, SettingsGetCommand.self, SettingsSetCommand.self, SettingsUnsetCommand.self,
    SettingsWhyCommand.self, SettingsEditCommand.self,
  ]
}
