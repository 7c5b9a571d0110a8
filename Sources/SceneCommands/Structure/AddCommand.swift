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
    var object = AddedObject(
      className: words.names[0], isReference: Self.isReference(words.names[0]), typedID: id, name: name,
      place: try place.place() ?? .last, currentID: run.workspace.currentID, values: words.assignments)
    if let preset {
      guard !object.isReference else { throw Diagnostic(SceneUsage.presetOfPlaceholder) }
      (object.values, object.later) = try run.definition(ofClassWithPreset: object.className)
        .values(ofPreset: preset, and: object.values)
    }
    // The new object's id in a shell's scene. It is computed before the edit, because a different id is free
    // afterwards.
    var added: String?
    if case .open(let session, _)? = run.workspace.currentScene { added = try object.id(in: session) }
    let status = try edit.perform(words.scenes, run, stat: stat) { [object] session throws(Diagnostic) in
      try object.steps(in: session)
    }
    if let added, status == .done || status == .findings && edit.exitCode, !edit.dryRun { run.workspace.go(to: added) }
    return status
  }

  /// Returns true if a word names a document or one of its objects: it ends in `.json` or contains a `#`, unlike any
  /// class name.
  private static func isReference(_ word: String) -> Bool {
    word.parts(between: "#")[0].hasSuffix(".json") || word.holds("#")
  }
}

/// An object to add to several scenes, with an id and a place that are determined in each scene.
private struct AddedObject: Sendable {
  /// The class or, for a placeholder, the referenced document and object.
  let className: String
  let isReference: Bool

  /// The id as typed; nil if none was given.
  let typedID: String?
  let name: String?
  let place: TypedPlace

  /// The id of the default parent, used if no place is given; nil for the scene.
  let currentID: String?

  /// The initial values of the object.
  var values: [Assignment]

  /// The values that are set after the object is inserted.
  var later: [Assignment] = []

  /// Returns the steps that add the object to a scene.
  func steps(in session: SceneSession) throws(Diagnostic) -> [EditStep] {
    let document = session.document
    let place = place(in: document)
    if let id = try idOfFormat(in: document) {
      let object = try session.newObject(ofClass: className, id: id, name: name)
      return [.insert(objects: [object], at: place)] + setting(values + later, of: id)
    }
    guard !isReference else {
      let (id, object) = try placeholder(in: session)
      return [.insert(objects: [object], at: place)] + setting(later, of: id)
    }
    let id = freeID(in: document, nil)
    let object = try session.newObject(ofClass: className, id: id, name: name, values)
    return [.insert(objects: [object], at: place)] + setting(later, of: id)
  }

  /// Returns the id of the new object in a scene.
  func id(in session: SceneSession) throws(Diagnostic) -> String {
    if isReference { return try placeholder(in: session).id }
    return try idOfFormat(in: session.document) ?? freeID(in: session.document, nil)
  }

  private func placeholder(in session: SceneSession) throws(Diagnostic) -> (id: String, text: String) {
    try session.newPlaceholder(for: className, id: { freeID(in: session.document, $0) }, name: name, values)
  }

  private func setting(_ values: [Assignment], of id: String) -> [EditStep] {
    values.isEmpty ? [] : [.set(Selector(ids: [id]), values)]
  }

  private func place(in document: SceneDocument) -> StepPlace {
    place.place(in: document) { currentID.flatMap { document.node(id: $0) } }
  }

  /// Returns the typed id, or an unused id if none was given.
  ///
  /// - Parameter template: the id from which a new id is derived; nil to derive it from the class.
  private func freeID(in document: SceneDocument, _ template: String?) -> String {
    typedID.map(document.typedID) ?? document.freeID(like: template ?? CommandRun.newID(forClass: className))
  }

  /// Returns the id that the format of another program's document assigns to the object; nil for a scene.
  private func idOfFormat(in document: SceneDocument) throws(Diagnostic) -> String? {
    guard document.foreignFormat != nil, !isReference else { return nil }
    if let typedID { return document.typedID(typedID) }
    guard let found = document.place(place(in: document)) else { return freeID(in: document, nil) }
    return try Diagnostic.wrapping { () throws(SceneError) in
      try document.newID(ofClass: className, like: CommandRun.newID(forClass: className), at: found)
    }
  }
}
