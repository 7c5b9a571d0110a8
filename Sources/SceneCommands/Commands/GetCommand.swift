internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct GetCommand: SceneCommand {
  static let row = CommandRow(
    name: "get",
    arguments: "<scene> <id>.<property> | <id> <property>",
    summary: "Prints one value of an object.",
    discussion: """
      The value is the effective one, as the component returns it, or, with '--stored', the one in the document. The \
      property is an identifier, a key path ('layer.cornerRadius'), a component ('frame.x') or a human-readable label. \
      The object is named by the longest id that ends before a dot, with or without '#' in front of it. A missing \
      value is printed as 'unset'. For a property that no plugin declares, the stored value is printed, with a note. \
      In the shell, if no object is named, the property is that of the current object, or of each selected object; \
      such a property takes precedence over an object of the same name.
      """,
    examples: [
      .init("get card.json badge.pointCount", "the effective value"),
      .init("get card.json 'badge.Corner Radius'", "the same by its label"),
      .init("get card.json badge 'Corner Radius'", "the same in two words"),
      .init("get --stored card.json badge.frame.x", "what the document stores"),
    ],
    scenes: .one,
    statuses: [.done, .findings, .usage, .badDocument, .noInput, .noPlugin, .changedUnderneath, .cannotWrite],
    jsonFormat: "inspector-value/1", takesIDs: true)

  @OptionGroup var reference: PropertyReference

  @Flag(help: "Print the stored value; if nothing is stored, report that and exit with 1.")
  var stored = false

  @OptionGroup var global: GlobalOptions

  func perform(on scene: CommandScene, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let session = try run.open(scene)
    let properties = try run.asking(reference.text) { name throws(Diagnostic) in
      let property = try session.value(of: name, isStored: stored)
      if !stored, let fault = session.fault(of: property) { throw fault }
      return property
    }.answers
    // A single value is printed bare, so that programs can read it.
    if properties.count == 1 { try report(properties[0], of: scene.name, run) } else { try list(properties, run) }
    return .done
  }

  private func report(_ property: InspectedProperty, of scene: String, _ run: CommandRun) throws(Diagnostic) {
    let text = try text(property, run)
    var notes = property.notes.filter(\.isDoubt).map { $0.isLabelled ? $0.text : "note: \($0.text)" }
    if property.state == .unknown {
      let reason = property.notes.first?.text ?? "no plugin knows '\(property.object).\(property.name)'"
      notes = ["note: \(reason); the stored value is printed"]
    }
    for note in notes where !run.isJSON {
      run.note("\(TerminalText.escaped(scene)): \(TerminalText.escapedLines(note))")
    }
    run.print(text)
  }

  private func list(_ properties: [InspectedProperty], _ run: CommandRun) throws(Diagnostic) {
    var table = TextTable()
    for property in properties {
      table.add([
        TextTable.Cell(TerminalText.escaped(property.object), as: .name),
        TextTable.Cell(TerminalText.escaped(try text(property, run))),
        TextTable.Cell(
          TerminalText.escaped(property.notes.map(\.text).joined(separator: "; ")), as: .words, style: run.style.dim),
      ])
    }
    table.lines(width: run.tableWidth).forEach(run.print)
  }

  /// Returns the text to print for a property; throws if `--stored` is given and nothing is stored.
  private func text(_ property: InspectedProperty, _ run: CommandRun) throws(Diagnostic) -> String {
    if stored, property.storedText == nil {
      throw Diagnostic(SceneUsage.notStored(property.name, of: property.object))
    }
    if run.isJSON { return document(property) }
    // An undeclared value that is refused has no replacement, and selectors compare the stored value.
    let isUndeclared =
      property.state == .unknown || property.state == .computed
      || property.definition == nil && property.state == .refused
    return stored || isUndeclared ? storedText(property) : property.effective?.text ?? "unset"
  }

  private func storedText(_ property: InspectedProperty) -> String {
    let stored = property.state == .unknown ? property.storedText.map(UntypedValue.cell) : nil
    switch stored ?? property.stored {
    case .value(nil): return "unset"
    // A palette name is more informative than its colour, and a number keeps its stored digits.
    case .value(.color(let color)?): return property.storedText.flatMap(ValueText.name) ?? color.text
    case .value(.int?), .value(.double?), .absent: return ValueText.raw(property.storedText ?? "")
    case .value(let value?): return value.text
    }
  }

  private func document(_ property: InspectedProperty) -> String {
    var line = JSONLine()
    line.add("format", "inspector-value/1")
    line.add("object", .string(property.object))
    line.add("property", .string(property.name))
    if let type = property.type { line.add("type", .string(type.rawValue)) }
    property.addValues(to: &line)
    return line.text
  }
}
