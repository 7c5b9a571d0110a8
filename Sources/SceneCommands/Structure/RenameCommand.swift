internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

struct RenameCommand: InspectorCommand {
  static let row = CommandRow(
    name: "rename",
    arguments: "<scene> ... <selector> <id>",
    summary: "Changes the id of an object in scenes.",
    discussion: """
      Constraints and other references to the object are updated. The object is given by a selector, or by its id with \
      or without '#'. In a shell, if no selector is given, the current object is renamed. An object that other scenes \
      of the workspace name, as a template or by an address inside one, is not renamed without '--leave-dependents'.
      """,
    examples: [
      .init("rename card.json badge star", "one object"),
      .init("rename scenes/*.json '#badge' star --allow-empty", "in all scenes that have it"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @Argument(help: ArgumentHelp("Scenes, then an object, then its new id.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @Flag(help: "Rename the object even if other scenes of the workspace name it.")
  var leaveDependents = false

  @OptionGroup var options: StructureOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<RenameCommand, [String]>? { \.arguments }

  private static let form = WordForm("rename", then: "an id", example: "'#badge' star")

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let check = leaveDependents || run.workspace.keepsScenes ? nil : ReachCheck(run, edit.scenes)
    return try options.perform(arguments, Self.form, edit, run, acceptsIDs: true) {
      session, selector, id, _ throws(Diagnostic) in
      try check?.check(session, (try? session.ids(of: selector)) ?? [], "renamed")
      return [.rename(selector, id: session.document.typedID(id))]
    }
  }
}
