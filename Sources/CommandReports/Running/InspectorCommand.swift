package import ArgumentParser
package import CommandLineKit

/// A command: a row of the table, its arguments, and what it does.
package protocol InspectorCommand: ParsableCommand {
  static var row: CommandRow { get }
  var global: GlobalOptions { get }

  /// The command with the arguments that it has in a shell, which knows the scene.
  static var inShell: any InspectorCommand.Type { get }

  /// Does the work, writing to the run's outputs only.
  func perform(_ run: CommandRun) throws(CommandFailure) -> ExitStatus
}

extension InspectorCommand {
  package static var configuration: CommandConfiguration { row.configuration }
  package static var inShell: any InspectorCommand.Type { Self.self }
}
