internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct UpgradeCommand: InspectorCommand {
  static let row = CommandRow(
    name: "upgrade",
    arguments: "<scene> ...",
    summary: "Replaces former names, stored forms and values of options by the current ones.",
    discussion: """
      A plugin that renames a property lists the former name among its aliases, so that scenes with that name can \
      still be read. This command writes the current name in all objects; values, their spelling and their order \
      stay as they are. If both names are stored, the current one wins and the former one is left alone. In the same \
      way it writes the current name of a class, and the current value of an option, that lists the stored one among \
      its aliases. A value under a former name with a transformer, such as an angle in radians, is converted to the \
      property's present form. 'check --strict' lists all of these. 'migrate' is another name of the command. The step "upgrade" of an edit script does the same for the objects that a selector \
      matches.
      """,
    examples: [
      .init("upgrade -n scenes/*.json", "prints what would be changed, writes nothing"),
      .init("upgrade card.json", "changes it in place"),
    ],
    scenes: .many,
    statuses: EditCommand.row.statuses,
    jsonFormat: EditCommand.row.jsonFormat, otherNames: ["migrate"])

  @Argument(help: ArgumentHelp("The scenes to edit.", valueName: "scene"), completion: .file())
  var scenes: [String] = []

  @Flag(help: "Print counts of what differs, per scene and in total, instead of the values.")
  var stat = false

  @OptionGroup var options: EditOptions
  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    var request = EditRequest([.upgrade(try run.selector("*"))])
    // A scene without objects contains no former names.
    request.allowsEmpty = true
    return try options.perform(request, in: scenes, run, stat ? .counts : .script)
  }
}
