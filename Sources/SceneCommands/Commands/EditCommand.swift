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
    summary: "Applies an edit script to scenes; in each, either every step takes effect or none.",
    discussion: """
      A script is a JSON document of steps ('inspector-edit/1'). Each step sees the results of those before it. A \
      step does one thing: it \(EditStep.help.joined(separator: "; ")). If an expectation, a plugin's hook or anything else refuses a \
      step, the scene stays as it was.

      Values are JSON, as in scenes. {"add": 2} does arithmetic on the effective value, as 'set' does; so do subtract, \
      multiply and divide. {"typed": "10,20"} is a value as people type it, and {"exact": …} is one that is written \
      exactly as given. New objects are formatted like those beside them.

      { "format": "inspector-edit/1",
        "steps": [
          { "expect": { "select": "#badge", "values": { "pointCount": 5 } } },
          { "select": "StarView",
            "set": { "frame.x": { "add": 8 } }, "reset": ["alpha"] },
          { "insert": { "id": "new", "class": "View" },
            "at": { "before": "#badge" } },
          { "move": "LabelView", "into": "#card", "at": "first" },
          { "remove": "#old" } ] }
      """,
    examples: [
      .init("edit -n scenes/*.json --script fix.json", "runs the hooks, prints the difference, writes nothing"),
      .init("edit card.json --script fix.json", "edits in place"),
      .init(
        "edit -n scenes/*.json --script fix.json --stat --exit-code", "only counts; exits with 1 if anything differs"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: "inspector-changes/1")

  @Argument(help: ArgumentHelp("The scenes to edit.", valueName: "scene"), completion: .file())
  var scenes: [String] = []

  @Option(help: ArgumentHelp("The script; '-' is standard input.", valueName: "file"), completion: .file())
  var script: String?

  @Option(
    help: ArgumentHelp(
      "In a shell: apply the script while other commands run; 'jobs' shows how far it is.", valueName: "file"),
    completion: .file())
  var background: String?

  @Flag(help: "Print counts of what differs, per scene and in total, instead of the values.")
  var stat = false

  @Flag(help: "Skip objects that lack a property.")
  var skipMissing = false

  @Flag(help: "Accept a selector that matches nothing.")
  var allowEmpty = false

  @Flag(help: "Make the edit even if other scenes of the workspace name objects that it renames or removes.")
  var leaveDependents = false

  @OptionGroup var options: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<EditCommand, [String]>? { \.scenes }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    if let background { return try start(background, run) }
    guard let script else { throw Diagnostic(SceneUsage.noScript(found: scenes.first { FileKind.of($0) == .script })) }
    guard script != "-" || !scenes.contains("-") && options.scenes.filesFrom != "-" else {
      throw Diagnostic(CommandLineRefusal.inputTwice(purpose: "script"))
    }
    var request = EditRequest([])
    request.skipsMissing = skipMissing
    request.keepsChangesOfStructure = !options.isStructured(run)
    request.allowsEmpty = allowEmpty
    // The mistakes of a script are reported after those of the scenes.
    let loaded = Result { () throws(Diagnostic) in try read(script, run) }
    if case .success(let script) = loaded, script.isForTemplates {
      if skipMissing || stat { throw Diagnostic(SceneUsage.inTemplateWithOthers) }
      return try options.perform(inTemplatesOf: scenes, run, allowsEmpty: allowEmpty) { _ in script.steps }
    }
    return try options.perform(
      request, in: scenes, run, stat ? .counts : .script, hasStructure: true,
      script: { () throws(Diagnostic) in try loaded.get() }, leavesDependents: leaveDependents)
  }

  /// Starts a script in the background.
  private func start(_ script: String, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard run.workspace.keepsScenes else { throw Diagnostic(ReportUsage.backgroundOutsideShell) }
    guard self.script == nil, scenes.isEmpty, !options.dryRun, !stat, options.outputName == nil else {
      throw Diagnostic(SceneUsage.backgroundWithOthers)
    }
    let path = run.workspace.expanded(script)
    let read = try read(path, run)
    if read.isForTemplates { throw Diagnostic(SceneUsage.backgroundInTemplates) }
    var request = EditRequest(read.steps)
    request.skipsMissing = skipMissing
    request.allowsEmpty = allowEmpty
    try run.workspace.performInBackground(read, request)
    return .done
  }

  private func read(_ script: String, _ run: CommandRun) throws(Diagnostic) -> EditScript {
    do throws(SceneError) {
      return try EditScript(try run.context.read(script, as: "script"), name: script)
    } catch {
      var failure = Diagnostic(error, scene: script)
      failure.reason = AnyRefusal(ScriptedRefusal(failure.reason.base, script: script))
      failure.file = nil
      throw failure
    }
  }
}
