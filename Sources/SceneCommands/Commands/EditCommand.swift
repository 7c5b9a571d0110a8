internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

struct EditCommand: InspectorCommand {
  static let row = CommandRow(
    name: "edit",
    arguments: "<scene> ... --script <file>",
    summary: "Makes the edits of a script in many scenes, in each all or none.",
    discussion: """
      A script is a JSON document of steps ('inspector-edit/1'), which see what those before them did. A step \
      \(EditStep.help.joined(separator: "; ")). Where \
      anything is refused, by an expectation, a plugin's hook or otherwise, the scene stays as it was.

      Values are JSON, as scenes have them; {"add": 2}, and subtract, multiply and divide, do arithmetic on the effective \
      value, as 'set' does; {"typed": "10,20"} is a value as people type it, {"exact": …} one that is written as it stands. New objects are laid out as those beside them.

        { "format": "inspector-edit/1",
          "steps": [
            { "expect": { "select": "#badge", "values": { "pointCount": 5 } } },
            { "select": "StarView", "set": { "frame.x": { "add": 8 }, "starColor": "gold" }, "reset": ["alpha"] },
            { "insert": { "id": "new", "class": "StarView" }, "into": "#card", "at": { "before": "#badge" } },
            { "move": "LabelView", "into": "#card", "at": "first" },
            { "remove": "#old" } ] }
      """,
    examples: [
      .init("edit -n scenes/*.json --script fix.json", "runs the hooks, prints the difference, writes nothing"),
      .init("edit card.json --script fix.json", "makes the edits in place"),
      .init(
        "edit -n scenes/*.json --script fix.json --stat --exit-code", "counts; exits with 1 where anything differs"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: "inspector-changes/1")

  @Argument(help: ArgumentHelp("The scenes to edit.", valueName: "scene"), completion: .file())
  var scenes: [String] = []

  @Option(help: ArgumentHelp("The script; '-' is the standard input.", valueName: "file"), completion: .file())
  var script: String

  @Flag(help: "Print how much is different, scene by scene and in all, and no values.")
  var stat = false

  @Flag(help: "Leave out objects that do not have a property.")
  var skipMissing = false

  @Flag(help: "Take a selector that matches nothing for a step of nothing.")
  var allowEmpty = false

  @OptionGroup var options: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<EditCommand, [String]>? { \.scenes }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard !scenes.isEmpty || run.mayNameNoScene(options.scenes) else {
      throw Diagnostic(SceneUsage.noScene)
    }
    guard script != "-" || !scenes.contains("-") && options.scenes.filesFrom != "-" else {
      throw Diagnostic(CommandLineRefusal.inputTwice(purpose: "script"))
    }
    var request = EditRequest([])
    request.skipsMissing = skipMissing
    request.keepsChangesOfStructure = !options.isStructured(run)
    request.allowsEmpty = allowEmpty
    return try options.perform(request, in: scenes, run, stat ? .counts : .script, hasStructure: true) {
      () throws(Diagnostic) in try read(run)
    }
  }

  private func read(_ run: CommandRun) throws(Diagnostic) -> EditScript {
    do throws(SceneError) {
      return try EditScript(try run.context.read(script, as: "script"), name: script)
    } catch {
      var failure = Diagnostic(error, scene: script)
      failure.reason = AnyRefusal(ScriptedRefusal(error, script: script))
      failure.file = nil
      throw failure
    }
  }
}
