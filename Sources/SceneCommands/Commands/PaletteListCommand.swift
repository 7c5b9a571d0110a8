internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct PaletteListCommand: InspectorCommand {
  static let row = CommandRow(
    name: "palette list",
    arguments: "<scene> ...",
    summary: "Lists the named colours of scenes.",
    discussion: """
      One line per colour: its name, its value, and the number of attributes that use it. A name is looked up in the \
      palette first, then in the palette documents that the scene names in 'palettes', then among the colours of its \
      templates, and then among the CSS colour names. If several scenes are given, those that name no colours are \
      left out.
      """,
    examples: [
      .init("palette list card.json", "all named colours"),
      .init("palette list --recursive scenes", "the palettes of all scenes in a folder", isForShell: false),
      .init("palette list --json card.json | jq '.colors[].name'", "all names", isForShell: false),
    ],
    scenes: .many,
    statuses: [.done, .findings, .usage, .badDocument, .noInput, .changedUnderneath, .cannotWrite, .interrupted],
    jsonFormat: "inspector-palette/1")

  @Argument(help: ArgumentHelp("The scenes.", valueName: "scene"), completion: .file())
  var scenes: [String] = []

  @OptionGroup var options: SceneOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<PaletteListCommand, [String]>? { \.scenes }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard !scenes.isEmpty || run.mayNameNoScene(options) else { throw Diagnostic(SceneUsage.noSceneAtAll) }
    let scenes = try run.scenes(scenes, options)
    guard scenes.count == 1, !options.recursive else { return list(scenes, run) }
    return try Diagnostic.naming(scenes[0].name) { () throws(Diagnostic) in try list(scenes[0], run) }
  }

  /// Lists the palettes of several scenes.
  private func list(_ scenes: [CommandScene], _ run: CommandRun) -> ExitStatus {
    let batch = SceneBatch<ListedPalette>(run: run, scenes: scenes, options: options)
    run.context.signals.expect(scenes.count)
    let records = run.isJSON ? JSONRecords(run.context, [("format", "inspector-palette/1")], list: "scenes") : nil
    var table = TextTable()
    var (common, named) = (CommonStatus(), 0)
    let end = batch.perform { scene, _ in
      do throws(Diagnostic) {
        return ListedPalette(scene: scene.name, colors: try run.open(scene).palette)
      } catch {
        return ListedPalette(scene: scene.name, failure: error.named(scene.name))
      }
    } take: { palette in
      common.add(palette.status)
      if let failure = palette.failure { run.say(failure) }
      if let records { return records.add(palette.record) }
      guard !palette.colors.isEmpty else { return }
      if named == 0 { table.add(headings: Self.headings, run.style) }
      named += palette.colors.count
      table.add(line: run.style.bold(TerminalText.escaped(palette.scene)))
      for color in palette.colors { table.add(cells(color, run.style)) }
    }
    records?.finish()
    if records == nil, named > 0 { run.print(table) }
    if records == nil, named == 0 { run.note("\(pluralised(scenes.count, "scene")): no scene has palette colours") }
    batch.sayEnd(end, done: "their palettes are listed")
    if case .interrupted = end { return .interrupted }
    return common.status
  }

  private static let headings = ["NAME", "STORED", "COLOR", "USES", "NOTE"]

  private func list(_ scene: CommandScene, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let session = try run.open(scene)
    let colors = session.palette
    guard !run.isJSON else {
      let records = JSONRecords(
        run.context, [("format", "inspector-palette/1")] + FileName.members("scene", scene.name), list: "colors")
      for color in colors { records.add(color.record) }
      records.finish()
      return .done
    }
    guard !colors.isEmpty else {
      let remedy =
        session.isForeign
        ? "the palettes in '.inspector/palettes' of its workspace, and those of '--palette', name colours for it"
        : "'inspector palette set' adds some"
      run.note("\(TerminalText.escaped(scene.name)): the scene has no palette colours; \(remedy)")
      return .done
    }
    var table = TextTable()
    table.add(headings: Self.headings, run.style)
    for color in colors { table.add(cells(color, run.style)) }
    run.print(table)
    return .done
  }

  private func cells(_ color: PaletteColor, _ style: Style) -> [TextTable.Cell] {
    var notes = color.source.map { ["from '\($0)'"] } ?? []
    if color.hidesCSS { notes.append("hides CSS's '\(color.name)'") }
    if color.unclearUses > 0 { notes.append("perhaps \(color.unclearUses) more where no plugin declares the property") }
    notes += color.problem.map { [$0] } ?? []
    return [
      TextTable.Cell(TerminalText.escaped(color.name), as: .name), TextTable.Cell(ValueText.raw(color.stored)),
      color.color.map { ValueText(style: style).cell(.color($0)) } ?? TextTable.Cell("none", style: style.error),
      TextTable.Cell("\(color.uses)", as: .fixed),
      TextTable.Cell(TerminalText.escaped(notes.joined(separator: "; ")), as: .words, style: style.dim),
    ]
  }
}

/// The palette of one of several scenes.
private struct ListedPalette: SceneOutcome {
  var scene: String
  var colors: [PaletteColor] = []
  var failure: Diagnostic?

  var status: ExitStatus { failure.map { ExitStatus($0) } ?? .done }

  /// The palette as an element of `scenes` in `inspector-palette/1`.
  var record: String {
    var line = JSONLine()
    line.add("scene", path: scene)
    if let failure { line.add("error", failure.record) } else { line.add("colors", list: colors.map(\.record)) }
    return line.text
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
    if let source { line.add("source", .string(source)) }
    if let problem { line.add("problem", .string(problem)) }
    return line.text
  }
}
