package import CommandReports

extension CommandTable {
  /// The commands on scenes, which the program and its shell share.
  ///
  /// The list contains the types that a shell parses. The program creates the ``FileCommand`` of a command line on
  /// demand, since each generic type costs a search of all conformances.
  package static let sceneCommands: [any InspectorCommand.Type] = [
    NewCommand.self, CheckCommand.self, TreeCommand.self, LsCommand.self,
    ShowCommand.self, GetCommand.self, WhyCommand.self,
    FindCommand.self, AtCommand.self, DiffCommand.self, SetCommand.self, UnsetCommand.self,
    ResetCommand.self, RunCommand.self,
    AddCommand.self, RemoveCommand.self, DuplicateCommand.self, MoveCommand.self, RenameCommand.self, NameCommand.self,
    SetClassCommand.self, ExtractCommand.self, UnpackCommand.self, BindCommand.self, UnbindCommand.self,
    EditCommand.self, ReplaceCommand.self, UpgradeCommand.self,
    PaletteListCommand.self, PaletteSetCommand.self, PaletteExtractCommand.self, PaletteRenameCommand.self,
    PaletteRemoveCommand.self,
    OverridesListCommand.self, OverridesRevertCommand.self, OverridesApplyCommand.self,
    SourcesCommand.self, DependentsCommand.self, ExportCommand.self, RenderCommand.self,
    DiagramCommand.self,
    SchemaCommand.self, HumanizeCommand.self,
    SettingsListCommand.self, SettingsGetCommand.self, SettingsSetCommand.self, SettingsUnsetCommand.self,
    SettingsWhyCommand.self, SettingsEditCommand.self,
  ]
}
