internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

struct SetClassCommand: InspectorCommand {
  static let row = CommandRow(
    name: "setclass",
    arguments: "<scene> ... <selector> <class> [<name>=<value> ...]",
    summary: "Changes the class of objects in scenes, and sets values at the same time.",
    discussion: """
      The objects keep their attributes, which must be valid for the new class together with the given values. In a \
      shell, if no selector is given, the selected objects are changed, or else the current one.
      """,
    examples: [
      .init("setclass card.json '#badge' StarEllipseView", "one object"),
      .init("setclass card.json '#badge' EllipseView fillColor=gold", "with a value, checked together with the class"),
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
