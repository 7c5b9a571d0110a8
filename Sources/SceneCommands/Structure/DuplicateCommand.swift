internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

struct DuplicateCommand: InspectorCommand {
  static let row = CommandRow(
    name: "duplicate",
    arguments: "<scene> ... <selector>",
    summary: "Copies objects and their descendants within their scenes.",
    discussion: """
      Each copy is placed after its original unless another place is given. The copies get new ids. In a copy, a constraint or property that referred to an object inside the original \
      refers to the copy of that object. In a shell, if no \
      selector is given, the selected objects are copied, or else the current one.
      """,
    examples: [
      .init("duplicate card.json '#badge' --id badge2", "with an id"),
      .init("duplicate card.json StarView --in skills", "all stars, elsewhere"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat,
    otherWords: ["copy", "cp"])

  @Argument(help: ArgumentHelp("Scenes, then a selector.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @Option(parsing: .unconditional, help: "The copy's id, if only one object is copied.")
  var id: String?

  @OptionGroup var place: PlaceOptions
  @OptionGroup var options: StructureOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<DuplicateCommand, [String]>? { \.arguments }

  private static let form = WordForm(
    "duplicate", example: "'#badge'", options: WordForm.places.merging(["id": true]) { $1 })

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let (id, place) = (id, try place.place())
    return try options.perform(arguments, Self.form, edit, run) { session, selector, _, _ in
      let document = session.document
      let target = place.map { $0.place(in: document) { session.parent(of: selector) } }
      return [.duplicate(selector, id: id.map(document.typedID), at: target)]
    }
  }
}
