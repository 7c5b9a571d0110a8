package import CommandReports

extension CommandTable {
  /// The commands that exist only in a shell.
  package static let shellCommands: [any InspectorCommand.Type] = [
    OpenVerb.self, CloseVerb.self, ScenesVerb.self, UseVerb.self,
    CdVerb.self, CatVerb.self, PwdVerb.self, SelectVerb.self,
    IncreaseVerb.self, DecreaseVerb.self,
    UndoVerb.self, RedoVerb.self, HistoryVerb.self, BeginVerb.self, CommitVerb.self, RollbackVerb.self,
    ScratchVerb.self, DiffVerb.self, RefreshVerb.self, DiscardVerb.self, TakeInVerb.self,
    JobsVerb.self, WaitVerb.self, CancelVerb.self,
    SaveVerb.self, RevertVerb.self, RecoverVerb.self, QuitVerb.self,
    WatchVerb.self, UnwatchVerb.self, WatchesVerb.self, TraceVerb.self, PreviewVerb.self,
    ReloadPluginsVerb.self, PluginOutputVerb.self,
    SourceVerb.self, RecordVerb.self, SaveScriptVerb.self, SavePatchVerb.self, AliasVerb.self, UnaliasVerb.self,
    TimingVerb.self, PagerVerb.self, ClearVerb.self, ProgramVerb.self, EditorVerb.self,
    HelpVerb.self,
  ]
}
