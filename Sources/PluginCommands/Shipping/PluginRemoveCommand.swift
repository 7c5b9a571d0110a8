internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import InspectorKit
internal import JSONText
internal import Workbench

struct PluginRemoveCommand: InspectorCommand {
  static let row = CommandRow(
    name: "plugin remove",
    arguments: "<name>",
    summary: "Removes a plugin from your own folder.",
    discussion: """
      The name is that of the plugin or of its file. Plugins of that name in other places stay; the command \
      lists them, and marks the one that is used from now on.
      """,
    examples: [
      .init("plugin remove Meters", "by its name"),
      .init("plugin remove inspector-plugin-meters", "by its file's name"),
    ],
    scenes: .none, statuses: [.done, .findings, .usage, .cannotWrite], jsonFormat: "inspector-plugin-remove/1",
    otherWords: ["uninstall", "delete"])

  @Argument(help: "The plugin's name, or its file's name.")
  var name: String

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let folder = try run.userPluginFolder()
    let file = try file(in: folder, run)
    let others = folder.places(ofName: file.name, executableFolder: run.context.executableFolder)
    guard unlink(file.path) == 0 else { throw Diagnostic(CommandLineRefusal.cannotWrite(file.path, errno: errno)) }
    syncFolder(folder.path)
    let left = others.before + others.after
    if run.isJSON {
      var line = JSONLine()
      line.add("format", "inspector-plugin-remove/1")
      line.add("name", .string(FileName.shown(file.name)))
      line.add("file", path: file.path)
      line.add("others", .array(left.map { JSON(members: FileName.members("file", $0)) }))
      run.print(line.text)
      return .done
    }
    run.printSummary("\(TerminalText.escaped(file.path)): removed")
    for (place, path) in left.enumerated() {
      run.printSummary("  \(TerminalText.escaped(path)) stays\(place == 0 ? ", and is used" : "")")
    }
    return .done
  }

  /// Returns the file in the user's folder to which the name refers; throws if no file or several files match. File
  /// names are compared first, then the names of the plugins in their descriptions.
  private func file(in folder: UserPluginFolder, _ run: CommandRun) throws(Diagnostic) -> PluginFile {
    let files = folder.files
    let named = files.filter {
      $0.fileName.isExactly(name) || $0.name.isExactly(name) || $0.name.lowercased() == name.lowercased()
    }
    if let file = named.first {
      if let exact = named.first(where: { $0.fileName.isExactly(name) }) { return exact }
      guard named.count == 1 else { throw Diagnostic(PluginRefusal.severalInstalled(name, named.map(\.fileName))) }
      return file
    }
    let library = run.library { $0.code != .pluginRefused }
    let own = library.plugins.filter { plugin in
      plugin.path.map { FileName.folder(of: $0).isExactly(folder.path) } == true
    }
    let isCalledSo: (InstalledPlugin) -> Bool = { $0.name.lowercased() == name.lowercased() }
    if let path = own.first(where: isCalledSo)?.path, let file = PluginFile(path) { return file }
    let elsewhere = library.plugins.first {
      isCalledSo($0) || $0.path.flatMap(PluginFile.init)?.name.lowercased() == name.lowercased()
    }
    if let path = elsewhere?.path {
      throw Diagnostic(PluginRefusal.installedElsewhere(name, at: path, folder: folder.path))
    }
    let known = own.map(\.name) + files.flatMap { [$0.name, $0.fileName] }
    throw Diagnostic(
      PluginRefusal.notInstalled(
        name, suggestion: DidYouMean.suggestion(for: name, among: known), folder: folder.path))
  }
}
