internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

struct PluginNewCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin new",
    arguments: "<name>",
    summary: "Creates a plugin to start from.",
    discussion: """
      It creates a folder with a component that has properties of several types and a hook, an example scene, tests, \
      a README and a script for CI. In Swift it is a package that depends on InspectorKit; in Python a single script \
      without dependencies; as data a description, for classes without hooks. A folder that is not empty is left \
      unchanged. A warning reports a name that another plugin or one of its classes has.
      """,
    examples: [
      .init("plugin new gauge", "a Swift package in the folder 'gauge'"),
      .init("plugin new status-light --language python", "a script, with the class StatusLight"),
      .init("plugin new Shop --language data -o shop-plugin", "a description, in another folder"),
    ],
    scenes: .none, statuses: [.done, .findings, .usage, .cannotCreate, .cannotWrite],
    jsonFormat: "inspector-plugin-new/1")

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
      "The package of InspectorKit for a Swift plugin: a folder, URL#VERSION or URL#BRANCH.", valueName: "path|url"),
    completion: .directory)
  var package: String?

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let (plugin, template) = try contents(run)
    let folder = run.workspace.expanded(output ?? name).withoutFinalSlashes
    try NewFolder.write(template.files, to: folder)
    let conflicts = run.conflicts(of: plugin.typeName, file: plugin.fileName, classes: [plugin.typeName])
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
      run.print(line.text)
      return .done
    }
    run.printSummary("\(TerminalText.escaped(folder)): a plugin with the class '\(plugin.typeName)'")
    for file in template.files { run.printSummary("  \(TerminalText.escaped(file.path))") }
    run.printSummary("Next:")
    run.printSummary("  cd \(TerminalText.escaped(ShellLine.quoted(folder)))")
    for command in template.commands { run.printSummary("  \(command)") }
    return .done
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
