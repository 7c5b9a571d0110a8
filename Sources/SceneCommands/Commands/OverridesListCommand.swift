internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

struct OverridesListCommand: SceneCommand {
  static let row = CommandRow(
    name: "overrides list",
    arguments: "<scene> [<id>[.<property>]]",
    summary: "Lists the values of a scene that replace values of templates.",
    discussion: """
      One line per override: the object, the property, the scene's value and the template's value. Overrides of objects \
      that the template does not have come last. An attribute of a placeholder itself is listed if the template stores \
      it, too. With an object, only its overrides and those of the objects inside it are listed.
      """,
    examples: [
      .init("overrides list page.json", "all overrides"),
      .init("overrides list page.json save --json", "those of an object, for programs", isForShell: false),
    ],
    scenes: .one, statuses: TreeCommand.row.statuses, jsonFormat: "inspector-overrides/1", takesIDs: true)

  @Argument(help: "The object, or one of its properties.")
  var object: String?

  @OptionGroup var global: GlobalOptions

  func perform(on scene: CommandScene, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let overrides = try run.open(scene).overrides(in: object)
    guard !run.isJSON else {
      let records = JSONRecords(
        run.context, [("format", "inspector-overrides/1")] + FileName.members("scene", scene.name), list: "overrides")
      for override in overrides { records.add(override.record) }
      records.finish()
      return .done
    }
    guard !overrides.isEmpty else {
      run.note("\(TerminalText.escaped(object ?? scene.name)): no overrides")
      return .done
    }
    var table = TextTable()
    table.add(headings: ["OBJECT", "PROPERTY", "SCENE", "TEMPLATE", "NOTE"], run.style)
    for override in overrides {
      let note =
        override.template == nil
        ? "no template has such an object" : override.inherited == override.value ? "the same value" : ""
      table.add([
        TextTable.Cell(TerminalText.escaped(override.object), as: .name),
        TextTable.Cell(TerminalText.escaped(override.property), as: .name),
        TextTable.Cell(ValueText.raw(override.value)), TextTable.Cell(override.inherited.map(ValueText.raw) ?? ""),
        TextTable.Cell(note, as: .words, style: run.style.dim),
      ])
    }
    run.print(table)
    return .done
  }
}

extension SceneOverride {
  /// The override as an element of `overrides` in `inspector-overrides/1`.
  fileprivate var record: String {
    var line = JSONLine()
    line.add("object", .string(object))
    line.add("property", .string(property))
    line.add("value", raw: value)
    if let inherited { line.add("inherited", raw: inherited) }
    if let template { line.add("template", path: template) }
    return line.text
  }
}
