internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct PluginDoctorCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin doctor",
    arguments: "[<name>|<path>]",
    summary: "Explains why plugins are not used, and how to fix that.",
    discussion: """
      It goes through every place that is searched for plugins, every file there that is a plugin or could be one, and \
      each step from the file to a plugin in use: name, order, file, executable, owner, program, start, protocol, \
      declarations, classes, extensions. Every plugin is started, even if its description is already known. Steps that \
      succeeded are listed for a plugin that is given by name, and with '--steps' for all plugins; a path, with a '/' \
      in it, is treated as if '--plugin' named it. The remedy follows a '→', and is often a command that you can \
      paste. '--scene' also checks whether the plugins that a scene needs are installed.
      """,
    examples: [
      .init("plugin doctor", "every place, every file"),
      .init("plugin doctor Shapes", "every step of one plugin"),
      .init("plugin doctor ./inspector-plugin-meters", "a file that is not installed"),
      .init("plugin doctor --scene card.json", "the plugins that a scene needs", isForShell: false),
    ],
    scenes: .none, statuses: [.done, .findings, .usage, .badDocument, .noInput, .cannotWrite],
    jsonFormat: "inspector-doctor/1")

  @Argument(help: "The plugin's name, its file's name, or a path with a '/' in it.", completion: .file())
  var name: String?

  @Option(
    help: ArgumentHelp("Also check the plugins that this scene needs.", valueName: "file"), completion: .file())
  var scene: String?

  @Flag(help: "List every step, including those that succeeded.")
  var steps = false

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    run.context.asksPluginsAgain = true
    let path = name.flatMap { $0.utf8.contains(UInt8(ascii: "/")) ? $0 : nil }
    if global.safeMode, let path { throw Diagnostic(PluginRefusal.safeModeNamesPlugin(path)) }
    let library = self.library(naming: path, run)
    var diagnosis = PluginDiagnosis(library, run)
    if let path {
      diagnosis.places.removeAll { !($0.place.origin == .option && $0.place.path.isExactly(path)) }
    } else if let name {
      try keep(name, in: &diagnosis)
    }
    if let scene { diagnosis.requirements = try requirements(of: scene, library) }
    try run.checkCancelled()
    report(diagnosis, library, run)
    return diagnosis.isFine ? .done : .findings
  }

  /// Returns the library of plugins. A path from the command line is searched first. Problems are not printed here,
  /// since the report contains them.
  private func library(naming path: String?, _ run: CommandRun) -> PluginLibrary {
    var global = global
    if let path { global.plugins.insert(path, at: 0) }
    let run = CommandRun(context: run.context, global: global, commands: run.commands, workspace: run.workspace)
    return run.library { _ in false }
  }

  /// Removes files of other names from a diagnosis, and then the places without files. Throws if no file has the name.
  private func keep(_ name: String, in diagnosis: inout PluginDiagnosis) throws(Diagnostic) {
    let names = diagnosis.places.flatMap { $0.files.flatMap(\.names) }
    for number in diagnosis.places.indices {
      diagnosis.places[number].files.removeAll { !$0.names.contains { $0.lowercased() == name.lowercased() } }
      diagnosis.places[number].findings = []
    }
    diagnosis.places.removeAll { $0.files.isEmpty }
    guard diagnosis.places.isEmpty else { return }
    throw Diagnostic(PluginRefusal.noPluginFile(name, suggestion: DidYouMean.suggestion(for: name, among: names)))
  }

  /// Returns a finding for each plugin that a scene needs: installed, missing, or with a malformed requirement.
  private func requirements(of scene: String, _ library: PluginLibrary) throws(Diagnostic) -> [DoctorFinding] {
    let needs = try Diagnostic.ofFile(scene) { () throws(SceneError) in
      try SceneDocument.load(path: scene).plugins.map { (name: $0.name, requirement: $0.requirement) }
    }
    let found = ScenePlugins(needs, library.registry)
    return needs.map { name, text in
      if let failure = found.missing[name] ?? found.refusals[name] {
        return DoctorFinding(.requirement, .error, failure.message)
      }
      guard !found.malformed.contains(where: { $0.name == name }) else { return .noRequirement(name, text) }
      return .requirement(name, text, version: library.plugin(named: name)?.description?.version ?? "")
    }
  }

  private func report(_ diagnosis: PluginDiagnosis, _ library: PluginLibrary, _ run: CommandRun) {
    if run.isJSON {
      var line = JSONLine()
      line.add("format", "inspector-doctor/1")
      line.add("safeMode", .bool(library.isSafeMode))
      diagnosis.addMembers(to: &line, scene: scene)
      line.add("sandbox", .sandbox(run.sandbox))
      run.print(line.text)
      return
    }
    if library.isSafeMode { run.note("inspector: no plugins were searched for because of '--safe-mode'") }
    run.sayMissingSandbox()
    let text = DiagnosisText(style: run.style, listsAll: steps || name != nil, width: run.tableWidth)
    text.lines(diagnosis, scene: scene).forEach(run.print)
  }
}

extension PluginDiagnosis.File {
  /// The names by which the user may refer to the file: the plugin's name, the name that the file's name contains, and
  /// the file's name itself.
  fileprivate var names: [String] {
    let file = path.parts(between: "/").last { !$0.isEmpty } ?? path
    return [plugin?.name, PluginSearch.name(ofFile: path), file].compactMap(\.self)
  }
}
