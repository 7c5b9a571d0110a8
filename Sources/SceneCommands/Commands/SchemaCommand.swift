internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct SchemaCommand: InspectorCommand {
  static let row = CommandRow(
    name: "schema",
    arguments: "",
    summary: "Prints a JSON Schema for scenes that use the installed plugins.",
    discussion: """
      Editors use it to complete and check scenes: it describes classes, properties, options, ranges and colours, with \
      their labels and help. It uses JSON Schema draft 2020-12. It rejects what 'check' reports as an \
      error, except for what a schema cannot express: duplicate ids, names that are not in the palette, and the \
      decisions of hooks and rules.
      """,
    examples: [
      .init("schema > scene.schema.json", "for an editor; scenes refer to it with '$schema'", isForShell: false),
      .init(
        "schema --strict --plugin ./build", "refuses unknown classes, properties and keys", isForShell: false),
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
