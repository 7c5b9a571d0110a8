internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct AtCommand: SceneCommand {
  static let row = CommandRow(
    name: "at",
    arguments: "<scene> <x>,<y>",
    summary: "Names the object that a touch at a point hits.",
    discussion: """
      The point is in the coordinates of the scene's picture (see 'render'), or with '--in' in those of an object, in \
      points. A touch goes to the topmost object under the point that accepts touches: not to one that is hidden, \
      transparent or clipped there, that has 'isUserInteractionEnabled' set to false, or that lets the touch pass \
      through. Layout, rotation and content offsets are taken into account. The option '--trace' shows the step \
      'hitTest' of components that decide about touches themselves, with their messages.
      """,
    examples: [
      .init("at card.json 270,90", "the object that is hit, and the point in its own coordinates"),
      .init("at card.json 270,90 --all", "everything under the point, topmost first"),
      .init("at card.json 20,10 --in badge", "the point is in the coordinates of 'badge'"),
    ],
    scenes: .one,
    statuses: [.done, .findings, .usage, .badDocument, .noInput, .noPlugin, .changedUnderneath, .cannotWrite],
    jsonFormat: "inspector-touch/1")

  @Argument(help: ArgumentHelp("The point.", valueName: "point"))
  var point: String

  @Option(
    name: .customLong("in"), parsing: .unconditional,
    help: ArgumentHelp("The point is in the coordinates of this object.", valueName: "id"))
  var object: String?

  @Flag(help: "List all objects under the point, topmost first, and why the touch passes through some of them.")
  var all = false

  @OptionGroup var global: GlobalOptions

  func perform(on scene: CommandScene, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let session = try run.open(scene)
    let place = try parsedPoint()
    let owner = try object.flatMap { word throws(Diagnostic) in try session.node(at: word, from: nil) }
    let id = owner.map(session.document.id)
    let picture = ScenePicture(session)
    let touch = try picture.touch(at: place, of: id)
    let (objects, hit) = (touch.objects, touch.hit)
    let notBuilt = picture.notes(of: id).filter { note in note.isFailure && objects.contains { $0.id == note.object } }
    for note in notBuilt { run.say("\(TerminalText.escaped(scene.name)): \(TerminalText.escapedLines(note.message))") }
    for failure in touch.failures { run.say(failure.shown()) }
    let shown = all ? objects : hit.map { [$0] } ?? []
    if run.isJSON {
      run.print(document(of: shown, hit: hit, place, in: id, scene.name, session))
    } else {
      run.print(table(of: shown, session, run.style))
    }
    guard hit != nil else {
      let advice = objects.isEmpty || all ? "" : "; '--all' shows why"
      let place = PropertyValue.point(place).text
      run.say("\(TerminalText.escaped(scene.name)): no object takes a touch at \(place)\(advice)")
      return .findings
    }
    return notBuilt.isEmpty && touch.failures.isEmpty ? .done : .noPlugin
  }

  private func parsedPoint() throws(Diagnostic) -> Point {
    if case .point(let place)? = try? PropertyValue(parsing: point, as: .point) { return place }
    throw Diagnostic(SceneUsage.notAPoint(point))
  }

  private func table(of objects: [TouchedObject], _ session: SceneSession, _ style: Style) -> TextTable {
    var table = TextTable()
    for object in objects {
      let title = session.document.node(id: object.id).flatMap(session.title(of:))
      table.add([
        TextTable.Cell(TerminalText.escaped(object.id), as: .name, style: style.bold),
        TextTable.Cell(TerminalText.escaped(object.className), as: .words),
        TextTable.Cell(title?.shown ?? "", as: .words),
        TextTable.Cell(PropertyValue.point(object.point).text, as: .fixed),
        TextTable.Cell(TerminalText.escaped(object.obstacle?.message ?? ""), as: .words, style: style.dim),
      ])
    }
    return table
  }

  /// Returns the result as an `inspector-touch/1` document.
  private func document(
    of objects: [TouchedObject], hit: TouchedObject?, _ place: Point, in id: String?, _ scene: String,
    _ session: SceneSession
  ) -> String {
    var line = JSONLine()
    line.add("format", "inspector-touch/1")
    for (key, value) in FileName.members("scene", scene) { line.add(key, value) }
    line.add("point", PropertyValue.point(place).json)
    if let id { line.add("in", .string(id)) }
    line.add("hit", hit.map { .string($0.id) } ?? .null)
    line.add("objects", list: objects.map { "\n\(record(of: $0, session))" })
    return line.text
  }

  private func record(of object: TouchedObject, _ session: SceneSession) -> String {
    var record = JSONLine()
    record.add("id", .string(object.id))
    record.add("class", .string(object.className))
    if let title = session.document.node(id: object.id).flatMap(session.title(of:)) {
      record.add("title", .string(title.text))
    }
    record.add("point", PropertyValue.point(object.point).json)
    if let obstacle = object.obstacle {
      record.add("passes", .string(obstacle.name))
      record.add("message", .string(obstacle.message))
    }
    return record.text
  }
}
