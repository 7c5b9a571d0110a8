internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct SchemaCommand: InspectorCommand {
  static let row = CommandRow(
    name: "schema",
    arguments: "",
    summary: "Prints a JSON Schema of scenes for the plugins that are there.",
    discussion: """
      With it an editor completes and checks scenes: classes, properties, options, ranges, colours, with their labels and \
      help. Draft 2020-12. It refuses what 'check' calls an error, except for what a schema cannot say: ids that stand twice, \
      names that the palette does not have, and what hooks and rules say.
      """,
    examples: [
      .init("schema > scene.schema.json", "for an editor; scenes name it by their '$schema'", isForShell: false),
      .init(
        "schema --strict --plugin ./build", "refuses classes, properties and keys that nobody knows", isForShell: false),
    ],
    scenes: .none, statuses: [.done, .usage, .cannotWrite],
    jsonFormat: "https://json-schema.org/draft/2020-12/schema")

  @Flag(help: "Refuse unknown classes, properties and keys.")
  var strict = false

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    // The schema is JSON with or without `--json`.
    run.print(SceneSchema(run.library, isStrict: strict).text)
    return .done
  }
}
