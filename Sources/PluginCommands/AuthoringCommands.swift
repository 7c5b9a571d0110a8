package import CommandReports

/// The plugin commands that the program and its shell share, one row each.
package enum AuthoringCommands {
  /// The commands in the order in which help lists them.
  package static let all: [any InspectorCommand.Type] = [
    PluginListCommand.self, PluginDescribeCommand.self, PluginCheckCommand.self, PluginNewCommand.self,
    PluginPackCommand.self, PluginInstallCommand.self, PluginRemoveCommand.self, PluginDoctorCommand.self,
  ]
}
