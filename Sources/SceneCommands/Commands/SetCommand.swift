internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import SceneDocument
internal import Workbench

struct SetCommand: InspectorCommand {
  static let row = CommandRow(
    name: "set",
    arguments: "<scene> ... <selector> <name>=<value> ...",
    summary: "Changes properties of the selected objects.",
    discussion: """
      Hooks run, and may warn, change other properties, or refuse the change. If anything in a \
      scene is refused, that scene is not changed at all; other scenes are still edited. In the file, nothing but the \
      bytes of the values changes.

      A selector is written as in CSS: a class, '#id' or '*', optionally with conditions such as '[pointCount>5]', \
      ':kind(View)', ':modified' or ':not(…)'; a descendant ('A B') or a child ('A > B'); or a list of these, \
      separated by commas.

      If no selector is given, each assignment names its object, as in 'badge.pointCount=7'. In a shell, an assignment \
      that names no object applies to the selected objects, or else to the current one.

      An assignment is NAME=VALUE, or NAME+=N, -=, *=, /= for arithmetic on the effective value. NAME is an \
      identifier, a key path, a component such as 'frame.x', or a human-readable label. Values: 12, text, yes, \
      '#3366FF' or a colour's name, 10,20 (Point), 100x50 (Size), '10,20 100x50' (Rect). If no plugin declares a \
      property, its stored value keeps its type when it is changed, and a warning says that no plugin checks the value. \
      NAME:TYPE=VALUE stores a runtime attribute: a value for a key path that no class declares, which can then be \
      named without its type. TYPE is Int, String, Double, Bool, Color, Point, Size or Rect.

      Arithmetic on an Int is exact; a result that has a fraction or does not fit in 64 bits is refused. On a Double, \
      +, - and * work on the decimal digits of the numbers and round once, so that adding 0.2 to 0.1 gives 0.3, provided that \
      both numbers have at most 15 digits and their exponents differ by at most 15. Other sums, differences and \
      products, and all quotients, are those of binary floating point. On an Int \
      whose bits have names (flags), += sets bits and -= clears them, as in 'edges+=Top|Left'.
      """,
    examples: [
      .init("set card.json '#badge' pointCount=7", "one value of one object"),
      .init("set card.json badge.pointCount=7", "the same without a selector"),
      .init("set scenes/*.json StarView 'Corner Radius*=2' starColor=gold", "two properties in many scenes"),
      .init("set card.json '#badge' layer.zPosition:Double=4", "a runtime attribute, which no class declares"),
      .init("set card.json '#badge' --preset Badge pointCount=7", "the values of a preset, one of them replaced"),
      .init("set -n card.json '*' frame.x+=8", "runs the hooks, prints the difference, writes nothing"),
      .init(
        "set --recursive scenes StarView pointCount=5 --ndjson", "all scenes in a folder, for programs",
        isForShell: false),
      .init(
        "set card.json 'View[alpha<1]' --reset alpha -o new.json", "removes the key; writes to another file",
        isForShell: false),
    ],
    scenes: .many,
    statuses: [
      .done, .findings, .refused, .usage, .badDocument, .noInput, .noPlugin, .cannotCreate, .cannotWrite,
      .changedUnderneath,
      .interrupted,
    ],
    jsonFormat: "inspector-changes/1")

  @Argument(
    help: ArgumentHelp("Scenes, then a selector, then assignments.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @Option(
    help: ArgumentHelp(
      "Store null for this property, which then explicitly has no value; may be repeated.", valueName: "name"))
  var unset: [String] = []

  @Option(
    help: ArgumentHelp("Remove this property's key, so that its default applies; may be repeated.", valueName: "name"))
  var reset: [String] = []

  @Option(help: "Store the values of this preset of each object's class; assignments replace them.")
  var preset: String?

  @OptionGroup var edit: EditOptions
  @OptionGroup var options: SetOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<SetCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let words = try SceneArguments(
      assigning: arguments, hasOtherChanges: !unset.isEmpty || !reset.isEmpty || preset != nil,
      hasOtherScenes: run.mayNameNoScene(edit.scenes), defaultSelector: run.workspace.defaultTarget)
    let others = unset.map { Assignment($0, .unset) } + reset.map { Assignment($0, .reset) }
    return try options.perform(words.assignments + others, preset: preset, words, edit, run)
  }
}
