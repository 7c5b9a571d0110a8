internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import Workbench

struct ReloadPluginsVerb: ShellVerb {
  static let row = CommandRow.verb(
    "reload-plugins", "[<plugin> ...]", "Takes plugins again from their files.",
    """
    Rebuilt, new and removed plugins are taken as they are now, those that failed are asked again, and what that changes of \
    the open scenes is printed. At a prompt rebuilt and new plugins are noticed anyway. A build that does not work leaves \
    the former in use. A plugin that is named is taken again though its file is the same.
    """,
    [
      .init("reload-plugins", "whatever changed, and what failed"),
      .init("reload-plugins Shapes", "one that starts a program which changed"),
    ])

  @Argument(help: "Plugins to take again in any case.")
  var plugin: [String] = []

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    let library = shell.run.library
    let updates = try updates(library)
    guard !updates.isEmpty else {
      shell.print("no plugin has changed; 'reload-plugins NAME' takes one again all the same")
      return .done
    }
    let exchange = library.describe(updates, asksAgain: true, under: shell.job)
    guard !shell.job.isCancelled else { return .interrupted }
    let reloads = shell.perform(exchange, write: shell.print)
    return reloads.contains { if case .failed = $0.outcome { true } else { false } } ? .noPlugin : .done
  }

  private func updates(_ library: PluginLibrary) throws(Diagnostic) -> [PluginUpdate] {
    guard plugin.isEmpty else { return try plugin.map { name throws(Diagnostic) in try update(name, library) } }
    return library.updatesAndFailures()
  }

  /// Returns the update of a loaded plugin, or of one that a search would find.
  private func update(_ name: String, _ library: PluginLibrary) throws(Diagnostic) -> PluginUpdate {
    if let known = library.plugin(named: name).flatMap(library.update) { return known }
    let found = library.updates()
    if let update = found.first(where: { $0.name.lowercased() == name.lowercased() }) { return update }
    let names = library.plugins.map(\.name) + found.map(\.name)
    throw Diagnostic(ShellRefusal.noPlugin(name, suggestion: DidYouMean.suggestion(for: name, among: names)))
  }
}

struct PluginOutputVerb: ShellVerb {
  static let row = CommandRow.verb(
    "plugin-output", "[on|off]", "Sets whether what plugins print is shown.",
    """
    What a plugin prints, or writes to its standard error, is shown in a shell, each line with the plugin's name before it. \
    Without a word it says whether that is so.
    """,
    [.init("plugin-output off", "from now on"), .init("plugin-output", "shows which it is")])

  @Argument(help: "Whether it is shown; without a word nothing changes.")
  var choice: String?

  func perform(_ shell: Shell) throws(Diagnostic) -> ExitStatus {
    let output = shell.run.context.pluginOutput
    if let isShown = try shell.isOn(choice, of: "plugin-output") { output.isShown = isShown }
    shell.print("the output of plugins is \(output.isShown ? "shown" : "not shown")")
    return .done
  }
}
