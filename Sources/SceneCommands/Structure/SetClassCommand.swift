internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

struct SetClassCommand: InspectorCommand {
  static let row = CommandRow(
    name: "setclass",
    arguments: "<scene> ... <selector> <class> [<name>=<value> ...]",
    summary: "Changes the class of objects in scenes, and sets values along with it.",
    discussion: """
      Their attributes stay; together with the given values they must be valid for the new class. In a shell without a \
      selector, the selected objects change, or the current one.
      """,
    examples: [
      .init("setclass card.json '#badge' StarEllipseView", "one object"),
      .init("setclass card.json '#badge' EllipseView fillColor=gold", "with a value, checked together"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @Argument(
    help: ArgumentHelp("Scenes, then a selector, then a class, then values as for 'set'.", valueName: "argument"),
    completion: .file())
  var arguments: [String] = []

  @OptionGroup var options: StructureOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<SetClassCommand, [String]>? { \.arguments }

  private static let form = WordForm(
    "setclass", then: "a class", takesAssignments: true, example: "'#badge' EllipseView")

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    try options.perform(arguments, Self.form, edit, run) { session, selector, className, values in
      guard !values.isEmpty else { return [.setClass(selector, to: className)] }
      // Select by id: with the new class the selector may match different objects.
      let ids = (try? session.select(selector))?.map(session.document.id) ?? []
      let objects = ids.isEmpty ? selector : Selector(ids: ids)
      return [.setClass(objects, to: className), .set(objects, values)]
    }
  }
}
