internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

struct MoveCommand: InspectorCommand {
  static let row = CommandRow(
    name: "move",
    arguments: "<scene> ... <selector> --in <id>",
    summary: "Moves objects and their descendants within their scenes.",
    discussion: """
      Objects that are moved together keep their order. The place can also be given with '--before', '--after', \
      '--first' or '--at'; if '--in' is not given, '--first' and '--at' refer to the parent of the first object that is moved. \
      In a shell, if no selector is given, the selected objects are moved, or else the current one.
      """,
    examples: [
      .init("move card.json '#badge' --in skills", "into another object"),
      .init("move card.json '#follow' --after notify", "among its siblings"),
      .init("move card.json StarView --first", "before all of its siblings"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat,
    otherWords: ["mv"])

  @Argument(help: ArgumentHelp("Scenes, then a selector.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var place: PlaceOptions
  @OptionGroup var options: StructureOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<MoveCommand, [String]>? { \.arguments }

  private static let form = WordForm("move", example: "'#badge' --in skills", options: WordForm.places)

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard let place = try place.place() else {
      if let option = Self.form.option(among: arguments.dropFirst()) { throw Diagnostic(option) }
      throw Diagnostic(SceneUsage.noPlaceToMoveTo)
    }
    return try options.perform(arguments, Self.form, edit, run) { session, selector, _, _ in
      [.move(selector, to: place.place(in: session.document) { session.parent(of: selector) })]
    }
  }
}

extension SceneSession {
  /// Returns the parent of the first object that a selector matches; nil for a top-level object, or if nothing matches.
  /// The step with the selector reports that nothing matches.
  func parent(of selector: Selector) -> NodeIndex? {
    (try? select(selector))?.first.flatMap { document.parent($0) }
  }
}
