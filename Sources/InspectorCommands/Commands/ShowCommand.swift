internal import ArgumentParser
internal import InspectorKit
internal import JSONText
internal import Workbench

struct ShowCommand: InspectorCommand {
  static let row = CommandRow(
    name: "show",
    arguments: "<scene> <id>",
    summary: "Prints the inspector pane of an object.",
    discussion: """
      Sections by declaring class; of each property what people call it, its type, the stored value, what the \
      component makes of it (EFFECTIVE), the default, and a note where stored and effective differ. A row is marked \
      with '*' where the object has a value of its own that is not the default.
      """,
    examples: [
      .init("show card.json badge", "the object whose id is 'badge'"),
      .init("show --json card.json badge", "for programs"),
    ],
    scenes: .one,
    statuses: [.done, .findings, .usage, .badDocument, .noInput, .changedUnderneath, .cannotWrite],
    jsonFormat: "inspector-object/1")

  @Argument(help: "The scene.")
  var scene: String

  @Argument(help: "The object's id.")
  var id: String

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    let session = try run.open(scene)
    let object: ObjectInspection
    do throws(EditError) {
      object = try session.inspect(id: id)
    } catch {
      throw CommandFailure(error, scene: scene)
    }
    for diagnostic in object.diagnostics { run.say(DiagnosticText.text(diagnostic)) }
    if run.isJSON {
      run.print(document(object))
    } else {
      pane(object, run.style).forEach(run.print)
    }
    return .done
  }

  // MARK: text

  private func pane(_ object: ObjectInspection, _ style: Style) -> [String] {
    let head = [style.bold(TerminalText.escaped(object.id)), TerminalText.escaped(object.className)]
    let name = object.objectName.map { [TerminalText.escaped($0)] } ?? []
    var lines = [(head + name).joined(separator: "  ")]
    guard !object.sections.isEmpty else { return lines }
    var table = TextTable()
    table.add(
      ["", "PROPERTY", "TYPE", "STORED", "EFFECTIVE", "DEFAULT", "NOTE"].map { TextTable.Cell($0, style: style.dim) })
    let values = ValueText(style: style)
    for section in object.sections {
      table.add(line: style.bold(TerminalText.escaped(section.title)))
      for property in section.properties { table.add(row(property, values)) }
    }
    lines += table.lines()
    return lines
  }

  private func row(_ property: InspectedProperty, _ values: ValueText) -> [TextTable.Cell] {
    let isUnknown = property.state == .unknown
    let style = values.style
    let label = TerminalText.escaped(isUnknown ? property.name : property.label)
    return [
      TextTable.Cell(property.isModified ? "*" : "", style: style.new),
      property.isModified ? TextTable.Cell(label, style: style.bold) : TextTable.Cell(label),
      TextTable.Cell(property.type?.rawValue ?? "", style: style.dim),
      values.stored(property),
      isUnknown ? TextTable.Cell("") : values.cell(property.effective),
      isUnknown ? TextTable.Cell("") : values.cell(property.defaultValue),
      TextTable.Cell(TerminalText.escaped(property.notes.joined(separator: "; "))),
    ]
  }

  // MARK: JSON

  private func document(_ object: ObjectInspection) -> String {
    var line = JSONLine()
    line.add("format", "inspector-object/1")
    line.add("id", .string(object.id))
    line.add("class", .string(object.className))
    line.add("label", .string(object.classLabel))
    line.add("name", object.objectName.map(JSON.string) ?? .null)
    line.add("diagnostics", .array(object.diagnostics.map(\.json)))
    let sections = object.sections.map { section in
      var line = JSONLine()
      line.add("title", .string(section.title))
      line.add("class", section.className.isEmpty ? .null : .string(section.className))
      line.add("properties", list: section.properties.map { "\n\($0.record)" })
      return "\n\(line.text)"
    }
    line.add("sections", list: sections)
    return line.text
  }
}
