internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

/// The options that give the place of an object among the objects of the scene.
struct PlaceOptions: ParsableArguments {
  // Ids may begin with a dash.
  @Option(
    name: .customLong("in"), parsing: .unconditional,
    help: ArgumentHelp("The parent; '/' is the scene.", valueName: "id"))
  var holder: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The sibling to place it before.", valueName: "id"))
  var before: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The sibling to place it after.", valueName: "id"))
  var after: String?

  @Flag(help: "Make it the first child instead of the last.")
  var first = false

  @Option(help: ArgumentHelp("Its index among its siblings, from 0.", valueName: "number"))
  var at: Int?

  /// True if any of the options is given.
  var isGiven: Bool { holder != nil || before != nil || after != nil || first || at != nil }

  /// Returns the place that the options give; `standard` if none is given.
  ///
  /// - Throws: an error if two of the options give different places.
  func place(in scene: OpenScene, default standard: StepPlace?) throws(Diagnostic) -> StepPlace? {
    let given = [("--before", before != nil), ("--after", after != nil), ("--first", first), ("--at", at != nil)]
      .filter(\.1).map(\.0)
    guard given.count < 2 else { throw Diagnostic(ShellUsage.differentPlaces(given[0], given[1])) }
    func object(_ typed: String) -> Selector {
      Selector(ids: [scene.document.node(typed: typed).map(scene.document.id) ?? typed])
    }
    if let before { return StepPlace(.before(object(before))) }
    if let after { return StepPlace(.after(object(after))) }
    let position: StepPlace.Position = first ? .first : at.map { .index($0) } ?? .last
    if let holder { return StepPlace(in: holder == "/" ? nil : object(holder), position) }
    guard !given.isEmpty else { return standard }
    return StepPlace(in: standard?.parent, position)
  }
}

struct AddVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "add", "<class> [<name>=<value> ...]", "Adds an object.",
    "It becomes the last child of the current object unless a place is given, and then becomes current.",
    [
      .init("add StarView pointCount=7 starColor=gold", "with values"),
      .init("add LabelView --id title --before badge", "with an id, in another place"),
    ], json: "inspector-changes/1")

  @Argument(help: "The class.")
  var className: String

  @Argument(help: ArgumentHelp("Values, as for 'set'.", valueName: "name=value"))
  var assignments: [String] = []

  @Option(help: "The id; an unused one by default.")
  var id: String?

  @Option(help: "The name.")
  var name: String?

  @OptionGroup var place: PlaceOptions

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    let id = id.map(scene.id) ?? scene.document.freeID(like: CommandRun.newID(forClass: className))
    let values = try shell.assignments(assignments)
    let object = try shell.edit(scene) { session throws(Diagnostic) in
      try session.newObject(ofClass: className, id: id, name: name, values)
    }
    let standard = StepPlace(in: shell.currentID.map { Selector(ids: [$0]) })
    let target = try place.place(in: scene, default: standard) ?? standard
    try shell.edit([.insert(objects: [object], at: target)])
    if let node = scene.document.node(id: id) { scene.cursor.go(to: node) }
  }
}

struct RemoveVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "remove", "[<selector>]", "Removes objects and their descendants.",
    "Remaining objects whose constraints refer to a removed one are listed.",
    [.init("remove '#badge'", "one object"), .init("remove", "the selected objects, or the current one")],
    json: "inspector-changes/1")

  @Argument(help: "A selector of the objects.")
  var selector: String?

  func run(in shell: Shell) throws(Diagnostic) {
    try shell.edit([.remove(try shell.meant(selector))])
  }
}

struct DuplicateVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "duplicate", "[<selector>]", "Copies objects and their descendants.",
    """
    A copy follows its original unless a place is given. Its ids are new, and its constraints refer to the objects \
    copied with it.
    """,
    [.init("duplicate '#badge' --id badge2", "with an id"), .init("duplicate StarView --in card", "many, elsewhere")],
    json: "inspector-changes/1")

  @Argument(help: "A selector of the objects.")
  var selector: String?

  @Option(help: "The copy's id, if one object is copied.")
  var id: String?

  @OptionGroup var place: PlaceOptions

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    let target = try place.place(in: scene, default: nil)
    try shell.edit([.duplicate(try shell.meant(selector), id: id.map(scene.id), at: target)])
  }
}

struct MoveVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "move", "[<selector>] --in <id>", "Moves objects and their descendants.",
    "Several objects keep their order. '--before', '--after', '--first' and '--at' also give a place.",
    [
      .init("move '#badge' --in footer", "into another object"),
      .init("move --before title", "the selected objects, or the current one"),
    ], json: "inspector-changes/1")

  @Argument(help: "A selector of the objects.")
  var selector: String?

  @OptionGroup var place: PlaceOptions

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    let parent = scene.cursor.path.dropLast().last.map { Selector(ids: [scene.document.id($0)]) }
    guard let target = try place.place(in: scene, default: StepPlace(in: parent)), place.isGiven else {
      throw Diagnostic(ShellUsage.noPlaceToMoveTo)
    }
    try shell.edit([.move(try shell.meant(selector), to: target)])
  }
}

struct RenameVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "rename", "[<selector>] <id>", "Changes the id of an object.",
    "Constraints that refer to it follow the change.",
    [.init("rename star", "the current object"), .init("rename '#badge' star", "another object")],
    json: "inspector-changes/1")

  @Argument(help: ArgumentHelp("The object and its new id.", valueName: "id"))
  var words: [String]

  func run(in shell: Shell) throws(Diagnostic) {
    guard words.count <= 2, let id = words.last else { throw Diagnostic(ShellUsage.noIDToRename) }
    let scene = try shell.current()
    // The command renames exactly one object, so a word without `#` is an id if an object has it.
    let known = words.count == 2 ? scene.document.node(typed: words[0]).map(scene.document.id) : nil
    let selector =
      if let known { Selector(ids: [known]) } else { try shell.meant(words.count == 2 ? words[0] : nil) }
    try shell.edit([.rename(selector, id: scene.id(id))])
  }
}

struct NameVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "name", "[<selector>] <name>", "Sets the human-readable name of objects.", "An empty name removes it.",
    [.init("name 'The badge'", "the current object"), .init("name StarView ''", "no name for any star")],
    json: "inspector-changes/1")

  @Argument(help: ArgumentHelp("A selector of the objects, and the name.", valueName: "name"))
  var words: [String]

  func run(in shell: Shell) throws(Diagnostic) {
    guard words.count <= 2, let name = words.last else { throw Diagnostic(ShellUsage.noName) }
    let selector = try shell.meant(words.count == 2 ? words[0] : nil)
    try shell.edit([.setName(selector, to: name.isEmpty ? nil : name)])
  }
}

struct SetClassVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "setclass", "[<selector>] <class> [<name>=<value> ...]",
    "Changes the class of objects, and sets values along with it.",
    "Their attributes stay; together with the given values they must be valid for the new class.",
    [
      .init("setclass StarEllipseView", "the current object"),
      .init("setclass '#badge' EllipseView fillColor=gold", "with a value, checked together"),
    ], json: "inspector-changes/1")

  @Argument(help: ArgumentHelp("A selector of the objects, the class, and values as for 'set'.", valueName: "class"))
  var words: [String]

  func run(in shell: Shell) throws(Diagnostic) {
    // A selector such as '[tag=1]' may look like an assignment, so the first word is never one.
    let count = words.count > 1 && Assignment(typed: words[1]) == nil ? 2 : min(words.count, 1)
    guard count > 0 else { throw Diagnostic(ShellUsage.noClass) }
    let selector = try shell.meant(count == 2 ? words[0] : nil)
    let values = try shell.assignments(Array(words[count...]))
    guard !values.isEmpty else { return try shell.edit([.setClass(selector, to: words[count - 1])]) }
    // Select by id: with the new class the selector may match different objects.
    let ids = try shell.edit(try shell.current()) { session throws(Diagnostic) in
      try session.select(selector).map { session.document.id($0) }
    }
    let objects = ids.isEmpty ? selector : Selector(ids: ids)
    try shell.edit([.setClass(objects, to: words[count - 1]), .set(objects, values)])
  }
}

extension OpenScene {
  /// Returns the id in a word, which may have a selector's `#` before the id: `badge` for `badge` and `#badge`.
  func id(_ word: String) -> String {
    guard word.utf8.first == UInt8(ascii: "#"), word.utf8.count > 1, document.node(id: word) == nil else { return word }
    return String(word.unicodeScalars.dropFirst())
  }
}

extension Shell {
  /// Returns a selector of the objects on which a command acts.
  ///
  /// - Parameter selector: the selector in the command; nil for the selected objects, else the current one.
  func meant(_ selector: String?) throws(Diagnostic) -> Selector {
    _ = try current()
    return try run.selector(selector ?? currentTarget)
  }

  /// Parses words of the form `NAME op VALUE`; throws an error if a word has another form.
  fileprivate func assignments(_ words: [String]) throws(Diagnostic) -> [Assignment] {
    try words.map { word throws(Diagnostic) in
      guard let assignment = Assignment(typed: word) else { throw Diagnostic(ReportUsage.notAnAssignment(word)) }
      return assignment
    }
  }
}
