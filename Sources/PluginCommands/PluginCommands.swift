package import CommandReports

extension CommandTable {
  /// The commands on plugins and formats, which the program and its shell share.
  package static let pluginCommands: [any InspectorCommand.Type] = [
    FormatListCommand.self, FormatDescribeCommand.self, FormatCheckCommand.self, FormatNewCommand.self,
    PluginListCommand.self, PluginDescribeCommand.self, PluginCheckCommand.self, PluginDiffCommand.self,
    PluginNewCommand.self,
    PluginPackCommand.self, PluginInstallCommand.self, PluginRemoveCommand.self, PluginDoctorCommand.self,
  ]
}
