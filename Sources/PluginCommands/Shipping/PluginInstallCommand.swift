internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct PluginInstallCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin install",
    arguments: "<file>",
    summary: "Copies a plugin into your own folder, where every scene finds it.",
    discussion: """
      The folder is $XDG_DATA_HOME/inspector/plugins, or ~/.local/share/inspector/plugins, and is created for you \
      alone. The file is copied first, and the copy is asked to describe itself in the sandbox; if that fails, or its \
      declarations are wrong, nothing is installed. An installed plugin is replaced only with '--force', in one step. \
      A warning is printed if a plugin with the same name is found earlier, since that one is used instead, and for \
      names that other plugins also have.
      """,
    examples: [
      .init("plugin install ./inspector-plugin-meters", "an executable"),
      .init("plugin install ./inspector-plugin-meters --force", "again, after a change"),
    ],
    scenes: .none,
    statuses: [.done, .findings, .usage, .noInput, .noPlugin, .cannotCreate, .cannotWrite],
    jsonFormat: "inspector-plugin-install/1")

  @Argument(help: "The plugin: an executable, or a description alone.", completion: .file())
  var file: String

  @Flag(help: "Replace an installed plugin of the same name.")
  var force = false

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let path = run.workspace.expanded(file)
    let bytes = try run.bytes(ofFile: path)
    guard let file = PluginFile(path) else { throw Diagnostic(PluginRefusal.hasNoPluginName(path)) }
    try refuse(file.resourcesInHead, of: path)
    let folder = try run.userPluginFolder()
    let target = "\(folder.path)/\(file.fileName)"
    let isThere = folder.files.contains { $0.fileName.isExactly(file.fileName) }
    guard force || !isThere else { throw Diagnostic(PluginRefusal.isInstalled(target)) }
    if let fault = folder.make() { throw Diagnostic(PluginRefusal.unsafeFolder(fault)) }
    // Load the installed plugins before the new one is added, since its names are compared with theirs.
    _ = run.library { _ in false }
    let plugin = try install(file, bytes, into: folder, run)
    let conflicts = run.conflicts(
      of: plugin.description.name, file: file.name, classes: plugin.description.components.map(\.name))
    let other = folder.places(ofName: file.name, executableFolder: run.context.executableFolder).before.first
    report(plugin, at: target, isReplaced: isThere, hiddenBy: other, conflicts, run)
    return .done
  }

  private func install(
    _ file: PluginFile, _ bytes: [UInt8], into folder: UserPluginFolder, _ run: CommandRun
  ) throws(Diagnostic) -> FoundPlugin {
    let installation = try writing { () throws(PluginInstallation.Failure) in
      try PluginInstallation(file, bytes: bytes, into: folder)
    }
    let description: PluginDescription
    do throws(Diagnostic) {
      description = try run.description(of: installation.copy)
      try refuse(description.resources, of: file.path)
    } catch {
      installation.abandon()
      throw error
    }
    try writing { () throws(PluginInstallation.Failure) in try installation.commit() }
    return FoundPlugin(file: file, bytes: bytes, description: description)
  }

  /// Refuses a plugin that reads resource files, since the user's plugins share one folder and only the plugin's own
  /// file is copied there.
  private func refuse(_ resources: [String], of path: String) throws(Diagnostic) {
    guard resources.isEmpty else { throw Diagnostic(PluginRefusal.hasResources(path, resources)) }
  }

  private func writing<R>(_ body: () throws(PluginInstallation.Failure) -> R) throws(Diagnostic) -> R {
    do throws(PluginInstallation.Failure) {
      return try body()
    } catch {
      throw Diagnostic(CommandLineRefusal.cannotCreate(error.path, errno: error.code))
    }
  }

  private func report(
    _ plugin: FoundPlugin, at target: String, isReplaced: Bool, hiddenBy other: String?, _ conflicts: [NameConflict],
    _ run: CommandRun
  ) {
    if let other {
      run.warn("this plugin is not used, since '\(other)' has the same name and is found first", of: nil)
    }
    run.warn(conflicts)
    guard !run.isJSON else {
      var line = JSONLine()
      line.add("format", "inspector-plugin-install/1")
      line.add("file", path: target)
      plugin.addMembers(to: &line)
      line.add("replaced", .bool(isReplaced))
      if let other { line.add("hiddenBy", path: other) }
      line.add("warnings", conflicts.json)
      run.print(line.text)
      return
    }
    run.printSummary("\(TerminalText.escaped(target)): \(plugin.words)\(isReplaced ? ", replaced" : "")")
    if !plugin.classes.isEmpty { run.printSummary("  \(plugin.classes)") }
  }
}

extension CommandRun {
  /// Returns the folder of the user's own plugins; throws if the environment does not name one.
  func userPluginFolder() throws(Diagnostic) -> UserPluginFolder {
    guard let folder = UserPluginFolder(context.environment) else { throw Diagnostic(PluginRefusal.noUserFolder) }
    return folder
  }
}
