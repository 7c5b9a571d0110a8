import CommandLineKit
import CommandReports
import InspectorKit
import JSONText
import Settings
import Workbench

// The installation of plugins that are rebuilt while the shell is open.
extension Shell {
  /// Installs the plugins that the watcher found rebuilt since the last prompt, and reports the changes.
  func noticePlugins() {
    run.sayLateProblems()
    guard let exchange = watcher?.take() else { return }
    perform(exchange, write: say)
    reportWatches()
    drawPreview()
  }

  /// Reports the watched values that changed because properties are bound to changed settings.
  func noticeSettings() {
    let former = context.settings.values.version
    context.refreshSettings()
    guard context.settings.values.version != former else { return }
    reportWatches()
    drawPreview()
  }

  /// Installs plugins, recreates the objects of all scenes, and reports the plugins and the changed values.
  ///
  /// - Parameter write: receives the lines of the report, which are escaped for a terminal.
  /// - Returns: the paths of the plugins that failed to reload.
  @discardableResult func perform(_ exchange: PluginExchange, write: (String) -> Void) -> [String] {
    let library = run.library
    let former = library.problems
    // While a scratch is open, its session has the current values of the objects.
    let recreations = scenes.map { ($0, SceneRecreation($0.session, exchange)) }
    let reloads = library.perform(exchange)
    preview?.forgetState()
    for reload in reloads where !context.isQuiet || reload.hasFailed { write(PluginNews.line(reload)) }
    let values = ValueText(style: run.style)
    for (scene, recreation) in recreations {
      let lines = PluginNews.lines(recreation.finish(), of: scene.path, values)
      if !context.isQuiet { lines.forEach(write) }
    }
    // The line of a failed reload already contains the reason.
    let failed = reloads.filter(\.hasFailed).map(\.path)
    for problem in library.problems where !former.contains(problem) && !failed.contains(problem.file ?? "") {
      write(problem.shown())
    }
    return failed
  }
}

// The reports on objects that are recreated because their plugins were rebuilt.
extension PluginNews {
  /// The maximum width of a value in columns; a longer value is cut in the middle.
  private static let mostColumns = 40

  /// Returns the lines about a scene's recreated objects, such as `card.json: 2 objects recreated: g1.level 5 → 7`;
  /// empty if no object was recreated.
  static func lines(_ objects: RecreatedObjects, of scene: String, _ values: ValueText) -> [String] {
    guard objects.count > 0 else { return [] }
    let compared =
      objects.compared < objects.count
      ? "the first \(objects.compared) of \(pluralised(objects.count, "object")) compared"
      : "\(pluralised(objects.count, "object")) recreated"
    let changes = objects.changes.map { change in
      let values = [change.old, change.new].map { TerminalText.cutInMiddle(values.short($0), to: mostColumns) }
      return "\(TerminalText.escaped("\(change.object).\(change.property)")) \(values[0]) → \(values[1])"
    }
    var parts = changes.isEmpty ? [] : [list(changes, objects.changeCount, areEscaped: true)]
    if objects.refusedCount > 0 {
      let keys = objects.refused.map { "\($0.object).\($0.key)" }
      parts.append("stored but no longer used: \(list(keys, objects.refusedCount))")
    }
    if objects.lostCount > 0 {
      let names = objects.lost.map { "\($0.object) (\($0.className))" }
      parts.append("objects whose class no plugin has any more: \(list(names, objects.lostCount))")
    }
    if objects.failureCount > 0 {
      parts.append("\(pluralised(objects.failureCount, "object")) can no longer be built")
    }
    if parts.isEmpty { parts.append("all values are unchanged") }
    let head = "\(TerminalText.escaped(scene)): \(compared): \(parts.joined(separator: "; "))"
    return [head] + objects.failures.prefix(3).map { $0.shown() }
  }
}
