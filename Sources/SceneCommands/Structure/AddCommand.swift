internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

struct AddCommand: InspectorCommand {
  static let row = CommandRow(
    name: "add",
    arguments: "<scene> ... <class|document> [<name>=<value> ...]",
    summary: "Adds an object to scenes.",
    discussion: """
      The new object becomes the last object of the scene, or the last child of the object that '--in' names, unless \
      another place is given. In a shell it becomes the last child of the current object, and is then made current. \
      Values are written as for 'set'; components check the new object and may refuse it. A class may have presets, \
      which are named sets of values; 'plugin describe' and 'show' list them.

      Instead of a class, name a document and one of its objects, as in 'buttons.scene.json#primary': the new object is \
      a placeholder, which shows that object with everything in it. Values replace those of the other document.
      """,
    examples: [
      .init("add card.json StarView pointCount=7 starColor=gold --in skills", "with values"),
      .init("add card.json LabelView --id title --before badge", "with an id, in another place"),
      .init("add card.json StarView --preset Badge", "with the values of a preset of the class"),
      .init("add page.json card.json#badge --id award", "shows an object of another document", isForShell: false),
      .init("add -n card.json View --name 'The background' --in card --first", "only shows what it would do"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @Argument(
    help: ArgumentHelp("Scenes, then a class, then values as for 'set'.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @Option(parsing: .unconditional, help: "The object's id; by default one that is not in use.")
  var id: String?

  @Option(help: "The object's name.")
  var name: String?

  @Option(help: "Store the values of this preset of the class; values after the class replace them.")
  var preset: String?

  @Flag(help: "Print counts of what differs, per scene and in total, instead of the values.")
  var stat = false

  @OptionGroup var place: PlaceOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<AddCommand, [String]>? { \.arguments }

  private static let form = WordForm(
    "add", hasSelector: false, then: "a class", takesAssignments: true, example: "StarView pointCount=7",
    options: WordForm.places.merging(["id": true, "name": true, "preset": true]) { $1 })

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let words = try SceneArguments(
      arguments, Self.form, hasOtherScenes: run.mayNameNoScene(edit.scenes),
      defaultSelector: run.workspace.defaultTarget)
    let (className, values, place) = (words.names[0], words.assignments, try place.place() ?? .last)
    let (typed, name, current) = (id, name, run.workspace.currentID)
    let isReference = Self.isReference(className)
    if isReference, preset != nil { throw Diagnostic(SceneUsage.presetOfPlaceholder) }
    let (all, after) =
      try preset.map { name throws(Diagnostic) in
        try run.definition(ofClassWithPreset: className).values(ofPreset: name, and: values)
      } ?? (values, [])
    let newID: @Sendable (SceneDocument, String?) -> String = { document, template in
      typed.map(document.typedID) ?? document.freeID(like: template ?? CommandRun.newID(forClass: className))
    }
    // The format of another program's document gives ids.
    let ownID: @Sendable (SceneDocument) throws(Diagnostic) -> String? = { document throws(Diagnostic) in
      guard document.foreignFormat != nil, !isReference else { return nil }
      if let typed { return document.typedID(typed) }
      let place = place.place(in: document) { current.flatMap { document.node(id: $0) } }
      guard let found = document.place(place) else { return newID(document, nil) }
      let model = CommandRun.newID(forClass: className)
      return try Diagnostic.wrapping { () throws(SceneError) in
        try document.newID(ofClass: className, like: model, at: found)
      }
    }
    // The new object's id in a shell's scene. It is computed before the edit, because a different id is free
    // afterwards.
    var added: String?
    if case .open(let session, _)? = run.workspace.currentScene {
      added =
        isReference
        ? try session.newPlaceholder(for: className, id: { newID(session.document, $0) }, name: name, all).id
        : try ownID(session.document) ?? newID(session.document, nil)
    }
    let status = try edit.perform(words.scenes, run, stat: stat) { session throws(Diagnostic) in
      let document = session.document
      let parent = { current.flatMap { document.node(id: $0) } }
      if let id = try ownID(document) {
        let object = try session.newObject(ofClass: className, id: id, name: name)
        let (insertion, values) = (place.place(in: document, parent), all + after)
        return [.insert(objects: [object], at: insertion)]
          + (values.isEmpty ? [] : [.set(Selector(ids: [id]), values)])
      }
      var (id, object) = (newID(document, nil), "")
      if isReference {
        (id, object) = try session.newPlaceholder(for: className, id: { newID(document, $0) }, name: name, all)
      } else {
        object = try session.newObject(ofClass: className, id: id, name: name, all)
      }
      let insertion = EditStep.insert(objects: [object], at: place.place(in: document, parent))
      return [insertion] + (after.isEmpty ? [] : [.set(Selector(ids: [id]), after)])
    }
    if let added, status == .done || status == .findings && edit.exitCode, !edit.dryRun { run.workspace.go(to: added) }
    return status
  }

  /// Returns true if a word names a document or an object of one: no class name ends in `.json` or has a `#`.
  private static func isReference(_ word: String) -> Bool {
    word.parts(between: "#")[0].hasSuffix(".json") || word.holds("#")
  }
}
