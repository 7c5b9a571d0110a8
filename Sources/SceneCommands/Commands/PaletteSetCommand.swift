internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct PaletteSetCommand: InspectorCommand {
  static let row = CommandRow(
    name: "palette set",
    arguments: "<scene> ... <name>=<color> ...",
    summary: "Sets the colours of palette names, in many scenes.",
    discussion: """
      A new name is added; a scene without a palette gets one. Every attribute that uses a name gets its new colour: \
      hooks run, and if one refuses it, the scene stays as it was. The attributes keep the name.

      A colour is '#3366FF', 'rgb(51 102 255 / 50%)' or another function of CSS, a CSS name, or an object of \
      components; never another palette name. It is stored in the notation of the former one if that can express it.
      """,
    examples: [
      .init("palette set card.json brand=#FF8800", "another colour wherever 'brand' is used"),
      .init("palette set -n scenes/*.json brand=tomato ink='rgb(20 20 30)'", "runs the hooks, prints the difference"),
    ],
    scenes: .many,
    statuses: [
      .done, .findings, .refused, .usage, .badDocument, .noInput, .noPlugin, .cannotCreate, .cannotWrite,
      .changedUnderneath,
      .interrupted,
    ],
    jsonFormat: "inspector-changes/1")

  @Argument(help: ArgumentHelp("Scenes, then names with their colours.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var options: EditOptions
  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    var scenes = arguments[...]
    var changes: [PaletteEdit] = []
    while let last = scenes.last, let typed = AssignmentText(last), typed.operation == .set {
      let assignment = AssignmentText(try ArgumentReading.value(last)) ?? typed
      changes.append(.set(name: assignment.name, to: assignment.value))
      scenes.removeLast()
    }
    guard !changes.isEmpty else {
      throw .usage(PaletteUsage.noColor(last: scenes.last ?? run.workspace.currentScene?.name))
    }
    return try run.edit(EditRequest(palette: changes.reversed()), in: Array(scenes), options)
  }
}

extension CommandRun {
  /// Edits the palettes of many scenes.
  func edit(
    _ request: EditRequest, in scenes: [String], _ options: EditOptions
  ) throws(CommandFailure) -> ExitStatus {
    guard !scenes.isEmpty || mayNameNoScene(options.scenes) else {
      throw .usage(SceneUsage.noScene)
    }
    let scenes = try self.scenes(scenes, options.scenes)
    try options.checkOutputs(of: scenes, self)
    try options.checkPlugins(self)
    var request = request
    request.isDryRun = options.dryRun
    request.wantsChanges = options.dryRun || options.isStructured(self) || workspace.keepsScenes
    let batch = EditBatch(run: self, options: options, request: request)
    return batch.perform(on: scenes)
  }
}
