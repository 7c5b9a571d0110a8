internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

extension CommandRun {
  /// The conflicts between the names of a plugin in the person's own folder and those of other plugins.
  ///
  /// - Parameter file: what the name of its file calls it.
  func conflicts(of name: String, file: String, classes: [String]) -> [NameConflict] {
    library { _ in false }.registry.conflicts(of: name, file: file, classes: classes, in: .user)
  }

  /// Warns of names that other plugins have, too; of many classes the first few are listed.
  func warn(_ conflicts: [NameConflict]) {
    let most = 5
    for conflict in conflicts.prefix(most) { warn(conflict.message, of: nil) }
    guard conflicts.count > most else { return }
    warn(
      "\(pluralised(conflicts.count - most, "more name")) of other plugins; 'inspector plugin check' lists them",
      of: nil)
  }
  /// A library of the plugins at one path. Each is asked to describe itself, even if its failure is cached.
  func library(at path: String) -> PluginLibrary {
    var search = PluginSearch(paths: [path], executableFolder: nil, environment: context.environment)
    search.looksAtPathsOnly = true
    var output: PluginLibrary.PluginOutput?
    if global.pluginOutput {
      let text = PluginOutputText(context.outputs)
      output = { plugin, line in text.write(plugin: plugin, line: line) }
    }
    return PluginLibrary(
      search: search, limits: global.limits(context), under: context.job, asksAgain: true,
      output: output)
  }
}

extension [NameConflict] {
  /// For programs.
  var json: JSON {
    .array(map { ["code": .string($0.code.rawValue), "message": .string(FileName.shown($0.message))] })
  }
}
