internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct PaletteListCommand: SceneCommand {
  static let row = CommandRow(
    name: "palette list",
    arguments: "<scene>",
    summary: "Lists the named colours of a scene.",
    discussion: """
      One line per colour: its name, its value, and the number of attributes that use it. A name is looked up in the \
      palette first, then among CSS's names.
      """,
    examples: [
      .init("palette list card.json", "all named colours"),
      .init("palette list --json card.json | jq '.colors[].name'", "all names", isForShell: false),
    ],
    scenes: .one, statuses: [.done, .usage, .badDocument, .noInput, .changedUnderneath, .cannotWrite],
    jsonFormat: "inspector-palette/1")

  @OptionGroup var global: GlobalOptions

  func perform(on scene: CommandScene, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let colors = try run.open(scene).palette
    guard !run.isJSON else {
      let records = JSONRecords(
        run.context, [("format", "inspector-palette/1")] + FileName.members("scene", scene.name), list: "colors")
      for color in colors { records.add(color.record) }
      records.finish()
      return .done
    }
    guard !colors.isEmpty else {
      run.note("\(TerminalText.escaped(scene.name)): the scene names no colours; 'inspector palette set' adds some")
      return .done
    }
    var table = TextTable()
    table.add(["NAME", "STORED", "COLOR", "USES", "NOTE"].map { TextTable.Cell($0, style: run.style.dim) })
    for color in colors { table.add(cells(color, run.style)) }
    run.print(table)
    return .done
  }

  private func cells(_ color: PaletteColor, _ style: Style) -> [TextTable.Cell] {
    var notes: [String] = []
    if color.hidesCSS { notes.append("hides CSS's '\(color.name)'") }
    if color.unclearUses > 0 { notes.append("perhaps \(color.unclearUses) more where no plugin declares the property") }
    notes += color.problem.map { [$0] } ?? []
    return [
      TextTable.Cell(TerminalText.escaped(color.name)), TextTable.Cell(ValueText.raw(color.stored)),
      color.color.map { ValueText(style: style).cell(.color($0)) } ?? TextTable.Cell("none", style: style.error),
      TextTable.Cell("\(color.uses)"),
      TextTable.Cell(TerminalText.escaped(notes.joined(separator: "; ")), isWords: true, style: style.dim),
    ]
  }
}

extension PaletteColor {
  /// The colour as an element of `colors` in `inspector-palette/1`.
  fileprivate var record: String {
    var line = JSONLine()
    line.add("name", .string(name))
    line.add("stored", raw: stored)
    line.add("color", color.map { PropertyValue.color($0).json } ?? .null)
    line.add("uses", .int(uses))
    line.add("unclearUses", .int(unclearUses))
    line.add("hidesCSS", .bool(hidesCSS))
    if let problem { line.add("problem", .string(problem)) }
    return line.text
  }
}
