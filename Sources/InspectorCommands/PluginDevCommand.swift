internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import PluginCommands
internal import SceneCommands
internal import Workbench

struct PluginDevCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin dev",
    arguments: "<plugin> [<scene>]",
    summary: "Builds, reloads and draws a plugin whenever its source is saved.",
    discussion: """
      The plugin is a Swift package, a folder with one plugin, or a plugin's file. A package is built with 'swift \
      build'; the compiler's messages go to standard error, and the former build stays in use until a build succeeds. \
      Each new build is loaded, and the command prints the classes, properties and defaults that changed. It draws the \
      scene, by default 'scene.json' in the plugin's folder, whenever the scene or the plugin changes. Ctrl-C ends it.
      """,
    examples: [
      .init("plugin dev gauge", "a folder made by 'plugin new gauge'", isForShell: false),
      .init(
        "plugin dev ./inspector-plugin-meters card.json -o card.svg", "a script, with another scene", isForShell: false),
    ],
    scenes: .none, offer: .program,
    statuses: [
      .findings, .usage, .badDocument, .noInput, .noPlugin, .cannotCreate, .cannotWrite, .changedUnderneath,
      .interrupted,
    ],
    jsonFormat: "", otherWords: ["watch", "serve"])

  @Argument(help: "The plugin's package, folder or file.", completion: .file())
  var plugin: String

  @Argument(help: "The scene to draw.", completion: .file())
  var scene: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The picture to write, as SVG; by default beside the scene.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard !run.isJSON else { throw Diagnostic(PluginDevRefusal.asJSON) }
    let path = run.workspace.expanded(plugin)
    var developed = try DevelopedPlugin(path)
    let scene = scene.map(run.workspace.expanded) ?? developed.exampleScene
    let picture = run.workspace.expanded(output ?? Self.picture(of: scene))
    guard picture.hasSuffix(".svg") else { throw Diagnostic(PluginDevRefusal.notSVG(picture)) }
    try developed.build(run)
    var global = run.global
    global.plugins.insert(try developed.file(), at: 0)
    let run = CommandRun(context: run.context, global: global, commands: run.commands, workspace: run.workspace)
    return try SceneDrawing().watch(scene, nil, picture, run) {
      () throws(Diagnostic) in
      try developed.rebuildIfSaved(run)
    }
  }

  /// Returns the path of a scene's picture: `card.svg` for `card.scene.json` and `card.json`.
  private static func picture(of scene: String) -> String {
    for ending in [".scene.json", ".json"] where scene.hasSuffix(ending) {
      return scene.dropLast(ending.count) + ".svg"
    }
    return scene + ".svg"
  }
}
