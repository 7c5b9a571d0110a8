internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct RenderCommand: InspectorCommand {
  static let row = CommandRow(
    name: "render",
    arguments: "<scene> ... [<id>|<selector>] -o <file>",
    summary: "Draws scenes or objects as pictures.",
    discussion: """
      Each object is drawn in its frame as its component draws it, with its background, border and corners; an object \
      whose class draws nothing is shown as a box with the class's name. The picture is SVG, with the same bytes for \
      the same scene on every machine; '-' is standard output. The program 'inspector-picture', which 'make all' \
      builds, turns it into PNG or PDF, or its texts into outlines. Each top-level object is a board: its contents \
      are clipped at its edge, which is shown as a thin line. Boards that would overlap are placed side by \
      side. Objects without a frame are not drawn; a warning says how many there are.

      With an id, or a selector that matches one object, only that object and its descendants are drawn. If several \
      scenes are given, or a folder, a pattern or a list of scenes, or if '--output' ends with '/', the pictures are \
      written into a folder. There, each picture has the path of its scene within the innermost folder that contains \
      all scenes: 'a/card.scene.json' becomes 'a/card.svg'. In a shell, the current object is drawn if none is given.

      With '--diff' an old and a new scene are drawn side by side: added objects are outlined in green, removed ones \
      in red, changed ones in orange and moved ones in blue. A list of the differences appears beside them.
      """,
    examples: [
      .init("render card.json -o card.svg", "the scene"),
      .init("render card.json card --scale 2 -o large.svg", "an object, twice as large"),
      .init("render card.json --grid --selected badge -o card.svg", "with a grid, and handles around an object"),
      .init("render card.json --watch -o card.svg", "again after each change", isForShell: false),
      .init(
        "render --recursive scenes -o pictures/", "one picture per scene, in folders like those of the scenes",
        isForShell: false),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: "inspector-render/1")

  @Argument(
    help: ArgumentHelp("Scenes, or one scene followed by an id or a selector.", valueName: "argument"),
    completion: .file())
  var arguments: [String] = []

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The picture to write, or a folder for pictures.", valueName: "file"), completion: .file())
  var outputName: String?

  private var output: String? { outputName.map(OutputPaths.plain) }

  @Option(
    help: ArgumentHelp("Pixels per point; 1 by default.", valueName: "number"))
  var scale = 1.0

  @Option(help: ArgumentHelp("The colour behind all objects; none by default.", valueName: "color"))
  var background: String?

  @Option(help: ArgumentHelp("Draw handles around an object; may be repeated.", valueName: "id"))
  var selected: [String] = []

  @Flag(help: "Draw lines every 10 points, and heavier ones every 100.")
  var grid = false

  @Option(help: ArgumentHelp("Draw only matching objects, in their places.", valueName: "selector"))
  var only: String?

  @Option(
    help: ArgumentHelp(
      "svg, png or pdf; by default, what the file name ends with, or svg for other outputs.", valueName: "kind"),
    completion: .list(PictureKind.allCases.map(\.rawValue)))
  var format: String?

  @Flag(help: "Draw the differences between two scenes.")
  var diff = false

  @Flag(help: "With '--diff': draw the new scene half transparent over the old one.")
  var overlay = false

  @Flag(help: "With '--diff': exit with 1 if the scenes differ, and with 2 if anything was refused.")
  var exitCode = false

  @Flag(help: "Write SVG with its texts as outlines, for viewers that lack the font.")
  var outlines = false

  @Flag(help: "Draw the scene again whenever it or a plugin changes, until Ctrl-C.")
  var watch = false

  @OptionGroup var links: LinkOptions
  @OptionGroup var options: SceneOptions
  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    if watch { try checkWatch(run) }
    guard let output else { throw Diagnostic(SceneUsage.noOutput(kind: "FILE", example: "card.svg")) }
    let kind = try kind(of: output, run)
    let saving = links.options
    if diff { return try drawDifference(kind, output, run) }
    if overlay || exitCode { throw Diagnostic(SceneUsage.needsDiff(option: overlay ? "--overlay" : "--exit-code")) }
    guard !arguments.isEmpty || run.mayNameNoScene(options) else { throw Diagnostic(SceneUsage.noScene) }
    var drawing = SceneDrawing()
    (drawing.picture, drawing.selected, drawing.kind) = (try picture(), selected, kind)
    drawing.only = try only.map { text throws(Diagnostic) in try run.selector(text) }
    drawing.program = kind != .svg || outlines ? try PictureProgram(run) : nil
    if let current = run.workspace.currentScene {
      guard arguments.count < 2 else { throw Diagnostic(SceneUsage.severalObjects(second: arguments[1])) }
      return try one(current, arguments.first ?? run.workspace.currentID, output, drawing, run)
    }
    if watch {
      return try drawing.watch(arguments[0], arguments.dropFirst().first, output, run, saving: saving)
    }
    if isOne(output) { return try one(CommandScene(arguments[0]), arguments.dropFirst().first, output, drawing, run) }
    var status = stat()
    let isFolder = stat(output, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    guard isFolder || output.hasSuffix("/") else { throw Diagnostic(SceneUsage.noFolder) }
    let scenes = try run.scenes(arguments, options)
    let paths = try OutputPaths(of: scenes.map(\.name), in: output, .pictures(kind.rawValue))
    return drawing.perform(scenes, paths, options, saving, run)
  }

  /// Throws an error unless `--watch` has a single scene file as its input and a single picture file as its output.
  private func checkWatch(_ run: CommandRun) throws(Diagnostic) {
    guard run.workspace.currentScene == nil else { throw Diagnostic(SceneUsage.watchInShell) }
    guard !run.isJSON else { throw Diagnostic(SceneUsage.watchAsJSON) }
    guard !diff, let output, isOne(output), output != "-", let scene = arguments.first, scene != "-" else {
      throw Diagnostic(SceneUsage.watchOfOthers)
    }
  }

  /// Returns the format that `--format` or the output's suffix names; SVG if neither names one. Throws if the two
  /// disagree, if the suffix is that of an image format that cannot be written, or if a single output file has no known
  /// suffix.
  private func kind(of output: String, _ run: CommandRun) throws(Diagnostic) -> PictureKind {
    let named = PictureKind(ofFile: output)
    let name = output.lowercased()
    if let ending = ["jpg", "jpeg", "gif", "webp", "bmp"].first(where: { name.hasSuffix(".\($0)") }) {
      throw Diagnostic(SceneUsage.notDrawn(ending: ending))
    }
    let wanted = try format.map { name throws(Diagnostic) in
      guard let kind = PictureKind(rawValue: name) else { throw Diagnostic(SceneUsage.unknownFormat(name)) }
      return kind
    }
    let file = SceneFile(run.workspace.expanded(output))
    let isOneFile = diff || run.workspace.currentScene != nil || isOne(output)
    if named == nil, isOneFile, output != "-", !output.hasSuffix("/"), file?.isRegular != false, file?.isFolder != true
    {
      throw Diagnostic(SceneUsage.noPictureName(output))
    }
    if let named, let wanted, named != wanted {
      throw Diagnostic(SceneUsage.otherEnding(file: output, format: wanted.rawValue))
    }
    return wanted ?? named ?? .svg
  }

  /// Returns true if the arguments name at most one scene and one object, and the output is not a folder.
  private func isOne(_ output: String) -> Bool {
    !output.hasSuffix("/") && !options.hasList && !options.recursive && arguments.count < 3
  }

  func picture() throws(Diagnostic) -> PictureOptions {
    guard scale.isFinite, scale > 0, scale <= 100 else { throw Diagnostic(SceneUsage.scaleOutOfRange) }
    var picture = PictureOptions()
    (picture.scale, picture.showsGrid) = (scale, grid)
    picture.background = try background.map { text throws(Diagnostic) in try CommandRun.background(text) }
    return picture
  }

  private func one(
    _ scene: CommandScene, _ target: String?, _ output: String, _ drawing: SceneDrawing, _ run: CommandRun
  ) throws(Diagnostic) -> ExitStatus {
    var done = try drawing.perform(scene, target, run)
    try done.deliver(to: output, links.options, run)
    return done.status
  }
}

extension RenderCommand {
  /// Draws the differences between the two scenes of the command line and writes the picture. With `--exit-code`, the
  /// status shows whether the scenes differ. Throws if the other arguments and options do not fit `--diff`.
  func drawDifference(_ kind: PictureKind, _ output: String, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let picture = try picture()
    let program = kind != .svg || outlines ? try PictureProgram(run) : nil
    guard arguments.count == 2, selected.isEmpty, only == nil, !grid, !options.hasList, !options.recursive else {
      throw Diagnostic(SceneUsage.diffOfOthers)
    }
    let (old, new) = (CommandScene(arguments[0]), CommandScene(arguments[1]))
    do throws(Diagnostic) {
      let difference = DifferencePicture(from: try run.open(old), to: try run.open(new))
      let titles = Self.titles(old.name, new.name)
      let drawn = try Diagnostic.naming(new.name) { () throws(Diagnostic) in
        try difference.svg(titles: titles, isOverlaid: overlay, picture)
      }
      var done = DrawnScene(scene: new.name, object: nil, picture: SpooledPicture(drawn), notes: drawn.failures)
      done.kind = kind
      (done.base, done.isDifferent) = (old.name, !difference.difference.isEmpty)
      if let program { try done.convert(by: program, to: kind) }
      try done.deliver(to: output, links.options, run)
      return done.status == .done && exitCode && done.isDifferent ? .findings : done.status
    } catch {
      guard exitCode, ExitStatus(error) == .findings else { throw error }
      var error = error
      error.reason = AnyRefusal(SceneUsage.noComparison(error.reason))
      throw error
    }
  }

  /// Returns the shortest suffixes of two paths that differ: the file names, with as many folders as necessary.
  private static func titles(_ old: String, _ new: String) -> (old: String, new: String) {
    let (first, second) = (FileName.shown(old).split(separator: "/"), FileName.shown(new).split(separator: "/"))
    var count = 1
    while count < max(first.count, second.count), first.suffix(count) == second.suffix(count) { count += 1 }
    return (first.suffix(count).joined(separator: "/"), second.suffix(count).joined(separator: "/"))
  }
}
