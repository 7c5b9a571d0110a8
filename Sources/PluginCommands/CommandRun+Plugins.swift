internal import CommandLineKit
internal import CommandReports
internal import Workbench

extension CommandRun {
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
      search: search, limits: global.limits(context), cancellation: context.cancellation, asksAgain: true,
      output: output)
  }
}
