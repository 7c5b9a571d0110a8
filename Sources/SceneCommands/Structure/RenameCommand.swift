internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

struct RenameCommand: InspectorCommand {
  static let row = CommandRow(
    name: "rename",
    arguments: "<scene> ... <selector> <id>",
    summary: "Changes the id of an object in scenes.",
    discussion: """
      Constraints and other references to the object are updated. The object is given by a selector, or by its id with \
      or without '#'. In a shell, if no selector is given, the current object is renamed.

      Other scenes of the workspace may name the object, as a template or by an address inside one. If one scene is \
      given, these scenes follow: all files are written, or none. If several are given, such an object is not \
      renamed. '--leave-dependents' leaves the other scenes alone.
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

  @OptionGroup var options: StructureOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<RenameCommand, [String]>? { \.arguments }

  private static let form = WordForm("rename", then: "an id", example: "'#badge' star")

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let (named, steps) = try options.steps(arguments, Self.form, edit, run, acceptsIDs: true) {
      session, selector, id, _ in
      [.rename(selector, id: session.document.typedID(id))]
    }
    if !options.leaveDependents, !run.workspace.keepsScenes, edit.output == nil,
      let edits = try followed(named, steps, ReachCheck(run, edit.scenes), run)
    {
      return try edit.perform(inOrder: edits, run, options.stat ? .counts : .script, hasStructure: true)
    }
    return try edit.perform(
      named, run, stat: options.stat, allowsEmpty: options.allowEmpty, leavesDependents: options.leaveDependents,
      steps: steps)
  }

  /// Returns the edits of a scene and of all scenes in the workspace that refer to the renamed object; nil if the
  /// command edits several scenes, or if no scene refers to the object.
  private func followed(
    _ named: [String], _ steps: @escaping EditBatch.Steps, _ check: ReachCheck, _ run: CommandRun
  ) throws(Diagnostic) -> [OrderedEdit]? {
    let scenes = try run.scenes(named, edit.scenes)
    guard scenes.count == 1, case .file(let path) = scenes[0],
      // An error of the scene is reported when it is edited.
      let session = try? run.open(scenes[0]), let made = try? steps(session),
      let object = (try? session.renamed(by: made))?.first
    else { return nil }
    let file = SourceFolder.realPath(of: path)
    // An unreadable scene cannot follow the new id, so the edit will be refused.
    guard try !check.places(in: file, [ExactText(object.old)]).isEmpty, try check.unread(naming: file).isEmpty else {
      return nil
    }
    try edit.checkOutputs(of: scenes, run)
    let renamed = SceneDocument.RenamedObject(file: file, old: object.old, new: object.new)
    var edits = [OrderedEdit(scenes[0], steps: { _ throws(Diagnostic) in made })]
    for user in try check.scenes(using: file) {
      let following = try Diagnostic.naming(user) { () throws(Diagnostic) in
        try run.open(CommandScene(user)).following(renamed)
      }
      guard !following.steps.isEmpty else { continue }
      edits.append(
        OrderedEdit(
          CommandScene(user), steps: { _ throws(Diagnostic) in following.steps }, check: following.check))
    }
    return edits
  }
}
