internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct PluginNewCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin new",
    arguments: "<name>",
    summary: "Creates a plugin to start from.",
    discussion: """
      It creates a folder with a component that has properties of several types and a hook, an example scene, tests, a \
      README and a script for CI. A plugin in Swift is a package that depends on InspectorKit; one in Python is a \
      single script without dependencies; a data plugin is a description without code, for classes without hooks. A folder that \
      is not empty is left unchanged. A warning says if another plugin, or one of its classes, already has the name.

      With '--from' the description is inferred from scenes, which are given as files or as folders. It has the \
      classes and properties that no plugin declares, with their bases, types and usual ranges, with options where the \
      same few texts are repeated, and with defaults where most objects agree. The guesses are printed, and are also \
      listed in the README.
      """,
    examples: [
      .init("plugin new gauge", "a Swift package in the folder 'gauge'"),
      .init("plugin new status-light --language python", "a script, with the class StatusLight"),
      .init("plugin new Shop --language data -o shop-plugin", "a description, in another folder"),
      .init(
        "plugin new Shop --language data --from shop/", "a description of what the scenes in a folder store",
        isForShell: false),
    ],
    scenes: .none,
    statuses: [.done, .findings, .usage, .badDocument, .noInput, .cannotCreate, .cannotWrite],
    jsonFormat: "inspector-plugin-new/1", otherWords: ["create", "init"])

  @Argument(help: "The plugin's name, such as status-light or StatusLight.")
  var name: String

  @Option(help: ArgumentHelp("The language: swift, python or data.", valueName: "language"))
  var language = PluginLanguage.swift

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder to create, instead of one with the plugin's name.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(
    name: .customLong("package"),
    help: ArgumentHelp(
      "The package from which a Swift plugin gets InspectorKit: a folder, URL#VERSION or URL#BRANCH.",
      valueName: "path|url"),
    completion: .directory)
  var package: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "With '--language data': describe the classes and properties of these scenes, patterns or folders.",
      valueName: "scene"),
    completion: .file())
  var from: [String] = []

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard from.isEmpty || language == .data else {
      throw ValidationError("'--from' describes classes without code; add '--language data'")
    }
  }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let (plugin, example) = try contents(run)
    let described = from.isEmpty ? nil : try described(plugin, run)
    let template: any PluginTemplate = described ?? example
    let inferred = described?.inference
    let classes = inferred.map { $0.components.map(\.name) } ?? [plugin.typeName]
    let folder = run.workspace.expanded(output ?? name).withoutFinalSlashes
    try NewFolder.write(template.files, to: folder)
    let conflicts = run.conflicts(of: plugin.typeName, file: plugin.fileName, classes: classes)
    run.warn(conflicts)
    OwnFolders(run.context.environment).note(folder)
    if run.isJSON {
      var line = JSONLine()
      line.add("format", "inspector-plugin-new/1")
      line.add("name", .string(plugin.typeName))
      line.add("language", .string(language.rawValue))
      line.add("folder", path: folder)
      line.add("files", .array(template.files.map { .string($0.path) }))
      line.add("commands", .array(template.commands.map { .string($0) }))
      line.add("warnings", conflicts.json)
      if let inferred {
        line.add("classes", .array(classes.map(JSON.string)))
        line.add("extends", .array(inferred.extensions.compactMap(\.extends).map(JSON.string)))
        line.add("findings", .array(inferred.findings.map(\.record)))
      }
      run.print(line.text)
      return .done
    }
    let what = inferred?.summary ?? "the class '\(plugin.typeName)'"
    run.printSummary("\(TerminalText.escaped(folder)): a plugin with \(what)")
    for file in template.files { run.printSummary("  \(TerminalText.escaped(file.path))") }
    run.printSummary("Next:")
    run.printSummary("  cd \(TerminalText.escaped(ShellLine.quoted(folder)))")
    for command in template.commands { run.printSummary("  \(command)") }
    if let inferred { say(inferred.findings, run) }
    return .done
  }

  /// Prints the doubts about an inferred description; if there are more than ten, prints ten and the number of the
  /// rest.
  private func say(_ findings: [InferenceFinding], _ run: CommandRun) {
    let most = 10
    for finding in findings.prefix(most) { run.say(TerminalText.escaped(finding.message)) }
    guard findings.count > most else { return }
    run.note("\(pluralised(findings.count - most, "more remark")); README.md lists them all")
  }

  /// Infers a description from the scenes that `--from` names; throws an error if the plugins already declare
  /// everything.
  private func described(_ plugin: PluginName, _ run: CommandRun) throws(Diagnostic) -> InferredTemplate {
    var evidence = SceneEvidence()
    // Folders are searched with their subfolders. Parsing this constant argument cannot fail.
    let options = (try? SceneOptions.parse(["--recursive"])) ?? SceneOptions()
    for scene in try run.scenes(from, options) {
      try run.checkCancelled()
      evidence.add(try run.open(scene).model)
    }
    let inference = DescriptionInference(
      evidence, run.library.registry(with: evidence.formats), name: plugin.typeName)
    guard !inference.components.isEmpty || !inference.extensions.isEmpty else {
      throw Diagnostic(PluginRefusal.nothingToDescribe(scenes: evidence.sceneCount))
    }
    return InferredTemplate(name: plugin, inference: inference, sceneCount: evidence.sceneCount)
  }

  private func contents(_ run: CommandRun) throws(Diagnostic) -> (PluginName, any PluginTemplate) {
    do throws(PluginRefusal) {
      let plugin = try PluginName(name)
      switch language {
      case .swift: return (plugin, SwiftTemplate(name: plugin, kit: try kit(run)))
      case .python: return (plugin, PythonTemplate(name: plugin))
      case .data: return (plugin, DataTemplate(name: plugin))
      }
    } catch {
      throw Diagnostic(error)
    }
  }

  private func kit(_ run: CommandRun) throws(PluginRefusal) -> KitSource {
    if let package { return try KitSource(run.workspace.expanded(package)) }
    guard let found = KitSource(around: run.context.executableFolder) else { throw .unknownPackage }
    return found
  }
}

extension String {
  /// The path without its trailing slashes; a path of slashes alone keeps one.
  fileprivate var withoutFinalSlashes: String {
    var path = self
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.unicodeScalars.removeLast() }
    return path
  }
}
