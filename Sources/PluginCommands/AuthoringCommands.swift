package import CommandReports

/// The commands on plugins that the program and its shell have in common, a row each.
package enum AuthoringCommands {
  /// In the order in which help lists them.
  package static let all: [any InspectorCommand.Type] = [
    PluginListCommand.self, PluginDescribeCommand.self, PluginCheckCommand.self, PluginNewCommand.self,
    PluginPackCommand.self, PluginInstallCommand.self, PluginRemoveCommand.self, PluginDoctorCommand.self,
  ]
}
