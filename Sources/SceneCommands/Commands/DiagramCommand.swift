internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct DiagramCommand: InspectorCommand {
  static let row = CommandRow(
    name: "diagram",
    arguments: "[<scene> [<id>]] -o <file>",
    summary: "Draws the classes of the plugins, or the objects of a scene, as a diagram.",
    discussion: """
      Without a scene it shows which class extends which, each class's own properties with their types and defaults, \
      its parts and actions, and what extensions add; each plugin has a colour of its own. With a scene it shows the \
      tree of objects, each with its title and what it stores; with an id, it shows only that object and its \
      descendants. '--class' shows only the named class and those that extend it.

      '--layout dot' lays the diagram out with Graphviz, if that is installed; levels with many boxes then make wide \
      pictures.

      '--paper' fits the diagram on one sheet; '--tile' instead spreads it, at its natural size, over as many sheets as \
      it needs: 'classes.svg' becomes 'classes-1.svg' and so on, row by row. The program 'inspector-picture', which \
      'make all' builds, makes the files whose names end with '.pdf' or '.png'.
      """,
    examples: [
      .init("diagram -o classes.svg", "the classes of all plugins"),
      .init("diagram --class View --paper A3 --landscape -o views.svg", "views, on a sheet"),
      .init("diagram card.json -o card.svg", "the objects of a scene", isForShell: false),
      .init(
        "diagram card.json card --depth 2 --paper A4 --tile -o card.svg", "two levels, on sheets", isForShell: false),
    ],
    scenes: .one,
    statuses: [.done, .findings, .usage, .badDocument, .noInput, .noPlugin, .cannotCreate, .cannotWrite, .interrupted],
    jsonFormat: "inspector-diagram/1")

  @Argument(
    help: ArgumentHelp("A scene, and the id of an object in it.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @Option(name: [.short, .long], help: ArgumentHelp("The picture to write.", valueName: "file"), completion: .file())
  var output: String?

  @Option(
    name: .customLong("class"),
    help: ArgumentHelp("Show only this class and those that extend it; may be repeated.", valueName: "class"))
  var classes: [String] = []

  @Option(help: ArgumentHelp("Show only this number of levels.", valueName: "number"))
  var depth: Int?

  @Option(help: ArgumentHelp("The sheet: A0 to A6, or a size such as 1000x1000mm.", valueName: "size"))
  var paper: String?

  @Flag(help: "Turn the sheet so that it is wider than it is high.")
  var landscape = false

  @Flag(help: "Spread the diagram over several sheets.")
  var tile = false

  /// The algorithm that lays out the boxes.
  enum Layout: String, CaseIterable {
    case tidy, dot
  }

  @Option(
    help: ArgumentHelp(
      "'tidy' makes rows that fit the paper, the same on every machine; 'dot' uses Graphviz, one row per level.",
      valueName: "layout"),
    completion: .list(Layout.allCases.map(\.rawValue)))
  var layout = Layout.tidy.rawValue

  @OptionGroup var links: LinkOptions
  @OptionGroup var global: GlobalOptions

  /// The maximum number of boxes. A larger diagram would be unreadable, and is refused.
  private static let mostBoxes = 20_000

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard let output else { throw Diagnostic(SceneUsage.noOutput(kind: "FILE", example: "classes.svg")) }
    let isStream = OutputPaths.isStream(run.workspace.expanded(output))
    guard output != "-", let kind = PictureKind(ofFile: output) ?? (isStream ? .svg : nil) else {
      throw Diagnostic(SceneUsage.noPictureName(output))
    }
    guard arguments.count <= 2 else { throw Diagnostic(SceneUsage.severalScenes) }
    if let depth, depth < 1 { throw Diagnostic(SceneUsage.depthBelowOne) }
    guard let layout = Layout(rawValue: layout) else { throw Diagnostic(SceneUsage.unknownLayout(layout)) }
    let options = try options()
    let graphviz = layout == .dot ? try Graphviz(run) : nil
    let program = kind == .svg ? nil : try PictureProgram(run)
    let scene = classes.isEmpty ? run.workspace.currentScene ?? arguments.first.map(CommandScene.init) : nil
    guard scene != nil || arguments.isEmpty else { throw Diagnostic(SceneUsage.classOfScene) }
    let object = object(run)
    let (diagram, count): Drawn =
      if let scene {
        try self.diagram(of: scene, object, options, graphviz, run)
      } else {
        try classDiagram(options, graphviz, run)
      }
    let path = run.workspace.expanded(output)
    let files = isStream ? diagram.pages.map { _ in path } : Self.names(path, count: diagram.pages.count, kind)
    run.context.signals.expect(files.count)
    for (page, file) in zip(diagram.pages, files) {
      let bytes = try program.map { program throws(Diagnostic) in
        try program.picture(page, as: kind, of: scene?.name ?? output)
      }
      try Diagnostic.ofFile(scene?.name ?? output) { () throws(SceneError) in
        try AtomicFile.write(bytes ?? page, to: file, as: .picture, options: links.options)
      }
    }
    report(files, diagram.size, count, scene?.name, object, isPrinted: OutputPaths.plain(path) == "-", run)
    return .done
  }

  /// Returns the id of the object to show; nil for the whole scene. In a shell with a current scene, the arguments name
  /// only the object.
  private func object(_ run: CommandRun) -> String? {
    let named = run.workspace.currentScene == nil ? arguments.dropFirst().first : arguments.first
    return named.map(CommandRun.plainID)
  }

  private typealias Drawn = ((pages: [[UInt8]], size: Size), Int)

  private func classDiagram(
    _ options: DiagramOptions, _ graphviz: Graphviz?, _ run: CommandRun
  ) throws(Diagnostic) -> Drawn {
    var options = options
    let diagram = try Diagram(run.library, of: classes, depth: depth)
    try Self.refuse(diagram.count)
    options.placement = try graphviz?.placement(diagram.graph)
    return (diagram.svg(options), diagram.count)
  }

  private func diagram(
    of scene: CommandScene, _ object: String?, _ options: DiagramOptions, _ graphviz: Graphviz?, _ run: CommandRun
  ) throws(Diagnostic) -> Drawn {
    var options = options
    let session = try run.open(scene)
    let diagram = try Diagnostic.naming(scene.name) { () throws(Diagnostic) in
      try Diagram(session, of: object, depth: depth)
    }
    try Self.refuse(diagram.count)
    options.placement = try graphviz?.placement(diagram.graph)
    return (diagram.svg(options), diagram.count)
  }

  private func report(
    _ files: [String], _ size: Size, _ count: Int, _ scene: String?, _ object: String?, isPrinted: Bool,
    _ run: CommandRun
  ) {
    guard run.isJSON else {
      let words = PropertyValue.size(Size(width: size.width.rounded(), height: size.height.rounded())).text
      let sheets = files.count > 1 ? ", \(files.count) sheets" : ""
      let line =
        "\(TerminalText.escaped(files[0])): \(count) box\(count == 1 ? "" : "es"), \(words) points\(sheets)"
      // Standard output may hold the picture.
      if isPrinted { run.note(line) } else { run.printSummary(line) }
      return
    }
    var line = JSONLine()
    line.add("format", "inspector-diagram/1")
    if let scene { line.add("scene", path: scene) }
    if let object { line.add("object", .string(object)) }
    line.add("boxes", .int(count))
    line.add("width", .double(size.width))
    line.add("height", .double(size.height))
    line.add("pictures", .array(files.map { .string(FileName.shown($0)) }))
    run.print(line.text)
  }

  // MARK: options

  private func options() throws(Diagnostic) -> DiagramOptions {
    var options = DiagramOptions()
    guard let paper else {
      if tile || landscape {
        throw Diagnostic(SceneUsage.noPaper(option: tile ? "--tile" : "--landscape"))
      }
      return options
    }
    guard var sheet = Self.sheet(paper) else { throw Diagnostic(SceneUsage.unknownPaper(paper)) }
    if landscape { sheet = .init(width: max(sheet.width, sheet.height), height: min(sheet.width, sheet.height)) }
    (options.paper, options.isTiled) = (sheet, tile)
    return options
  }

  private static func sheet(_ text: String) -> Size? {
    let text = text.lowercased()
    let known: [String: (Double, Double)] = [
      "a0": (841, 1189), "a1": (594, 841), "a2": (420, 594), "a3": (297, 420), "a4": (210, 297), "a5": (148, 210),
      "a6": (105, 148),
    ]
    if let (width, height) = known[text] { return .init(width: width, height: height) }
    let parts = (text.hasSuffix("mm") ? String(text.dropLast(2)) : text).split(separator: "x").map { Double($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], 50...5000 ~= width, 50...5000 ~= height else {
      return nil
    }
    return .init(width: width, height: height)
  }

  private static func refuse(_ count: Int) throws(Diagnostic) {
    guard count > mostBoxes else { return }
    throw Diagnostic(SceneUsage.tooManyBoxes(count, limit: mostBoxes))
  }

  /// Returns the file name of each sheet, numbered if there are several.
  private static func names(_ output: String, count: Int, _ kind: PictureKind) -> [String] {
    guard count > 1 else { return [output] }
    let stem = String(output.dropLast(kind.rawValue.count + 1))
    return (1...count).map { "\(stem)-\($0).\(output.suffix(kind.rawValue.count))" }
  }
}
