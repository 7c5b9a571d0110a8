internal import CommandLineKit
internal import CommandReports
internal import Workbench

// Plugins that are rebuilt while the shell is open.
extension Shell {
  /// Puts the plugins in place that were described since the last prompt, and says what that changed.
  func noticePlugins() {
    run.sayLateProblems()
    guard let exchange = watcher?.take() else { return }
    _ = perform(exchange, write: say)
    reportWatches()
    drawPreview()
  }

  /// Puts plugins in place, rebuilds the objects of all scenes, and writes the differences.
  ///
  /// - Parameter write: takes lines that are fit for a terminal.
  func perform(_ exchange: PluginExchange, write: (String) -> Void) -> [PluginReload] {
    let library = run.library
    let former = library.problems
    // A scratch is an object's present state where one is open.
    let recreations = scenes.map { ($0, SceneRecreation($0.session, exchange)) }
    let reloads = library.perform(exchange)
    preview?.forgetState()
    reloads.map(PluginNews.line).forEach(write)
    let values = ValueText(style: run.style)
    for (scene, recreation) in recreations {
      PluginNews.lines(recreation.finish(), of: scene.path, values).forEach(write)
    }
    // Why one does not work stands in its own line already.
    let failed = reloads.filter { if case .failed = $0.outcome { true } else { false } }.map(\.path)
    for problem in library.problems where !former.contains(problem) && !failed.contains(problem.file ?? "") {
      write(DiagnosticText.text(problem))
    }
    return reloads
  }
}
