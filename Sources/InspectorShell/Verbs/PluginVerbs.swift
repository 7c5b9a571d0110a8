internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct ReloadPluginsVerb: ShellVerb {
  static let row = CommandRow.verb(
    "reload-plugins", "[<plugin> ...]", "Reloads plugins from their files.",
    """
    Rebuilt, new and removed plugins are noticed, failed ones are tried again, and the effects on the open scenes are \
    printed. The prompt notices rebuilt and new plugins by itself. If a new build does not work, the previous one \
    stays in use. A plugin given by name is reloaded even if its file is unchanged.
    """,
    [
      .init("reload-plugins", "all plugins that changed or failed"),
      .init("reload-plugins Shapes", "one plugin, even if its file is unchanged"),
    ])

  @Argument(help: "Plugins to reload even if their files are unchanged.")
  var plugin: [String] = []

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    let library = shell.run.library
    let updates =
      plugin.isEmpty
      ? library.updatesAndFailures() : try plugin.map { name throws(Diagnostic) in try update(name, library) }
    guard !updates.isEmpty else {
      shell.print("no plugin has changed; 'reload-plugins NAME' reloads one anyway")
      return .done
    }
    let exchange = library.describe(updates, asksAgain: true, under: shell.job)
    guard !shell.job.isCancelled else { return .interrupted }
    return shell.perform(exchange, write: shell.print).isEmpty ? .done : .noPlugin
  }

  /// Returns the update that reloads the plugin with the given name, or loads a plugin that is not loaded yet. Throws
  /// if there is no such plugin.
  private func update(_ name: String, _ library: PluginLibrary) throws(Diagnostic) -> PluginUpdate {
    if let known = library.plugin(named: name).flatMap(library.update) { return known }
    let found = library.updates()
    if let update = found.first(where: { $0.name.lowercased() == name.lowercased() }) { return update }
    let names = library.plugins.map(\.name) + found.map(\.name)
    throw Diagnostic(ShellRefusal.noPlugin(name, suggestion: DidYouMean.suggestion(for: name, among: names)))
  }
}

struct PluginOutputVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "plugin-output", "[on|off]", "Shows or hides what plugins print.",
    """
    A shell shows what a plugin prints or writes to its standard error, each line with the plugin's name before it. \
    Without an argument the command prints the setting.
    """,
    [.init("plugin-output off", "hides it from now on"), .init("plugin-output", "prints the setting")])

  @Argument(help: "On or off; prints the setting without an argument.")
  var choice: String?

  func run(in shell: Shell) throws(Diagnostic) {
    let output = shell.run.context.pluginOutput
    if let isShown = try shell.isOn(choice, of: "plugin-output") { output.isShown = isShown }
    shell.print("the output of plugins is \(output.isShown ? "shown" : "not shown")")
  }
}
