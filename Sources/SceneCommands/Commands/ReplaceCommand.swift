internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import Workbench

struct ReplaceCommand: InspectorCommand {
  static let row = CommandRow(
    name: "replace",
    arguments: "<scene> ... <old> <new>",
    summary: "Replaces a stored value in every property that has it.",
    discussion: """
      Only stored values are replaced, and they are compared by value, not by spelling: '#3366FF' also matches 'rgb(51 \
      102 255)', '{"red": 0.2, …}' and a palette name with this colour, and '8' also matches 8.0. A colour given with \
      8 bits per component is compared at that precision. Hooks run as for 'set', and if anything in a scene is \
      refused, that scene is not changed at all.

      The values determine which types of properties are searched: numbers match Int and Double properties, and a text \
      matches String properties only if it is not a value of another type. '--type' names one type, such as String for \
      the text 'gold'. With '--property', each named property determines the type.
      """,
    examples: [
      .init("replace -n card.json '#FFCC00' tomato", "prints the difference, writes nothing"),
      .init("replace --recursive scenes '#FFCC00' brand", "a palette name in place of a colour", isForShell: false),
      .init("replace card.json 8 12 --property cornerRadius", "only the values of one property"),
      .init("replace card.json Follow Unfollow --select ButtonView", "only in some objects"),
      .init("replace card.json 'Ada Lovelace' Ada --type String", "only texts"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @Argument(
    help: ArgumentHelp("Scenes, then the old and the new value.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @Option(help: ArgumentHelp("Only properties of this type, such as Color.", valueName: "type"))
  var type: String?

  @Option(help: ArgumentHelp("Only this property; may be repeated.", valueName: "name"))
  var property: [String] = []

  @Option(help: ArgumentHelp("Only objects that match this selector.", valueName: "selector"))
  var select: String?

  @Flag(help: "Print counts of what differs, per scene and in total, instead of the values.")
  var stat = false

  @Flag(help: "Make the other edits even if some are refused.")
  var skipRefused = false

  @Flag(help: "Accept a value that no property stores.")
  var allowEmpty = false

  @OptionGroup var options: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<ReplaceCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard arguments.count > (run.mayNameNoScene(options.scenes) ? 1 : 2) else {
      throw Diagnostic(SceneUsage.noValuesToReplace)
    }
    let values = try ArgumentReading.values(arguments.suffix(2))
    let selector = try select.map { text throws(Diagnostic) in try run.selector(text) }
    var request = EditRequest([
      .replace(
        values[0], with: values[1], in: selector, type: try propertyType(),
        properties: try ArgumentReading.values(property))
    ])
    request.skipsRefused = skipRefused
    request.allowsEmpty = allowEmpty
    return try options.perform(request, in: Array(arguments.dropLast(2)), run, stat ? .counts : .values)
  }

  private func propertyType() throws(Diagnostic) -> PropertyType? {
    guard let type else { return nil }
    let types = PropertyType.allCases
    guard let found = types.first(where: { $0.rawValue.lowercased() == type.lowercased() }) else {
      throw Diagnostic(SceneUsage.unknownType(type, known: types.map(\.rawValue)))
    }
    return found
  }
}
