internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import Workbench

struct ReplaceCommand: InspectorCommand {
  static let row = CommandRow(
    name: "replace",
    arguments: "<scene> ... <old> <new>",
    summary: "Replaces a stored value wherever properties have it, in many scenes.",
    discussion: """
      Only stored values are replaced, and they are compared as values: '#3366FF' is also 'rgb(51 102 255)', \
      '{"red": 0.2, …}' and a palette name with this colour, and '8' is also 8.0. A colour of 8 bits compares in 8 \
      bits. Hooks run as in 'set', and each scene is changed as a whole, or not at all if anything is refused.

      The values decide the type: numbers are those of Int and Double properties, and a text is that of String \
      properties only if it is no value of another type. '--type' names one type, such as String for the text \
      'gold'. '--property' takes the type of each named property.
      """,
    examples: [
      .init("replace -n card.json #3366FF tomato", "prints the difference, writes nothing"),
      .init("replace --recursive scenes '#1C1C1E' ink", "palette names in the place of colours", isForShell: false),
      .init("replace card.json 8 12 --property cornerRadius", "only the values of one property"),
      .init("replace card.json Cancel Dismiss --select '#card LabelView'", "only in some objects"),
      .init("replace card.json gold silver --type String", "the text, not the colour"),
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

  @Flag(help: "Print how much differs, per scene and in total, without values.")
  var stat = false

  @Flag(help: "Make the other edits if some are refused.")
  var skipRefused = false

  @Flag(help: "Accept a value that nothing stores.")
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
