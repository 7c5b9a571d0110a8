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
    summary: "Changes properties of many objects in many scenes.",
    discussion: """
      Hooks run as in an inspector, and may warn, change other properties, or refuse. Each scene is changed as a \
      whole, or not at all if anything is refused; other scenes are still edited. Only the bytes of the values \
      change.

      A selector is written as in CSS: a class, '#id' or '*', with conditions such as '[pointCount>5]', \
      ':kind(View)', ':modified' or ':not(…)', a descendant ('A B') or a child ('A > B'), or a list of these with \
      commas.

      If no selector is given, an assignment names its object, as in 'badge.pointCount=7'; in a shell one without an \
      object changes the target.

      An assignment is NAME=VALUE, or NAME+=N, -=, *=, /= for arithmetic on the effective value. NAME is an \
      identifier, a key path, a component such as 'frame.x', or a human-readable label. Values: 12, text, yes, \
      '#3366FF' or a colour's name, 10,20 (Point), 100x50 (Size), '10,20 100x50' (Rect). A stored value that no \
      plugin declares is changed in the type that it has, and a note says that nothing judges it. With a type,       NAME:TYPE=VALUE, it is a runtime attribute of the object, for a key path that no class declares; NAME alone       means it from then on. TYPE is Int, String, Double, Bool, Color, Point, Size or Rect.

      Arithmetic on an Int is exact; a result with a fraction or beyond 64 bits is refused. On a Double, +, - and * \
      are computed on the numbers' decimal digits and rounded once, so that 0.1 += 0.2 is 0.3, if both have at most \
      15 digits and exponents that differ by at most 15; other sums and all quotients are those of binary floating \
      point.
      """,
    examples: [
      .init("set card.json '#badge' pointCount=7", "one value of one object"),
      .init("set card.json badge.pointCount=7", "the same without a selector"),
      .init("set scenes/*.json StarView 'Corner Radius*=2' starColor=gold", "two properties in many scenes"),
      .init("set card.json '#badge' layer.zPosition:Double=4", "a runtime attribute, which no class declares"),
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

  @Option(help: ArgumentHelp("Store null, which is explicitly no value; may be repeated.", valueName: "name"))
  var unset: [String] = []

  @Option(help: ArgumentHelp("Remove the key, so that the default applies; may be repeated.", valueName: "name"))
  var reset: [String] = []

  @OptionGroup var edit: EditOptions
  @OptionGroup var options: SetOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<SetCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let words = try SceneArguments(
      assigning: arguments, hasOtherChanges: !unset.isEmpty || !reset.isEmpty,
      hasOtherScenes: run.mayNameNoScene(edit.scenes), defaultSelector: run.workspace.defaultTarget)
    let others = unset.map { Assignment($0, .unset) } + reset.map { Assignment($0, .reset) }
    return try options.perform(words.assignments + others, words, edit, run)
  }
}
