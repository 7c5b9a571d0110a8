internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct OverridesRevertCommand: InspectorCommand {
  static let row = CommandRow(
    name: "overrides revert",
    arguments: "<scene> ... <id>[.<property>] ...",
    summary: "Removes overrides, so that the template's values apply.",
    discussion: """
      Naming an object means its overrides and those of the objects inside it, including those of objects that the \
      template does not have. The 'frame' and the 'position' of a placeholder itself are only reverted by name, as in \
      'save.frame'. Hooks run, and may refuse the change.
      """,
    examples: [
      .init("overrides revert page.json save/title.text", "one override"),
      .init("overrides revert -n page.json save", "only shows what it would do"),
    ],
    scenes: .many, statuses: SetCommand.row.statuses, jsonFormat: SetCommand.row.jsonFormat, takesIDs: true)

  @Argument(
    help: ArgumentHelp("Scenes, then objects or properties of objects.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<OverridesRevertCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let (scenes, words) = try Self.words(arguments, "revert", run, edit.scenes)
    return try edit.perform(EditRequest([]), in: scenes, run) { session throws(Diagnostic) in
      try session.overrides(named: words).map(\.revert)
    }
  }

  /// Splits arguments into scenes and object or property references. Throws an error if either part is missing.
  static func words(
    _ arguments: [String], _ verb: String, _ run: CommandRun, _ options: SceneOptions
  ) throws(Diagnostic) -> (scenes: [String], words: [String]) {
    let scenes = Array(arguments.prefix { SceneArguments.isScene($0) })
    let words = try arguments.dropFirst(scenes.count).map { word throws(Diagnostic) in try ArgumentReading.value(word) }
    guard !words.isEmpty, !scenes.isEmpty || run.mayNameNoScene(options) else {
      throw Diagnostic(SceneUsage.noOverrideToName(verb: verb))
    }
    return (scenes, words)
  }
}
