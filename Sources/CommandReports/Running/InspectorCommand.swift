package import ArgumentParser
package import CommandLineKit

/// A command of the program, of its shell, or of both: its row of the command table, its arguments, and its work.
package protocol InspectorCommand: ParsableCommand {
  /// The command's row in the command table: its name, help and exit codes.
  static var row: CommandRow { get }

  /// The options that all commands have.
  var global: GlobalOptions { get }

  /// The type that parses the command outside a shell. For a command on one scene, this type adds an argument that
  /// names the scene.
  static var inProgram: any InspectorCommand.Type { get }

  /// The key path of the argument list, such as scenes, that may be very long; nil if the command has no such list.
  static var wordList: WritableKeyPath<Self, [String]>? { get }

  /// Returns the arguments in a form that the argument parser accepts; by default, returns them unchanged.
  static func spelledForParser(_ arguments: [String]) throws -> [String]

  /// Runs the command and returns its exit status. All text is printed through the run's outputs.
  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus
}

extension InspectorCommand {
  package static var configuration: CommandConfiguration { row.configuration }
  package static var inProgram: any InspectorCommand.Type { Self.self }
  package static var wordList: WritableKeyPath<Self, [String]>? { nil }
  package static func spelledForParser(_ arguments: [String]) throws -> [String] { arguments }
}

/// A command on one scene: the current scene of the workspace or, inside a ``FileCommand``, a scene named by an
/// argument.
package protocol SceneCommand: InspectorCommand {
  /// Runs the command on a scene, and returns its exit status.
  func perform(on scene: CommandScene, _ run: CommandRun) throws(Diagnostic) -> ExitStatus
}

extension SceneCommand {
  package static var inProgram: any InspectorCommand.Type { FileCommand<Self>.self }

  package func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard let scene = run.workspace.currentScene else { throw Diagnostic(ReportUsage.noSceneIsOpen) }
    return try Diagnostic.naming(scene.name) { () throws(Diagnostic) in try perform(on: scene, run) }
  }
}

/// A command on one scene, with an additional first argument that names the scene's file.
package struct FileCommand<Command: SceneCommand>: InspectorCommand {
  package static var row: CommandRow { Command.row }

  @Argument(help: "The scene.", completion: .file())
  var scene: String

  @OptionGroup var command: Command

  package var global: GlobalOptions { command.global }

  package init() {}

  package func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    try Diagnostic.naming(scene) { () throws(Diagnostic) in try command.perform(on: CommandScene(scene), run) }
  }
}
